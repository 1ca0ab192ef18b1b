/// An element beside a row's content, such as a disclosure indicator, a checkmark, or a control.
///
/// ```text
///   ▌ ≡ ○  Denali              6,190 m  ⓘ ›
///     └┬┘                      └────┬─────┘
///   leading                      trailing
/// ```
///
/// On each side, accessories have the order of ``TableViewCell/accessories``.
public struct CellAccessory: Sendable {
  /// When an accessory is shown.
  public enum DisplayedState: Hashable, Sendable {
    /// Always.
    case always
    /// While the table is being edited.
    case whenEditing
    /// While the table is not being edited.
    case whenNotEditing
  }

  /// The side of the content on which an accessory is placed.
  public enum Placement: Hashable, Sendable {
    /// Before the content.
    case leading
    /// After the content.
    case trailing
  }

  /// The behaviour of the symbol that expands and collapses a row.
  public enum OutlineDisclosureStyle: Hashable, Sendable {
    /// The same as ``cell``.
    case automatic
    /// A click or enter anywhere on the row expands or collapses it; the row cannot be selected.
    case header
    /// Only the symbol expands and collapses; the row can be selected.
    case cell
  }

  /// An action of a click, which replaces the default action of the accessory.
  public typealias ActionHandler = @MainActor @Sendable () -> Void

  enum Kind: Hashable, Sendable {
    case disclosureIndicator
    case detail
    case checkmark
    case toggle(isOn: Bool)
    case label(StyledText)
    case reorder
    case delete
    case insert
    case outlineDisclosure(OutlineDisclosureStyle)
    case spinner
    case custom
  }

  let kind: Kind
  /// When the accessory is shown.
  var displayed = DisplayedState.always
  /// The side on which it is placed.
  var placement = Placement.trailing
  var content: (any AccessoryContent)?
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
  /// A symbol for a row whose primary action leads to more, such as another screen. It has no action itself.
  public static func disclosureIndicator(displayed: DisplayedState = .always) -> Self {
    Self(kind: .disclosureIndicator, displayed: displayed)
  }

  /// A symbol that shows the details of the row when it is clicked.
  public static func detail(
    displayed: DisplayedState = .always, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .detail, displayed: displayed, actionHandler: actionHandler) }

  /// A symbol for a chosen row; the program keeps track of which rows are chosen.
  public static func checkmark(
    displayed: DisplayedState = .always, placement: Placement = .trailing
  ) -> Self { Self(kind: .checkmark, displayed: displayed, placement: placement) }

  /// A switch, on or off. A click calls the handler, which has to change the value and configure the row
  /// again.
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

  /// A short styled text at the end of the row.
  public static func label(
    attributedText: StyledText, displayed: DisplayedState = .always, placement: Placement = .trailing,
    actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .label(attributedText), displayed: displayed, placement: placement, actionHandler: actionHandler)
  }

  /// A handle with which the mouse moves the row; alt with the arrows also moves it.
  public static func reorder(displayed: DisplayedState = .whenEditing) -> Self {
    Self(kind: .reorder, displayed: displayed)
  }

  /// A symbol at the start of the row that deletes it; the handler replaces the data source's deletion.
  public static func delete(
    displayed: DisplayedState = .whenEditing, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .delete, displayed: displayed, placement: .leading, actionHandler: actionHandler) }

  /// A symbol at the start of the row that inserts a row; the handler replaces the data source's insertion.
  public static func insert(
    displayed: DisplayedState = .whenEditing, actionHandler: ActionHandler? = nil
  ) -> Self { Self(kind: .insert, displayed: displayed, placement: .leading, actionHandler: actionHandler) }

  /// The symbol that expands and collapses a row of an outline. A row without this accessory shows the symbol
  /// too; the accessory sets its behaviour and position.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always, style: OutlineDisclosureStyle = .automatic,
    placement: Placement = .leading, actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .outlineDisclosure(style), displayed: displayed, placement: placement,
      actionHandler: actionHandler)
  }

  /// An activity indicator, which is animated while it is visible.
  public static func spinner(
    displayed: DisplayedState = .always, placement: Placement = .trailing
  ) -> Self { Self(kind: .spinner, displayed: displayed, placement: placement) }

  /// A progress bar, or a spinner while the progress is unknown.
  ///
  /// - Parameters:
  ///   - progress: the progress; configure the cell again to change it.
  ///   - columns: the width of the bar.
  ///   - displayed: when it is shown.
  ///   - placement: the side on which it is placed.
  public static func progress(
    _ progress: WorkProgress, columns: Int = 10, displayed: DisplayedState = .always,
    placement: Placement = .trailing
  ) -> Self {
    progress.part.map {
      .custom(Chart.bar($0, columns: columns), displayed: displayed, placement: placement)
    } ?? .spinner(displayed: displayed, placement: placement)
  }

  /// An accessory that draws itself.
  public static func custom(
    _ content: any AccessoryContent, displayed: DisplayedState = .always, placement: Placement = .trailing,
    actionHandler: ActionHandler? = nil
  ) -> Self {
    Self(
      kind: .custom, displayed: displayed, placement: placement, content: content,
      actionHandler: actionHandler)
  }
}

