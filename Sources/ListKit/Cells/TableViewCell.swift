/// A row's view: made by a cell provider, reused for other rows, drawn by the table.
///
/// The labels are arranged by its style.
@MainActor
open class TableViewCell: ReusableView {
  /// How the two labels are arranged.
  public enum CellStyle: Hashable, Sendable {
    /// The text alone.
    case `default`
    /// The second text at the right edge.
    case value1
    /// The second text beside the text, which names it.
    case value2
    /// The second text on a line below.
    case subtitle
  }

  /// A standard sign at the right edge.
  public enum AccessoryType: Hashable, Sendable {
    /// No sign.
    case none
    /// Enter leads to more.
    case disclosureIndicator
    /// Has details of its own.
    case detailButton
    /// Has details and leads to more.
    case detailDisclosureButton
    /// Chosen.
    case checkmark
  }

  /// Signs beside the content, in their order.
  public var accessories: [CellAccessory] = []
  /// The standard sign at the right edge while the table is not being edited, behind ``accessories``.
  public var accessoryType = AccessoryType.none
  /// A sign of one's own, which takes the place of ``accessoryType``.
  public var accessoryView: (any AccessoryContent)?
  /// The standard sign at the right edge while the table is being edited.
  public var editingAccessoryType = AccessoryType.none
  /// A sign of one's own, which takes the place of ``editingAccessoryType``.
  public var editingAccessoryView: (any AccessoryContent)?
  /// How often the content is indented by ``indentationWidth``.
  public var indentationLevel = 0
  /// Columns of one level of indentation.
  public var indentationWidth = 2
  /// Called before the cell is drawn in a new state, to change its content.
  public var configurationUpdateHandler: ((TableViewCell, CellConfigurationState) -> Void)?

  /// Asks the table for the state of the row it serves; nil where it serves none.
  var currentState: () -> CellConfigurationState? = { nil }
  /// What the table adds while it is being edited.
  var controls: [CellAccessory] = []
  private let style: CellStyle
  private var lastState: CellConfigurationState?
  private var needsUpdate = true

  /// Creates a cell; the table does so for registered classes.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    super.init(reuseIdentifier: reuseIdentifier)
  }

  /// The state of its row as it is now, drawn or not; that of an ordinary row where it serves none.
  public var configurationState: CellConfigurationState { currentState() ?? CellConfigurationState() }

  /// A fresh content in the arrangement of the cell's style.
  public func defaultContentConfiguration() -> ListContentConfiguration {
    switch style {
    case .default: .cell()
    case .value2: .captionCell()
    case .value1: .valueCell()
    case .subtitle: .subtitleCell()
    }
  }

  /// Empties the cell before it serves another row. Overrides call `super`.
  open override func prepareForReuse() {
    super.prepareForReuse()
    accessories = []
    (accessoryType, editingAccessoryType) = (.none, .none)
    (accessoryView, editingAccessoryView) = (nil, nil)
    currentState = { nil }
    (indentationLevel, indentationWidth) = (0, 2)
    configurationUpdateHandler = nil
    (lastState, needsUpdate) = (nil, true)
  }

  /// Asks that ``configurationUpdateHandler`` is called before the next drawing.
  public func setNeedsUpdateConfiguration() { needsUpdate = true }

  /// Changes the cell for a state; the update handler is called after this.
  open func updateConfiguration(using state: CellConfigurationState) {}

  /// Calls the update handler when the state is not the one drawn last.
  func update(for state: CellConfigurationState) {
    guard state != lastState || needsUpdate else { return }
    (lastState, needsUpdate) = (state, false)
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }

  /// The signs in force: ``accessories``, standard signs, and the table's controls.
  var shownAccessories: [CellAccessory] {
    let own = ownAccessories
    if controls.isEmpty { return own }
    let added = controls.filter { control in !own.contains { $0.kind == control.kind } }
    return added.filter { $0.placement == .leading } + own + added.filter { $0.placement == .trailing }
  }

  private var ownAccessories: [CellAccessory] {
    accessories + accessoryType.accessories(accessoryView, .whenNotEditing)
      + editingAccessoryType.accessories(editingAccessoryView, .whenEditing)
  }

  override var labels: ListContentConfiguration {
    var content = defaultContentConfiguration()
    content.attributedText = textLabel?.attributedText
    content.secondaryAttributedText = style == .default ? nil : detailTextLabel?.attributedText
    return content
  }
}

/// What a cell may want to know about its row when it draws itself.
public struct CellConfigurationState: Hashable, Sendable {
  /// Whether the cursor is on the row.
  public var isFocused = false
  /// Whether the row is selected.
  public var isSelected = false
  /// Whether the row is pressed at this moment.
  public var isHighlighted = false
  /// Whether the table is being edited.
  public var isEditing = false
  /// Whether the row is an open parent.
  public var isExpanded = false
  /// Whether the row is being moved.
  public var isReordering = false
  /// Whether the row's swipe actions are shown.
  public var isSwiped = false

  /// Creates the state of an ordinary row.
  public init() {}
}
