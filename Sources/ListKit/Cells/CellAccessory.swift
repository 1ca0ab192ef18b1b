/// A sign beside a row's content: where it leads, what can be done with it, how it stands.
///
/// ```text
///   ▌ ≡ ○  Denali              6,190 m  ⓘ ›
///     └┬┘                      └────┬─────┘
///   leading                      trailing
/// ```
///
/// On each side signs stand in the order of ``TableViewCell/accessories``.
public struct CellAccessory: Sendable {
  /// When a sign is shown.
  public enum DisplayedState: Hashable, Sendable {
    /// Always.
    case always
    /// While the table is being edited.
    case whenEditing
    /// While the table is not being edited.
    case whenNotEditing
  }

  /// Beside which end of the content a sign stands.
  public enum Placement: Hashable, Sendable {
    /// Before the content.
    case leading
    /// Behind the content.
    case trailing
  }

  /// What the sign that opens and closes a row is for.
  public enum OutlineDisclosureStyle: Hashable, Sendable {
    /// As ``cell``.
    case automatic
    /// The whole row opens and closes, by a click and by enter, and is never chosen.
    case header
    /// Only the sign opens and closes; the row can be chosen.
    case cell
  }

  /// What a sign does when it is clicked, instead of what it does by itself.
  public typealias ActionHandler = @MainActor @Sendable () -> Void

  /// What is shown.
  enum Kind: Hashable, Sendable {
    case disclosureIndicator
    case detail
    case checkmark
    case toggle(isOn: Bool)
    case label(StyledText)
    case reorder
    case delete
    case insert
    case multiselect
    case outlineDisclosure(OutlineDisclosureStyle)
    case spinner
    case custom
  }

  let kind: Kind
  /// When it is shown.
  var displayed = DisplayedState.always
  /// On which side it stands.
  var placement = Placement.trailing
  var content: (any AccessoryContent)?
  /// What a click on it does.
  var actionHandler: ActionHandler?

  func isShown(in state: CellConfigurationState) -> Bool {
    switch displayed {
    case .always: true
    case .whenEditing: state.isEditing
    case .whenNotEditing: !state.isEditing
    }
  }

  var outlineStyle: OutlineDisclosureStyle? {
    if case .outlineDisclosure(let style) = kind { style } else { nil }
  }
}

// MARK: - Standard

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

  /// A switch, on or off; a click calls the handler, which changes the value and configures the row again.
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
  func accessories(_ view: (any AccessoryContent)?) -> [CellAccessory] {
    let displayed = CellAccessory.DisplayedState.whenNotEditing
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

extension CellAccessory {
  /// Whether it is on or off.
  var isSwitch: Bool { if case .toggle = kind { true } else { false } }

  /// Whether it is a control that the table answers for.
  var isControl: Bool { kind == .delete || kind == .insert || kind == .multiselect }
}