extension CellAccessory {
  var isSwitch: Bool { if case .toggle = kind { true } else { false } }

  /// Whether it is a control that the table handles.
  var isControl: Bool { kind == .delete || kind == .insert }
}

// MARK: - AccessoryLayout

/// The columns of a row: the accessories, and the remaining columns for the content.
///
/// ```text
///   gutter  indentation  outline  leading   content           trailing
///   +▌      │·│·         ▾        ○         Karakoram              ⓘ ›
/// ```
///
/// Drawing and hit-testing share this layout, so a click hits what is visible.
@MainActor
struct AccessoryLayout {
  /// An accessory with its columns.
  struct Placed {
    var accessory: CellAccessory
    var columns: Range<Int>
  }

  /// The columns per outline level, and of the symbol before a row.
  static let indentation = 2
  /// The minimum columns of the content.
  private static let leastContent = 4

  /// The minimum columns of the text in an outline column, at any level.
  private static let leastOutlineText = 3

  private(set) var placed: [Placed] = []
  /// The columns of the lines from open parents down to the row.
  private(set) var guides: [Int] = []
  private(set) var content: Range<Int>
  private let bounds: Range<Int>
  /// The indentation of the text in a column with ``TableColumn/isOutline``.
  private var columnIndentation = 0

  /// - Parameters:
  ///   - outlineColumn: the range of the outline column in the content; nil if all columns are indented.
  ///   - bounds: the columns between the gutter and the right edge.
  init(
    of cell: TableViewCell, outline: OutlinePosition?, outlineColumn: Range<Int>? = nil, bounds: Range<Int>,
    context: CellContext, metrics: TextMetrics
  ) {
    self.bounds = bounds
    var accessories = cell.shownAccessories
    let own = accessories.first { $0.outlineStyle != nil }
    var sign = own?.placement == .trailing ? nil : own
    if own == nil, outline?.isExpandable ?? false { sign = .outlineDisclosure() }
    let level = (outline?.level ?? 0) * Self.indentation
    var start = bounds.lowerBound + level
    if let outlineColumn {
      let room = max(0, outlineColumn.count - Self.indentation - Self.leastOutlineText)
      start = bounds.lowerBound + outlineColumn.lowerBound + min(level, room)
    }
    let first = bounds.lowerBound + (outlineColumn?.lowerBound ?? 0)
    if level > 0 {
      guides = Array(stride(from: first, to: min(start, bounds.upperBound), by: Self.indentation))
    }
    if context.symbols.areWords {
      accessories.removeAll { $0.outlineStyle != nil }
      accessories += Self.words(for: context, outline)
    } else if sign != nil || (outline != nil && own == nil) {
      if let sign, outline?.isExpandable ?? true, sign.isShown(in: context.state) {
        placed.append(Placed(accessory: sign, columns: start..<start + Self.indentation - 1))
      }
      start += Self.indentation
    }
    if let outlineColumn {
      columnIndentation = start - bounds.lowerBound - outlineColumn.lowerBound
      start = bounds.lowerBound
    }
    content = start..<max(start, bounds.upperBound)
    for accessory in accessories where accessory.placement == .leading && accessory.outlineStyle == nil {
      let width = accessory.columns(context: context, metrics: metrics)
      guard width > 0, content.count > width + Self.leastContent else { continue }
      placed.append(Placed(accessory: accessory, columns: content.lowerBound..<content.lowerBound + width))
      content = content.lowerBound + width + 1..<content.upperBound
    }
    for accessory in accessories.reversed() where accessory.placement == .trailing {
      if accessory.outlineStyle != nil, !(outline?.isExpandable ?? true) { continue }
      let width = accessory.columns(context: context, metrics: metrics)
      guard width > 0 else { continue }
      guard content.count > width + Self.leastContent else { break }
      placed.append(Placed(accessory: accessory, columns: content.upperBound - width..<content.upperBound))
      content = content.lowerBound..<content.upperBound - width - 1
    }
  }

  /// Returns the state of a row, which symbols and indentation show otherwise, as words after it.
  private static func words(for context: CellContext, _ outline: OutlinePosition?) -> [CellAccessory] {
    var words: [String] = []
    if let outline, outline.isExpandable {
      words.append(outline.isExpanded ? context.symbols.expanded : context.symbols.collapsed)
    }
    if let outline, outline.level > 0 { words.append("level \(outline.level + 1)") }
    if context.state.isSelected { words.append(context.symbols.mark) }
    if context.state.isReordering { words.append("moving") }
    return words.isEmpty ? [] : [.label(text: words.joined(separator: ", "))]
  }

