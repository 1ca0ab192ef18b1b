/// A row's view: made by a cell provider, reused for other rows, drawn by the table.
///
/// Either set ``contentConfiguration``, or the two labels, which are arranged by the cell's style. Subclasses may override
/// ``draw(in:context:)`` and ``lines(inColumns:metrics:)`` instead.
@MainActor
open class TableViewCell {
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

  /// The name it was registered under.
  public let reuseIdentifier: String?
  /// The text of the row, where no content is set; it is emptied before the cell is used for another row.
  public let textLabel: Label? = Label()
  /// The second text, where no content is set; it is emptied likewise.
  public let detailTextLabel: Label? = Label()
  /// What is shown; the labels unless set.
  public var contentConfiguration: (any ContentConfiguration)?
  /// What lies behind the content; nothing but the theme's cursor unless set.
  public var backgroundConfiguration: BackgroundConfiguration?
  /// Signs beside the content, in their order.
  public var accessories: [CellAccessory] = []
  /// The standard sign at the right edge while the table is not being edited, behind ``accessories``.
  public var accessoryType = AccessoryType.none
  /// A sign of one's own, which takes the place of ``accessoryType``.
  public var accessoryView: (any AccessoryContent)?
  /// The mark in the gutter of a row whose change is remembered for longer than the table shows it; a change that the
  /// table shows comes first.
  public var changeMark: ChangeMark?
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
    self.reuseIdentifier = reuseIdentifier
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
  open func prepareForReuse() {
    textLabel?.attributedText = nil
    detailTextLabel?.attributedText = nil
    contentConfiguration = nil
    backgroundConfiguration = nil
    accessories = []
    accessoryType = .none
    accessoryView = nil
    changeMark = nil
    currentState = { nil }
    configurationUpdateHandler = nil
    lastState = nil
    needsUpdate = true
  }

  /// Asks that ``configurationUpdateHandler`` is called before the next drawing.
  public func setNeedsUpdateConfiguration() { needsUpdate = true }

  /// Changes the cell for a state; the update handler is called after this.
  open func updateConfiguration(using state: CellConfigurationState) {}

  /// Calls the update handler when the state is not the one drawn last.
  func update(for state: CellConfigurationState) {
    guard state != lastState || needsUpdate else { return }
    lastState = state
    needsUpdate = false
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
    accessories + accessoryType.accessories(accessoryView)
  }

  /// Lines it takes in a number of columns, as the terminal counts them; at least one.
  open func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    max(1, content.lines(inColumns: columns, metrics: metrics))
  }

  /// Draws the content; override it to draw by hand, after `super` or instead of it.
  open func draw(in canvas: inout Canvas, context: CellContext) {
    content.draw(in: &canvas, context: context)
  }

  private var content: any ContentConfiguration {
    if let contentConfiguration { return contentConfiguration }
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

/// A text that a cell shows, set the way a label is in UIKit.
@MainActor
public final class Label {
  /// The text without styled stretches.
  public var text: String? {
    get { attributedText?.text }
    set { attributedText = newValue.map { StyledText($0) } }
  }
  /// The text with styled stretches.
  public var attributedText: StyledText?

  init() {}
}

// MARK: - BackgroundConfiguration

/// What lies behind a row's content, by the row's state.
///
/// A style is painted under the content: colours show where the content leaves them at their default, and
/// attributes are added. Where several states hold, the first of pressed, cursor, selected that has a
/// style of its own counts.
public struct BackgroundConfiguration: Hashable, Sendable {
  /// The style of a row that is neither selected nor under the cursor.
  public var style: Style
  /// The row under the cursor; nil for the theme's.
  public var focused: Style?
  /// The style while the row is selected; nil for that of the theme.
  public var selected: Style?
  /// A row that is pressed.
  public var highlighted: Style?

  /// Creates a background with one style, and the theme's for the other states of a row.
  public init(_ style: Style = .plain) { self.style = style }

  /// Nothing behind the row, except under the cursor.
  public static func clear() -> Self { Self() }

  /// The style in a state.
  public func style(for state: CellConfigurationState) -> Style {
    styleOnTop(for: state) ?? (state.isSelected ? selected : nil) ?? style
  }

  /// The style that takes the place of the theme's cursor, where the row has it.
  func styleOnTop(for state: CellConfigurationState) -> Style? {
    (state.isHighlighted ? highlighted : nil) ?? (state.isFocused ? focused : nil)
  }
}

extension TableViewCell {
  /// What a person does to a row in edit mode.
  public enum EditingStyle: Hashable, Sendable {
    /// Nothing.
    case none
    /// Removes the row.
    case delete
    /// Adds a row beside it.
    case insert
  }
}

/// What happened to a row, as ``TableViewCell/changeMark`` shows it.
public enum ChangeMark: Hashable, Sendable {
  /// It came.
  case inserted
  /// It has other content.
  case changed
  /// It went, and is shown all the same.
  case deleted
}
