import ListKit

/// The view above a section: its name, and, behind a line, the code it is about.
///
/// ```text
///   Standard signs ──────────────────────────── cell.accessoryType
/// ```
final class LookHeaderView: TableViewHeaderFooterView {
  override func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  override func draw(in canvas: inout Canvas, context: CellContext) {
    guard let text = textLabel?.attributedText, let code = detailTextLabel?.attributedText else { return }
    let start = canvas.write(text, style: context.theme.text) + 1
    let width = canvas.metrics.width(of: code.text)
    // Code is shown whole or not at all.
    let end = canvas.size.columns - width - 1 > start ? canvas.size.columns - width : canvas.size.columns
    let rule = String(repeating: context.symbols.rule, count: max(0, end - 1 - start))
    canvas.write(StyledText(rule), column: start, style: context.theme.border)
    canvas.write(code, column: end, style: context.theme.secondaryText)
  }
}
