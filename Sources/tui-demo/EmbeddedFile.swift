import CDemoFiles

/// The files in `Data`, which are part of the executable.
///
/// The C compiler embeds them at once; an array literal of their bytes takes the Swift compiler 9 s.
enum EmbeddedFile {
  static var mountains: [UInt8] { bytes(of: mountains_csv()) }

  static var emoji: [UInt8] { bytes(of: emoji_txt()) }

  private static func bytes(of file: DemoFile) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
