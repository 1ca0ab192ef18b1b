/// A sign at the right edge of a row.
public enum CellAccessory: Hashable, Sendable {
  /// Enter leads to more.
  case disclosureIndicator
  /// Has details of its own.
  case detail
  /// Chosen.
  case checkmark
  /// A short text.
  case label(StyledText)

  func text(_ symbols: Symbols) -> StyledText {
    switch self {
    case .disclosureIndicator: StyledText(symbols.disclosure)
    case .detail: StyledText(symbols.detail)
    case .checkmark: StyledText(symbols.checkmark)
    case .label(let text): text
    }
  }
}
