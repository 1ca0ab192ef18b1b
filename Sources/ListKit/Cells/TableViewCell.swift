/// A row's view: made by a cell provider, reused for other rows, drawn by the table.
///
/// Either set ``contentConfiguration``, or the two labels of its style. Subclasses may override
/// ``draw(in:context:)`` and ``lines(inColumns:)`` instead.
@MainActor
open class TableViewCell {
  /// How the two labels are arranged.
  public enum CellStyle: Hashable, Sendable {
    /// The text alone.
    case `default`
    /// The second text at the right edge.
    case value1
    /// The second text beside the text.
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
  /// The main text.
  public let textLabel: Label? = Label()
  /// The second text.
  public let detailTextLabel: Label? = Label()
  /// What the cell shows; the labels unless set.
  public var contentConfiguration: (any ContentConfiguration)?
  /// Signs at the right edge, from left to right.
  public var accessories: [CellAccessory] = []
  /// Called before the cell is drawn in a new state, to change its content.
  public var configurationUpdateHandler: ((TableViewCell, CellConfigurationState) -> Void)?

  private let style: CellStyle
  private var lastState: CellConfigurationState?

  /// Creates a cell; the table does so for registered classes.
  public required init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
  }

  /// The standard sign at the right edge; setting it replaces ``accessories``.
  public var accessoryType: AccessoryType {
    get {
      switch accessories {
      case [.disclosureIndicator]: .disclosureIndicator
      case [.detail]: .detailButton
      case [.detail, .disclosureIndicator]: .detailDisclosureButton
      case [.checkmark]: .checkmark
      default: .none
      }
    }
    set {
      switch newValue {
      case .none: accessories = []
      case .disclosureIndicator: accessories = [.disclosureIndicator]
      case .detailButton: accessories = [.detail]
      case .detailDisclosureButton: accessories = [.detail, .disclosureIndicator]
      case .checkmark: accessories = [.checkmark]
      }
    }
  }

  /// A fresh content in the arrangement of the cell's style.
  public func defaultContentConfiguration() -> ListContentConfiguration {
    switch style {
    case .default, .value2: .cell()
    case .value1: .valueCell()
    case .subtitle: .subtitleCell()
    }
  }

  /// Empties the cell before it serves another row. Overrides call `super`.
  open func prepareForReuse() {
    textLabel?.styledText = nil
    detailTextLabel?.styledText = nil
    contentConfiguration = nil
    accessories = []
    configurationUpdateHandler = nil
    lastState = nil
  }

  /// Asks that ``configurationUpdateHandler`` is called before the next drawing.
  public func setNeedsUpdateConfiguration() { lastState = nil }

  /// Lines the row takes in a number of columns; at least one.
  open func lines(inColumns columns: Int) -> Int { max(1, content.lines(inColumns: columns)) }

  /// Draws the cell's content.
  open func draw(in canvas: inout Canvas, context: CellContext) { content.draw(in: &canvas, context: context) }

  /// Calls the update handler when the state is not the one drawn last.
  func update(for state: CellConfigurationState) {
    guard state != lastState else { return }
    lastState = state
    configurationUpdateHandler?(self, state)
  }

  private var content: any ContentConfiguration {
    if let contentConfiguration { return contentConfiguration }
    var content = defaultContentConfiguration()
    content.text = textLabel?.styledText
    content.secondaryText = style == .default ? nil : detailTextLabel?.styledText
    return content
  }
}
