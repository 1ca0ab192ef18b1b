extension TableViewDiffableDataSource: TableContent {
  var numberOfSections: Int { content.snapshot.numberOfSections }

  var numberOfItems: Int { content.shown.numberOfItems }

  var isApplying: Bool { queue.isServed }

  func numberOfItems(inSection section: Int) -> Int { content.shown.numberOfItems(inSectionAt: section) }

  func ordinal(of indexPath: IndexPath) -> Int { content.shown.index(ofItemAt: indexPath.position) }

  func row(ofItemAt ordinal: Int) -> TableRow? {
    content.shown.position(ofItemAt: ordinal).map { TableRow(section: $0.section, .item($0.item)) }
  }

  func identifier(of row: TableRow) -> RowIdentifier {
    switch row.part {
    case .header: return .header(handle(ofSection: row.section))
    case .footer: return .footer(handle(ofSection: row.section))
    case .item(let item):
      let position = ItemPosition(section: row.section, item: item)
      guard let handle = handles.handle(at: position, in: content.snapshot) else {
        trap("table row at section \(row.section), item \(item): index path out of range")
      }
      return .item(handle)
    }
  }

  func row(for identifier: RowIdentifier) -> TableRow? {
    switch identifier {
    case .header(let handle): rowOfSection(handle, .header)
    case .footer(let handle): rowOfSection(handle, .footer)
    case .item(let handle):
      handles.position(ofItem: handle, in: content.shown).map {
        TableRow(section: $0.section, .item($0.item))
      }
    }
  }

  func section(of identifier: RowIdentifier) -> Int? {
    switch identifier {
    case .header(let handle), .footer(let handle): handles.section(handle).flatMap(index(for:))
    case .item: nil
    }
  }

  private func rowOfSection(_ handle: Int, _ part: TableRow.Part) -> TableRow? {
    guard let index = handles.section(handle).flatMap(index(for:)) else { return nil }
    let shape = shape(ofSection: index)
    return (part == .header ? shape.hasHeader : shape.hasFooter) ? TableRow(section: index, part) : nil
  }

  private func handle(ofSection index: Int) -> Int {
    handles.handle(of: content.snapshot.sectionIdentifiers[index])
  }

  /// Forgets what was known of rows and sections, once the content is another one.
  func contentDidChange() {
    let needed = [content.snapshot, pending.unshown?.old].compactMap(\.self)
    handles.contentDidChange(needed, leaving: tableView?.leavingItems ?? [])
    sectionCache.forget()
  }

  func successor(of identifier: RowIdentifier) -> TableRow? {
    guard let change = pending.unshown else { return nil }
    switch identifier {
    case .header(let handle), .footer(let handle):
      return handles.section(handle).flatMap(change.successor(ofSection:)).map {
        TableRow(section: $0, .header)
      }
    case .item(let handle):
      guard let item = handles.item(handle) else { return nil }
      // The cursor of a closed section goes to its header.
      if let section = content.snapshot.sectionIdentifier(containingItem: item), isCollapsed(section),
        let header = index(for: section).map({ TableRow(section: $0, .header) }),
        shape(ofSection: header.section).headerTakesCursor
      {
        return header
      }
      return change.successor(of: item)
    }
  }

  func deselected(among selected: Set<RowIdentifier>) -> [RowIdentifier] {
    guard let change = pending.unshown else { return [] }
    if let items = change.deselectedItems(fewerThan: selected.count) {
      return items.compactMap { handles.knownHandle(of: $0).map { .item($0) } }.filter(
        selected.contains)
    }
    return selected.filter { identifier in
      guard case .item(let handle) = identifier, let item = handles.item(handle) else { return true }
      return change.deselects(item)
    }
  }

  // MARK: Sections

  func content(of row: TableRow) -> ListContentConfiguration? {
    if let known = sectionCache.content(of: row) { return known }
    let identifier = content.snapshot.sectionIdentifiers[row.section]
    let isHeader = row.part == .header
    var made: ListContentConfiguration? = calling {
      if let content = (isHeader ? headerProvider : footerProvider)?(identifier) { return content }
      let title = tableView.flatMap {
        isHeader
          ? self.tableView($0, titleForHeaderInSection: row.section)
          : self.tableView($0, titleForFooterInSection: row.section)
      }
      return title.map { ListContentConfiguration(text: $0) }
    }
    if isHeader, let content = made { made = closedHeader(content, ofSection: row.section) }
    sectionCache.keep(made, of: row)
    return made
  }

  /// A section with items that has a box around them has a header and a footer for its edges.
  func shape(ofSection section: Int) -> SectionShape {
    if let known = sectionCache.shape(ofSection: section) { return known }
    let (items, layout) = (numberOfItems(inSection: section), layout(ofSection: section))
    let isFramed = items > 0 && tableView?.framesSections ?? false
    let hasHeader = content(of: TableRow(section: section, .header)) != nil
    let shape = SectionShape(
      numberOfItems: items, hasHeader: isFramed || hasHeader,
      headerTakesCursor: hasHeader && tableView?.allowsSectionCollapsing ?? false,
      hasFooter: isFramed || content(of: TableRow(section: section, .footer)) != nil,
      geometry: layout.geometry(in: tableView?.itemColumns.count ?? 0), margins: layout.margins)
    sectionCache.keep(shape, ofSection: section)
    return shape
  }

  var version: Int { sectionCache.version }

  func sizeDidChange() { sectionCache.forgetShape() }

  func layout(ofSection section: Int) -> SectionLayout {
    guard let sectionLayoutProvider else { return .list }
    if let known = sectionCache.layout(ofSection: section) { return known }
    let layout = calling { sectionLayoutProvider(content.snapshot.sectionIdentifiers[section]) }
    sectionCache.keep(layout, ofSection: section)
    return layout
  }

  /// Asks anew how sections look.
  func sectionsDidChange() {
    sectionCache.forget()
    tableView?.setNeedsLayout()
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    guard let item = itemIdentifier(for: indexPath) else {
      trap("cell for \(indexPath): index path out of range")
    }
    let made = tableView.during(.layingOut) { calling { cellProvider(tableView, indexPath, item) } }
    guard let cell = made else {
      trap(
        "TableViewDiffableDataSource cell provider returned nil for index path \(indexPath) with item identifier '\(item)', which is not allowed. You must always return a cell to the table view"
      )
    }
    return cell
  }

  var unshownChange: (any TableChange)? { pending.unshown }

  func takeOverChange() { pending.takeOver() }

  var undrawnChange: (any TableChange)? { pending.undrawn }

  func forgetUndrawnChange() { pending.forgetUndrawn() }
}

/// What the providers have returned for sections since the content changed last, so that each is called once a change.
struct SectionCache {
  private var contents: [TableRow: ListContentConfiguration?] = [:]
  private var layouts: [Int: SectionLayout] = [:]
  /// The shape that was asked for last; questions come in runs about one section.
  private var lastShape: (section: Int, shape: SectionShape)?
  /// How often it was emptied: with each change of the content, or of a provider.
  private(set) var version = 0

  func content(of row: TableRow) -> ListContentConfiguration?? { contents[row] }

  func layout(ofSection section: Int) -> SectionLayout? { layouts[section] }

  func shape(ofSection section: Int) -> SectionShape? {
    lastShape.flatMap { $0.section == section ? $0.shape : nil }
  }

  mutating func keep(_ content: ListContentConfiguration?, of row: TableRow) {
    contents[row] = .some(content)
  }

  mutating func keep(_ layout: SectionLayout, ofSection section: Int) { layouts[section] = layout }

  mutating func keep(_ shape: SectionShape, ofSection section: Int) { lastShape = (section, shape) }

  mutating func forgetShape() { lastShape = nil }

  mutating func forget() {
    contents = [:]
    layouts = [:]
    lastShape = nil
    version += 1
  }
}
