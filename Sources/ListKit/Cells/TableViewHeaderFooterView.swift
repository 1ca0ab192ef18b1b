/// The view above or below a section: made by a provider, reused for other sections, drawn by the table.
///
/// The second label stands on a line below the first.
@MainActor
open class TableViewHeaderFooterView: ReusableView {
  /// Creates a view; the table does so for registered classes.
  public required override init(reuseIdentifier: String?) { super.init(reuseIdentifier: reuseIdentifier) }
}

/// What stands above or below a section: a configuration, or a view of one's own.
@MainActor
enum SectionText {
  case configuration(ListContentConfiguration)
  case view(TableViewHeaderFooterView)

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    switch self {
    case .configuration(let content): content.lines(inColumns: columns, metrics: metrics)
    case .view(let view): view.lines(inColumns: columns, metrics: metrics)
    }
  }

  func draw(in canvas: inout Canvas, context: CellContext) {
    switch self {
    case .configuration(let content): content.draw(in: &canvas, context: context)
    case .view(let view): view.draw(in: &canvas, context: context)
    }
  }

  var background: BackgroundConfiguration? {
    if case .view(let view) = self { view.backgroundConfiguration } else { nil }
  }
}
