/// A row's view: made by a cell provider, reused for other rows, drawn by the table.
///
/// Either set ``contentConfiguration``, or the two labels of its style. Subclasses may override
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
  /// The main text.
  public let textLabel: Label? = Label()
  /// The second text.
  public let detailTextLabel: Label? = Label()
  /// What the cell shows; the labels unless set.
  public var contentConfiguration: (any ContentConfiguration)?
  /// What lies behind the content; nothing but the theme's cursor unless set.
  public var backgroundConfiguration: BackgroundConfiguration?
  /// Signs beside the content, in their order.
  public var accessories: [CellAccessory] = []
  /// A sign of one's own at the right edge, which takes the place of ``accessoryType``.
  public var accessoryView: (any AccessoryContent)?
  /// How often the content is indented by ``indentationWidth``.
  public var indentationLevel = 0
  /// Columns of one level of indentation.
  public var indentationWidth = 2
  /// Called before the cell is drawn in a new state, to change its content.
  public var configurationUpdateHandler: ((TableViewCell, CellConfigurationState) -> Void)?

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

  /// The state it was drawn in last.
  public var configurationState: CellConfigurationState { lastState ?? CellConfigurationState() }

  /// The standard sign at the right edge; setting it replaces ``accessories``.
  public var accessoryType: AccessoryType {
    get {
      switch accessories.map(\.sign) {
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
    case .default: .cell()
    case .value2: .captionCell()
    case .value1: .valueCell()
    case .subtitle: .subtitleCell()
    }
  }

  /// Empties the cell before it serves another row. Overrides call `super`.
  open func prepareForReuse() {
    textLabel?.styledText = nil
    detailTextLabel?.styledText = nil
    contentConfiguration = nil
    backgroundConfiguration = nil
    accessories = []
    accessoryView = nil
    (indentationLevel, indentationWidth) = (0, 2)
    configurationUpdateHandler = nil
    (lastState, needsUpdate) = (nil, true)
  }

  /// Asks that ``configurationUpdateHandler`` is called before the next drawing.
  public func setNeedsUpdateConfiguration() { needsUpdate = true }

  /// Lines the row takes in a number of columns, as the terminal counts them; at least one.
  open func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    max(1, content.lines(inColumns: columns, metrics: metrics))
  }

  /// Draws the cell's content.
  open func draw(in canvas: inout Canvas, context: CellContext) {
    content.draw(in: &canvas, context: context)
  }

  /// Changes the cell for a state; the update handler is called after this.
  open func updateConfiguration(using state: CellConfigurationState) {}

  /// Calls the update handler when the state is not the one drawn last.
  func update(for state: CellConfigurationState) {
    guard state != lastState || needsUpdate else { return }
    (lastState, needsUpdate) = (state, false)
    updateConfiguration(using: state)
    configurationUpdateHandler?(self, state)
  }

  /// The signs in force: those of ``accessories``, or the view in the place of the standard sign.
  var shownAccessories: [CellAccessory] {
    let own = ownAccessories
    if controls.isEmpty { return own }
    let added = controls.filter { control in !own.contains { $0.sign == control.sign } }
    return added.filter { $0.placement == .leading } + own + added.filter { $0.placement == .trailing }
  }

  private var ownAccessories: [CellAccessory] {
    guard let accessoryView else { return accessories }
    return (accessoryType == .none ? accessories : []) + [.custom(accessoryView)]
  }

  private var content: any ContentConfiguration {
    if let contentConfiguration { return contentConfiguration }
    var content = defaultContentConfiguration()
    content.text = textLabel?.styledText
    content.secondaryText = style == .default ? nil : detailTextLabel?.styledText
    return content
  }
}
