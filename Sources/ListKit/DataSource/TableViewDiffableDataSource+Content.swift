extension TableViewDiffableDataSource: TableContent {
  var numberOfSections: Int { current.numberOfSections }

  var numberOfItems: Int { presented.numberOfItems }

  var isApplying: Bool { queue.isServed }

  func numberOfItems(inSection section: Int) -> Int { presented.numberOfItems(inSectionAt: section) }

  func ordinal(of indexPath: IndexPath) -> Int { presented.index(ofItemAt: indexPath.position) }

  func row(ofItemAt ordinal: Int) -> TableRow? {
    presented.position(ofItemAt: ordinal).map { TableRow(section: $0.section, .item($0.item)) }
  }

  func identifier(of row: TableRow) -> RowIdentifier {
    switch row.part {
    case .header: return .header(handle(ofSection: row.section))
    case .footer: return .footer(handle(ofSection: row.section))
    case .item(let item):
      let position = ItemPosition(section: row.section, item: item)
      if let handle = handles.known[position] { return .item(handle) }
      guard let identifier = current.itemIdentifier(at: position) else {
        trap("table row at section \(row.section), item \(item): index path out of range")
      }
      let handle = handles.items.handle(of: identifier)
      handles.known[position] = handle
      handles.positions[handle] = .some(position)
      return .item(handle)
    }
  }

  func row(for identifier: RowIdentifier) -> TableRow? {
    switch identifier {
    case .header(let handle): rowOfSection(handle, .header)
    case .footer(let handle): rowOfSection(handle, .footer)
    case .item(let handle): position(ofItem: handle).map { TableRow(section: $0.section, .item($0.item)) }
    }
  }

  private func position(ofItem handle: Int) -> ItemPosition? {
    if let known = handles.positions[handle] { return known }
    let position = handles.items[handle].flatMap(presented.position(of:))
    handles.positions[handle] = .some(position)
    return position
  }

  func section(of identifier: RowIdentifier) -> Int? {
    switch identifier {
    case .header(let handle), .footer(let handle): handles.sections[handle].flatMap(index(for:))
    case .item: nil
    }
  }

  private func rowOfSection(_ handle: Int, _ part: TableRow.Part) -> TableRow? {
    guard let index = handles.sections[handle].flatMap(index(for:)) else { return nil }
    let shape = shape(ofSection: index)
    return (part == .header ? shape.hasHeader : shape.hasFooter) ? TableRow(section: index, part) : nil
  }

  private func handle(ofSection index: Int) -> Int {
    handles.sections.handle(of: current.sectionIdentifiers[index])
  }

  /// Forgets where rows were, once the content is another one.
  func forgetPlaces() {
    handles.forgetPositions()
    let leaving = tableView?.leavingItems ?? []
    handles.items.prune { item, handle in
      leaving.contains(handle) || current.contains(item) || unshown?.old.contains(item) ?? false
    }
    handles.sections.prune { section, _ in
      current.contains(section: section) || unshown?.old.contains(section: section) ?? false
    }
  }

  func successor(of identifier: RowIdentifier) -> TableRow? {
    guard let change = unshown else { return nil }
    switch identifier {
    case .header(let handle), .footer(let handle):
      return handles.sections[handle].flatMap(change.successor(ofSection:)).map {
        TableRow(section: $0, .header)
      }
    case .item(let handle):
      guard let item = handles.items[handle] else { return nil }
      // The cursor of a closed section goes to its header.
      if let section = current.sectionIdentifier(containingItem: item), isCollapsed(section),
        let header = index(for: section).map({ TableRow(section: $0, .header) }),
        shape(ofSection: header.section).headerTakesCursor
      {
        return header
      }
      return change.successor(of: item)
    }
  }

  func deselected(among selected: Set<RowIdentifier>) -> [RowIdentifier] {
    guard let change = unshown else { return [] }
    if let items = change.deselectedItems(fewerThan: selected.count) {
      return items.compactMap { handles.items.knownHandle(of: $0).map { .item($0) } }.filter(
        selected.contains)
    }
    return selected.filter { identifier in
      guard case .item(let handle) = identifier, let item = handles.items[handle] else { return true }
      return change.deselects(item)
    }
  }

  // MARK: Sections

  func content(of row: TableRow) -> ListContentConfiguration? {
    if let known = sectionCache.contents[row] { return known }
    let identifier = current.sectionIdentifiers[row.section]
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
    sectionCache.contents[row] = .some(made)
    return made
  }

  /// A section with items that has a box around them has a header and a footer for its edges.
  func shape(ofSection section: Int) -> SectionShape {
    if let last = sectionCache.lastShape, last.section == section { return last.shape }
    let (items, layout) = (numberOfItems(inSection: section), layout(ofSection: section))
    let isFramed = items > 0 && tableView?.framesSections ?? false
    let hasHeader = content(of: TableRow(section: section, .header)) != nil
    let shape = SectionShape(
      numberOfItems: items, hasHeader: isFramed || hasHeader,
      headerTakesCursor: hasHeader && tableView?.allowsSectionCollapsing ?? false,
      hasFooter: isFramed || content(of: TableRow(section: section, .footer)) != nil,
      geometry: layout.geometry(in: tableView?.itemColumns.count ?? 0), margins: layout.margins)
    sectionCache.lastShape = (section, shape)
    return shape
  }

  var version: Int { sectionCache.version }

  func sizeDidChange() { sectionCache.lastShape = nil }

  func layout(ofSection section: Int) -> SectionLayout {
    guard let sectionLayoutProvider else { return .list }
    if let known = sectionCache.layouts[section] { return known }
    let layout = calling { sectionLayoutProvider(current.sectionIdentifiers[section]) }
    sectionCache.layouts[section] = layout
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

  var unshownChange: (any TableChange)? { unshown }

  func takeOverChange() {
    guard var change = unshown else { return }
    unshown = nil
    change.forgetFormerOutlines()
    if undrawn == nil { undrawn = change } else { undrawn?.join(change) }
    reportSeen()
  }

  var undrawnChange: (any TableChange)? { undrawn }

  func forgetUndrawnChange() { undrawn = nil }
}

/// What the providers have returned for sections since the content changed last, so that each is called once a change.
struct SectionCache {
  var contents: [TableRow: ListContentConfiguration?] = [:]
  var layouts: [Int: SectionLayout] = [:]
  /// The shape that was asked for last; questions come in runs about one section.
  var lastShape: (section: Int, shape: SectionShape)?
  /// How often it was emptied: with each change of the content, or of a provider.
  private(set) var version = 0

  mutating func forget() {
    contents = [:]
    layouts = [:]
    lastShape = nil
    version += 1
  }
}