  /// Returns the columns of a tabular list, relative to the start of the content.
  func columns(_ columns: [PlacedColumn]) -> [PlacedColumn] {
    let offset = content.lowerBound - bounds.lowerBound
    return columns.map { column in
      column.shifted(by: -offset).indented(by: column.isOutline ? columnIndentation : 0)
    }
  }

  /// Returns the accessory at a column. The space after an outline symbol belongs to it.
  func accessory(atColumn column: Int) -> CellAccessory? {
    placed.first { placed in
      let isWide = placed.accessory.outlineStyle != nil && placed.accessory.placement == .leading
      return (placed.columns.lowerBound..<placed.columns.upperBound + (isWide ? 1 : 0)).contains(column)
    }?.accessory
  }

  var isAnimated: Bool { placed.contains { $0.accessory.kind == .spinner } }
}

// MARK: - AccessoryContent

/// The content of an accessory that draws itself, in one line.
public protocol AccessoryContent: Sendable {
  /// Returns the number of columns; 0 hides the accessory.
  func columns(context: CellContext) -> Int
  /// Draws the content; the canvas has the requested columns.
  func draw(in canvas: inout Canvas, context: CellContext)
}

extension CellAccessory {
  /// Returns the number of columns; 0 if the accessory is hidden.
  func columns(context: CellContext, metrics: TextMetrics) -> Int {
    guard isShown(in: context.state) else { return 0 }
    return content.map { max(0, $0.columns(context: context)) } ?? metrics.width(of: text(context).text)
  }

  func draw(in canvas: inout Canvas, context: CellContext) {
    if let content { return content.draw(in: &canvas, context: context) }
    let style = outlineStyle == nil ? context.theme.secondaryText : context.theme.text
    canvas.write(text(context), style: style)
  }

  /// Returns the symbol or the text of the accessory.
  func text(_ context: CellContext) -> StyledText {
    let symbols = context.symbols
    switch kind {
    case .disclosureIndicator: return StyledText(symbols.disclosure)
    case .detail: return StyledText(symbols.detail)
    case .checkmark: return StyledText(symbols.checkmark)
    case .toggle(let isOn): return StyledText(isOn ? symbols.switchOn : symbols.switchOff)
    case .label(let text): return text
    case .reorder: return StyledText(symbols.reorder)
    case .delete: return StyledText(symbols.delete)
    case .insert: return StyledText(symbols.insert)
    case .outlineDisclosure:
      return StyledText(context.state.isExpanded ? symbols.expanded : symbols.collapsed)
    case .spinner: return StyledText(Spinner.symbol(symbols, context))
    case .custom: return ""
    }
  }
}

/// The activity indicator, a function of time.
enum Spinner {
  static let frameDuration = Duration.milliseconds(100)

  static func symbol(_ symbols: Symbols, _ context: CellContext) -> String {
    guard context.motion == .full, !symbols.spinner.isEmpty else { return symbols.busy }
    return symbols.spinner[Int(context.time / frameDuration) % symbols.spinner.count]
  }

  /// Returns the time of the next picture.
  static func nextFrame(after now: Duration) -> Duration {
    frameDuration * (Int(now / frameDuration) + 1)
  }
}

// MARK: - Switch

/// A switch in a row, on or off.
///
/// ```swift
/// var enabled = Switch(isOn: settings.isEnabled)
/// enabled.addAction { [weak self] in self?.toggle() }
/// cell.accessoryView = enabled
/// ```
///
/// A click and enter perform its actions, which have to change the value and configure the row again. A
/// switch is a value, created again each time the cell is configured.
public struct Switch: AccessoryContent {
  /// Whether it is on. Setting it calls no action.
  public var isOn: Bool
  private var actions: [CellAccessory.ActionHandler] = []

  /// Creates a switch without actions.
  public init(isOn: Bool = false) { self.isOn = isOn }

  /// Adds an action for when the user turns the switch.
  public mutating func addAction(_ action: @escaping CellAccessory.ActionHandler) { actions.append(action) }

  /// Returns the width of the symbol.
  public func columns(context: CellContext) -> Int { sign(context).count }

  /// Draws the symbol.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    canvas.write(StyledText(sign(context)), style: context.theme.secondaryText)
  }

  private func sign(_ context: CellContext) -> String {
    isOn ? context.symbols.switchOn : context.symbols.switchOff
  }

  func accessory(_ displayed: CellAccessory.DisplayedState) -> CellAccessory {
    let actions = actions
    let all: CellAccessory.ActionHandler = { for action in actions { action() } }
    return .toggle(isOn: isOn, displayed: displayed, actionHandler: actions.isEmpty ? nil : all)
  }
}
