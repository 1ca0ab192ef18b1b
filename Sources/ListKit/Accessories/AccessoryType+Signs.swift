extension TableViewCell.AccessoryType {
  /// The signs it stands for, or the one in its place.
  func accessories(
    _ view: (any AccessoryContent)?, _ displayed: CellAccessory.DisplayedState
  ) -> [CellAccessory] {
    if let view { return [.custom(view, displayed: displayed)] }
    switch self {
    case .none: return []
    case .disclosureIndicator: return [.disclosureIndicator(displayed: displayed)]
    case .detailButton: return [.detail(displayed: displayed)]
    case .detailDisclosureButton:
      return [.detail(displayed: displayed), .disclosureIndicator(displayed: displayed)]
    case .checkmark: return [.checkmark(displayed: displayed)]
    }
  }
}
