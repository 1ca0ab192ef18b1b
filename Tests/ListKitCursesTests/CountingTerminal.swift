import ListKit
import TerminalTesting

@testable import ListKitCurses

/// The way in which a terminal counts the columns of characters with an ambiguous width.
///
/// The emulator counts pictures as in Unicode 9 and marks as in Unicode 5. For other terminals, a character
/// with an unambiguous width replaces each character that they may count differently.
enum ColumnCount: CaseIterable {
  /// As libvterm counts.
  case emulator
  /// One column for every picture, letter and mark of ambiguous width.
  case one
  /// Two columns for every picture and letter of ambiguous width, one for a mark.
  case two
  /// No column for characters to which the C library gives one, two for the others: a terminal with a later
  /// Unicode.
  case combining

  /// Returns the output of curses with the replacements for this kind of terminal.
  func adapting(_ bytes: [UInt8]) -> [UInt8] {
    if self == .emulator { return bytes }
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      text.append(scalar.hasAmbiguousWidth ? standIn(for: scalar) : scalar)
    }
    return Array(String(text).utf8)
  }

  private func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch self {
    case .emulator: scalar
    case .one: Self.narrow
    case .two: isMark(scalar) ? Self.narrow : Self.wide
    case .combining: TerminalLocale.width(of: scalar) == 2 ? Self.wide : Self.mark
    }
  }

  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    TerminalLocale.width(of: scalar) == 0 || scalar.properties.generalCategory == .spacingMark
  }

  /// Characters that no test writes for other reasons; the emulator counts one, two and no columns for them.
  static let narrow: Unicode.Scalar = "Ж"
  static let wide: Unicode.Scalar = "囧"
  static let mark: Unicode.Scalar = "\u{30D}"
}
