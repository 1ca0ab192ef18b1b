import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A theme by its name, or in a file as text.
struct ThemeOption: Sendable {
  /// What was asked for and why there is none.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  var argument: String

  /// The theme.
  ///
  /// - Throws: the name of the file, and what cannot be read of it.
  func theme() throws(Refusal) -> Theme {
    if let named = try? Theme(text: "base = \(argument)") { return named }
    guard let bytes = bytes else {
      throw Refusal(
        description: "\(argument): \(String(cString: strerror(errno))); "
          + "a theme is dark, light, high-contrast, mono or a file")
    }
    do {
      return try Theme(text: String(decoding: bytes, as: UTF8.self), base: .dark)
    } catch {
      throw Refusal(description: "\(argument), \(error)")
    }
  }

  private var bytes: [UInt8]? {
    guard let file = fopen(argument, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return ferror(file) == 0 ? bytes : nil }
      bytes += piece[..<count]
    }
  }
}
