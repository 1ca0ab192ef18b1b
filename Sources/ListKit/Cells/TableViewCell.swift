/// The view of a row: created by a cell provider, reused for other rows, drawn by the table.
///
/// Set its ``contentConfiguration``. Subclasses may instead override ``draw(in:context:)`` and ``lines(inColumns:metrics:)``.
@MainActor
open class TableViewCell {
  /// The arrangement of the texts of ``defaultContentConfiguration()``.
  public enum CellStyle: Hashable, Sendable {
    /// Only the text.
    case `default`
    /// The second text at the right edge.
    case value1
    /// The second text beside the text, which is its caption.
    case value2
    /// The second text on a line below.
    case subtitle
  }

  /// The reuse identifier under which the cell was registered.
  public let reuseIdentifier: String?
  /// The content; if nil, the cell is empty.
  public var contentConfiguration: (any ContentConfiguration)?
  /// The background; if nil, only the theme's cursor.
  public var backgroundConfiguration: BackgroundConfiguration?
  /// The accessories beside the content, in order.
  public var accessories: [CellAccessory] = []
  /// A custom accessory, shown after ``accessories`` while the table is not being edited.
  public var accessoryView: (any AccessoryContent)?
  /// A mark in the gutter of a row whose change the program shows for longer than the table does. A change
  /// that the table is showing takes precedence.
  public var changeMark: RowChange?
  /// Whether a faint line over the whole width is below the row, which the cursor does not cover.
  public var hasRuleBelow = false

  /// Returns the table's state for the cell's row; nil if the cell has no row.
  var currentState: () -> CellConfigurationState? = { nil }
  /// The accessories that the table adds while it is being edited.
  var controls: [CellAccessory] = []
  private let style: CellStyle
  private var lastState: CellConfigurationState?
  private var needsUpdate = true

  /// Creates a cell; tables do this for registered classes.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
  }

  /// The current state of the cell's row; the default state if the cell has no row.
  public var configurationState: CellConfigurationState { currentState() ?? CellConfigurationState() }

  /// Returns a new content with the arrangement of the cell's style.
  public func defaultContentConfiguration() -> ListContentConfiguration {
    switch style {
    case .default: .cell()
    case .value2: ListContentConfiguration(arrangement: .caption)
    case .value1: .valueCell()
    case .subtitle: .subtitleCell()
    }
  }

  /// Resets the cell before it is reused for another row. Overrides call `super`.
  open func prepareForReuse() {
    contentConfiguration = nil
    backgroundConfiguration = nil
    accessories = []
    accessoryView = nil
    changeMark = nil
    hasRuleBelow = false
    currentState = { nil }
    lastState = nil
    needsUpdate = true
  }

  /// Requests a call of ``updateConfiguration(using:)`` before the next drawing.
  public func setNeedsUpdateConfiguration() { needsUpdate = true }

  /// Adapts the cell to a state before it is drawn in it. Does nothing unless overridden.
  open func updateConfiguration(using state: CellConfigurationState) {}

  /// Updates the cell if the state is not that of the last drawing.
  func update(for state: CellConfigurationState) {
    guard state != lastState || needsUpdate else { return }
    lastState = state
    needsUpdate = false
    updateConfiguration(using: state)
  }

  /// All accessories: ``accessories``, standard ones, and the table's controls.
  var shownAccessories: [CellAccessory] {
    let own = ownAccessories
    if controls.isEmpty { return own }
    let added = controls.filter { control in !own.contains { $0.kind == control.kind } }
    return added.filter { $0.placement == .leading } + own + added.filter { $0.placement == .trailing }
  }

  private var ownAccessories: [CellAccessory] {
    accessories
      + (accessoryView.map { view in
        [(view as? Switch)?.accessory(.whenNotEditing) ?? .custom(view, displayed: .whenNotEditing)]
      } ?? [])
  }

  /// Returns the number of lines in a given number of terminal columns; at least one.
  open func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    max(1, content.lines(inColumns: columns, metrics: metrics))
  }

  /// Draws the content. Overrides may draw something else, or more after calling `super`.
  open func draw(in canvas: inout Canvas, context: CellContext) {
    content.draw(in: &canvas, context: context)
  }

  private var content: any ContentConfiguration { contentConfiguration ?? defaultContentConfiguration() }
}

/// The state of a row, for the cell that shows it.
public struct CellConfigurationState: Hashable, Sendable {
  /// Whether the cursor is on the row.
  public var isFocused = false
  /// Whether the row is selected.
  public var isSelected = false
  /// Whether the row is pressed.
  public var isHighlighted = false
  /// Whether the table is being edited.
  public var isEditing = false
  /// Whether the row is an expanded parent.
  public var isExpanded = false
  /// Whether the row is being moved.
  public var isReordering = false

  /// Creates the default state.
  public init() {}
}

// MARK: - BackgroundConfiguration

/// The background of a row's content, which depends on the row's state.
///
/// The style is applied under the content: its colours are visible where the content has default colours, and
/// its attributes are added. If several states apply, the first of pressed, focused and selected that has its
/// own style is used.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// The style of a row that is neither selected nor under the cursor.
  public var style: TextStyle
  /// The style of the row under the cursor; nil for the theme's.
  public var focused: TextStyle?
  /// The style of a selected row; nil for the theme's.
  public var selected: TextStyle?
  /// The style of a pressed row; nil for none.
  public var highlighted: TextStyle?

  /// Creates a background with one style, and the theme's styles for the other states.
  public init(_ style: TextStyle = .plain) { self.style = style }

  /// Returns a background without a style, except under the cursor.
  public static func clear() -> Self { Self() }

  /// Returns the style for a state.
  public func style(for state: CellConfigurationState) -> TextStyle {
    styleOnTop(for: state) ?? (state.isSelected ? selected : nil) ?? style
  }

  /// Returns the style that replaces the theme's cursor, if there is one.
  func styleOnTop(for state: CellConfigurationState) -> TextStyle? {
    (state.isHighlighted ? highlighted : nil) ?? (state.isFocused ? focused : nil)
  }
}

extension TableViewCell {
  /// The editing control of a row.
  public enum EditingStyle: Hashable, Sendable {
    /// No control.
    case none
    /// Deletes the row.
    case delete
    /// Inserts a row.
    case insert
  }
}
