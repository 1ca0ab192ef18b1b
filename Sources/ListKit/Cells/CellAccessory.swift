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

  /// How far something has come: a bar, or what turns while that is unknown.
  ///
  /// - Parameters:
  ///   - progress: how far; the cell is configured again for another value.
  ///   - columns: those of the bar.
  ///   - displayed: when it is shown.
  ///   - placement: on which side it stands.
  public static func progress(
    _ progress: WorkProgress, columns: Int = 10, displayed: DisplayedState = .always,
    placement: Placement = .trailing
  ) -> Self {
    progress.part.map {
      .custom(Chart.bar($0, columns: columns), displayed: displayed, placement: placement)
    } ?? .spinner(displayed: displayed, placement: placement)
  }

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
  var isControl: Bool { kind == .delete || kind == .insert }
}

// MARK: - AccessoryLayout

/// The columns of a row: where its signs stand, and what is left for the content.
///
/// ```text
///   gutter  indentation  outline  leading   content           trailing
///   ▌+      ····         ▾        ○         Karakoram              ⓘ ›
/// ```
///
/// Drawing and clicking both ask it, so that what is seen is what is hit.
@MainActor
struct AccessoryLayout {
  /// A sign at its place.
  struct Placed {
    var accessory: CellAccessory
    var columns: Range<Int>
  }

  /// Columns an outline's level, and the sign before a row, take.
  static let indentation = 2
  /// Columns the content keeps, whatever signs there are.
  private static let leastContent = 4

  /// Columns that the text of an outline keeps in a column of its own, however deep its row is.
  private static let leastOutlineText = 3

  private(set) var placed: [Placed] = []
  private(set) var content: Range<Int>
  private let bounds: Range<Int>
  /// How far the text of ``TableColumn/isOutline`` stands behind the beginning of its column.
  private var columnIndentation = 0

  /// - Parameters:
  ///   - outlineColumn: where the column with the outline stands in the content; nil where all columns are indented.
  ///   - bounds: the columns between gutter and right edge.
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

  /// What signs and indentation say of a row, in words behind it.
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

  /// The columns of a tabular list, as they stand from the beginning of the content on.
  func columns(_ columns: [PlacedColumn]) -> [PlacedColumn] {
    let offset = content.lowerBound - bounds.lowerBound
    return columns.map { column in
      column.shifted(by: -offset).indented(by: column.isOutline ? columnIndentation : 0)
    }
  }

  /// The sign at a column. The blank behind a sign that opens and closes a row belongs to it.
  func accessory(atColumn column: Int) -> CellAccessory? {
    placed.first { placed in
      let isWide = placed.accessory.outlineStyle != nil && placed.accessory.placement == .leading
      return (placed.columns.lowerBound..<placed.columns.upperBound + (isWide ? 1 : 0)).contains(column)
    }?.accessory
  }

  /// Whether a sign turns.
  var isAnimated: Bool { placed.contains { $0.accessory.kind == .spinner } }
}

// MARK: - AccessoryContent

/// An accessory that draws itself: a value of one line.
public protocol AccessoryContent: Sendable {
  /// Columns it takes; none hides it.
  func columns(context: CellContext) -> Int
  /// Draws it; the canvas has the columns asked for.
  func draw(in canvas: inout Canvas, context: CellContext)
}

extension CellAccessory {
  /// Columns it takes; none where it is not shown.
  func columns(context: CellContext, metrics: TextMetrics) -> Int {
    guard isShown(in: context.state) else { return 0 }
    return content.map { max(0, $0.columns(context: context)) } ?? metrics.width(of: text(context).text)
  }

  func draw(in canvas: inout Canvas, context: CellContext) {
    if let content { return content.draw(in: &canvas, context: context) }
    let style = outlineStyle == nil ? context.theme.secondaryText : context.theme.text
    canvas.write(text(context), style: style)
  }

  /// The sign as text.
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

/// The sign of something under way: a function of time.
enum Spinner {
  /// How long each picture is shown.
  static let frameDuration = Duration.milliseconds(100)

  static func symbol(_ symbols: Symbols, _ context: CellContext) -> String {
    guard context.motion == .full, !symbols.spinner.isEmpty else { return symbols.busy }
    return symbols.spinner[Int(context.time / frameDuration) % symbols.spinner.count]
  }

  /// When the next picture is due.
  static func nextFrame(after now: Duration) -> Duration {
    frameDuration * (Int(now / frameDuration) + 1)
  }
}

// MARK: - Switch

/// A switch in a row: on or off.
///
/// ```swift
/// var enabled = Switch(isOn: settings.isEnabled)
/// enabled.addAction { [weak self] in self?.toggle() }
/// cell.accessoryView = enabled
/// ```
///
/// A click and enter perform its actions, which change the value and configure the row again. It is a value, made anew
/// whenever the cell is configured.
public struct Switch: AccessoryContent {
  /// Whether it is on. Setting it calls no action.
  public var isOn: Bool
  private var actions: [CellAccessory.ActionHandler] = []

  /// Creates a switch that does nothing yet.
  public init(isOn: Bool = false) { self.isOn = isOn }

  /// Adds what happens when a person turns it.
  public mutating func addAction(_ action: @escaping CellAccessory.ActionHandler) { actions.append(action) }

  /// As many as its sign takes.
  public func columns(context: CellContext) -> Int { sign(context).count }

  /// Draws it on or off.
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
