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

  private(set) var placed: [Placed] = []
  private(set) var content: Range<Int>

  /// - Parameter bounds: the columns between gutter and right edge.
  init(
    of cell: TableViewCell, outline: OutlinePosition?, bounds: Range<Int>, context: CellContext,
    metrics: TextMetrics
  ) {
    let accessories = cell.shownAccessories
    let indentation = max(0, cell.indentationLevel * cell.indentationWidth)
    let own = accessories.first { $0.outlineStyle != nil }
    var sign = own?.placement == .trailing ? nil : own
    if own == nil, outline?.isExpandable ?? false { sign = .outlineDisclosure() }
    var start = bounds.lowerBound + indentation + (outline?.level ?? 0) * Self.indentation
    if sign != nil || (outline != nil && own == nil) {
      if let sign, outline?.isExpandable ?? true, sign.isShown(in: context.state) {
        placed.append(Placed(accessory: sign, columns: start..<start + Self.indentation - 1))
      }
      start += Self.indentation
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
    case .multiselect: return StyledText(context.state.isSelected ? symbols.selected : symbols.unselected)
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
