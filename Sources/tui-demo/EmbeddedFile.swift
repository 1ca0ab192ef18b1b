import CDemoFiles

/// The demo's data, which are part of the executable.
///
/// The C compiler embeds them in no time; an array literal of their bytes takes the Swift compiler 9 s.
enum EmbeddedFile {
  /// `Data/mountains.csv`.
  static var mountains: [UInt8] { bytes(of: mountains_csv()) }

  /// `Data/emoji.txt`.
  static var emoji: [UInt8] { bytes(of: emoji_txt()) }

  private static func bytes(of file: DemoFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
