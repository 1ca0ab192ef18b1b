import ListKit

/// A line of a difference: the sign that the table puts into its gutter, in the same style, and what happened.
struct DifferenceLineContent: ContentConfiguration {
  var line: DifferenceLog.Line

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let (sign, change) = look(in: context)
    canvas.write(StyledText(sign), style: change.mark)
    canvas.write(
      StyledText(line.text), column: 2, width: max(0, canvas.size.columns - 2), style: context.theme.text)
  }

  private func look(in context: CellContext) -> (sign: String, change: Theme.Change) {
    let symbols = context.symbols
    return switch line.change {
    case .inserted: (symbols.inserted, context.theme.inserted)
    case nil: (symbols.minus, context.theme.deleted)
    case .movedUp: (symbols.movedUp, context.theme.moved)
    case .movedDown: (symbols.movedDown, context.theme.moved)
    case .reloaded, .reconfigured: (symbols.changed, context.theme.changed)
    }
  }
}
