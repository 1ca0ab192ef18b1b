import Foundation

/// How a database keeps its texts.
enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16le"
  case utf16BigEndian = "UTF-16be"

  /// The text that bytes are, NULs included; what is no text becomes U+FFFD.
  func text(_ bytes: Data) -> String {
    switch self {
    case .utf8: String(decoding: bytes, as: UTF8.self)
    case .utf16LittleEndian: String(decoding: units(bytes) { $0 | $1 << 8 }, as: UTF16.self)
    case .utf16BigEndian: String(decoding: units(bytes) { $0 << 8 | $1 }, as: UTF16.self)
    }
  }

  private func units(_ bytes: Data, _ join: (UInt16, UInt16) -> UInt16) -> [UInt16] {
    stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
      .map { join(UInt16(bytes[$0]), UInt16(bytes[$0 + 1])) }
  }
}
