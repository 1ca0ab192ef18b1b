/// The rows of a data source as a table of a certain style and width has them.
@MainActor
final class TableRows: RowContent {
  private let content: any TableContent
  /// Whether a section with items has a header and a footer for the edges of its box.
  private let framesSections: Bool
  private let itemColumns: Int
  /// Questions come in runs about one section.
  private var last: (section: Int, shape: SectionShape)?

  init(_ content: any TableContent, framesSections: Bool, itemColumns: Int) {
    self.content = content
    self.framesSections = framesSections
    self.itemColumns = itemColumns
  }

  var numberOfSections: Int { content.numberOfSections }

  func shape(ofSection section: Int) -> SectionShape {
    if let last, last.section == section { return last.shape }
    let items = content.numberOfItems(inSection: section)
    let layout = content.layout(ofSection: section)
    let isFramed = framesSections && items > 0
    let shape = SectionShape(
      numberOfItems: items, hasHeader: isFramed || content.header(ofSection: section) != nil,
      hasFooter: isFramed || content.footer(ofSection: section) != nil,
      geometry: layout.geometry(in: itemColumns), margins: layout.margins)
    last = (section, shape)
    return shape
  }

  func identifier(of row: TableRow) -> RowIdentifier { content.identifier(of: row) }

  func row(for identifier: RowIdentifier) -> TableRow? { content.row(for: identifier) }
}
