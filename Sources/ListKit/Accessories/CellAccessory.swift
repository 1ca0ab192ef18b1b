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
