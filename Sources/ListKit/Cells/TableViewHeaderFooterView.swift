/// The view above or below a section: made by a provider, reused for other sections, drawn by the table.
///
/// The second label stands on a line below the first.
@MainActor
open class TableViewHeaderFooterView: ReusableView {
  /// Creates a view; the table does so for registered classes.
  public required override init(reuseIdentifier: String?) { super.init(reuseIdentifier: reuseIdentifier) }
}

extension TableView {
  /// Registers the class that new views of a reuse identifier are made from; nil unregisters.
  public func register(
    _ viewClass: TableViewHeaderFooterView.Type?, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    cellStore.headerFooterPool.register(viewClass, identifier)
  }

  /// A view that waits for reuse, else a new one; nil where no class is registered for the identifier.
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> TableViewHeaderFooterView?
  {
    cellStore.headerFooterPool.dequeue(identifier)
  }

  /// Keeps a view that its section needs no more, for another one.
  func enqueue(_ view: TableViewHeaderFooterView) { cellStore.headerFooterPool.enqueue(view) }

  /// The view above a section; nil where it has none, or is not on the screen.
  public func headerView(forSection section: Int) -> TableViewHeaderFooterView? {
    view(of: TableRow(section: section, .header))
  }

  /// The view below a section; nil where it has none, or is not on the screen.
  public func footerView(forSection section: Int) -> TableViewHeaderFooterView? {
    view(of: TableRow(section: section, .footer))
  }

  private func view(of row: TableRow) -> TableViewHeaderFooterView? {
    guard let content, (0..<content.numberOfSections).contains(row.section),
      row.part == .header && layout.pinnedSection == row.section
        || layout.placed(content.identifier(of: row)) != nil,
      case .view(let view)? = content.text(of: row)
    else { return nil }
    return view
  }
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
