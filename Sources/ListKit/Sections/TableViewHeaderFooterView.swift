/// The view above or below a section: made by a provider, reused for other sections, drawn by the table.
///
/// Either set ``contentConfiguration``, or the labels. Subclasses may override ``draw(in:context:)`` and
/// ``lines(inColumns:metrics:)`` instead.
@MainActor
open class TableViewHeaderFooterView {
  /// The name it was registered under.
  public let reuseIdentifier: String?
  /// The main text.
  public let textLabel: Label? = Label()
  /// The second text, on a line below.
  public let detailTextLabel: Label? = Label()
  /// What the view shows; the labels unless set.
  public var contentConfiguration: (any ContentConfiguration)?
  /// What lies behind the content.
  public var backgroundConfiguration: BackgroundConfiguration?

  /// Creates a view; the table does so for registered classes.
  public required init(reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier }

  /// Empties the view before it serves another section. Overrides call `super`.
  open func prepareForReuse() {
    textLabel?.styledText = nil
    detailTextLabel?.styledText = nil
    contentConfiguration = nil
    backgroundConfiguration = nil
  }

  /// Lines it takes in a number of columns, as the terminal counts them; at least one.
  open func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    max(1, content.lines(inColumns: columns, metrics: metrics))
  }

  /// Draws the view's content.
  open func draw(in canvas: inout Canvas, context: CellContext) {
    content.draw(in: &canvas, context: context)
  }

  private var content: any ContentConfiguration {
    contentConfiguration
      ?? ListContentConfiguration(
        text: textLabel?.styledText, secondaryText: detailTextLabel?.styledText, arrangement: .below)
  }
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
    guard isPlaced(TableRow(section: section, .header)),
      case .view(let view)? = content?.header(ofSection: section)
    else { return nil }
    return view
  }

  /// The view below a section; nil where it has none, or is not on the screen.
  public func footerView(forSection section: Int) -> TableViewHeaderFooterView? {
    guard isPlaced(TableRow(section: section, .footer)),
      case .view(let view)? = content?.footer(ofSection: section)
    else { return nil }
    return view
  }

  private func isPlaced(_ row: TableRow) -> Bool {
    guard let content, (0..<content.numberOfSections).contains(row.section) else { return false }
    let isPinned = row.part == .header && layout.pinnedSection == row.section
    return isPinned || layout.placed(content.identifier(of: row)) != nil
  }
}
