import ListKit
import TerminalTesting

@testable import ListKitCurses

/// A terminal's idea of the columns that characters of ambiguous width take.
///
/// The emulator has one idea: that of Unicode 9, marks of Unicode 5. Others come about by showing it a
/// character it is sure of in place of each it may count differently.
enum ColumnCount: CaseIterable {
  /// As libvterm counts.
  case emulator
  /// One column for every picture, letter and mark of ambiguous width.
  case one
  /// Two for every picture and letter of ambiguous width, one for a mark.
  case two
  /// None for what the C library counts as one, two for the others: a terminal of a later Unicode.
  case combining

  /// What curses wrote, as a terminal that counts like this would take it.
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

  /// Characters that no test writes otherwise and that the emulator counts as one column, two, none.
  static let narrow: Unicode.Scalar = "Ж"
  static let wide: Unicode.Scalar = "囧"
  static let mark: Unicode.Scalar = "\u{30D}"
}
