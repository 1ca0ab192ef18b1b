extension CellAccessory {
  /// A sign that enter leads to more, such as another screen; it does nothing by itself.
  public static func disclosureIndicator(displayed: DisplayedState = .always) -> Self {
    Self(kind: .disclosureIndicator, displayed: displayed)
  }

  /// Has details of its own, which a click shows.
  public static func detail(
    displayed: DisplayedState = .always, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .detail, displayed: displayed, actionHandler: actionHandler) }

  /// A sign that the row is chosen; programs keep in mind which rows are.
  public static func checkmark(
    displayed: DisplayedState = .always, placement: Placement = .trailing
  ) -> Self { Self(kind: .checkmark, displayed: displayed, placement: placement) }

  /// A switch, on or off; a click calls the handler, and whoever owns the value configures the row again.
  public static func toggle(
    isOn: Bool, displayed: DisplayedState = .always, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .toggle(isOn: isOn), displayed: displayed, actionHandler: actionHandler) }

  /// A short text at the end of the row, such as a count.
  public static func label(
    text: String, displayed: DisplayedState = .always, placement: Placement = .trailing,
    actionHandler: ActionHandler? = nil
  ) -> Self {
    label(
      attributedText: StyledText(text), displayed: displayed, placement: placement,
      actionHandler: actionHandler)
  }

  /// A short text of which some stretches have a style of their own.
  public static func label(
    attributedText: StyledText, displayed: DisplayedState = .always, placement: Placement = .trailing,
    actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .label(attributedText), displayed: displayed, placement: placement, actionHandler: actionHandler)
  }

  /// A handle by which the mouse moves the row; keys move it by alt and the arrows.
  public static func reorder(displayed: DisplayedState = .whenEditing) -> Self {
    Self(kind: .reorder, displayed: displayed)
  }

  /// A sign at the beginning of the row by which it is deleted; the handler takes the place of the data source's.
  public static func delete(
    displayed: DisplayedState = .whenEditing, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .delete, displayed: displayed, placement: .leading, actionHandler: actionHandler) }

  /// A sign at the beginning of the row by which one is inserted; likewise.
  public static func insert(
    displayed: DisplayedState = .whenEditing, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .insert, displayed: displayed, placement: .leading, actionHandler: actionHandler) }

  /// Selected or not, where several rows can be.
  public static func multiselect(displayed: DisplayedState = .whenEditing) -> Self {
    Self(kind: .multiselect, displayed: displayed, placement: .leading)
  }

  /// Opens and closes a row of an outline. A row without one shows the sign all the same; this one says
  /// how it behaves and where it stands.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, style: OutlineDisclosureStyle = .automatic,
    placement: Placement = .leading, actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .outlineDisclosure(style), displayed: displayed, placement: placement,
      actionHandler: actionHandler)
  }

  /// Something is under way; it turns while it can be seen.
  public static func spinner(
    displayed: DisplayedState = .always, placement: Placement = .trailing
  ) -> Self { Self(kind: .spinner, displayed: displayed, placement: placement) }

  /// A sign that draws itself.
  public static func custom(
    _ content: any AccessoryContent, displayed: DisplayedState = .always, placement: Placement = .trailing,
    actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .custom, displayed: displayed, placement: placement, content: content,
      actionHandler: actionHandler)
  }
}

extension TableViewCell.AccessoryType {
  /// The signs it stands for, or the one in its place.
  func accessories(
    _ view: (any AccessoryContent)?, _ displayed: CellAccessory.DisplayedState
  ) -> [CellAccessory] {
    if let view = view as? Switch { return [view.accessory(displayed)] }
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
