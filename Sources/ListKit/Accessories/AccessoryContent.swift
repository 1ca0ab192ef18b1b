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
