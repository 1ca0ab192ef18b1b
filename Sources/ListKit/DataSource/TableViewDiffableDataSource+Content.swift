extension TableViewDiffableDataSource: TableContent {
  var numberOfSections: Int { current.numberOfSections }

  var numberOfItems: Int { current.numberOfItems }

  func numberOfItems(inSection section: Int) -> Int { current.numberOfItems(inSectionAt: section) }

  func ordinal(of indexPath: IndexPath) -> Int { current.index(ofItemAt: indexPath.position) }

  func identifier(of row: TableRow) -> RowIdentifier {
    switch row.part {
    case .header: return .header(section(at: row.section))
    case .footer: return .footer(section(at: row.section))
    case .item(let item):
      guard let identifier = current.itemIdentifier(at: ItemPosition(section: row.section, item: item)) else {
        trap("table row at section \(row.section), item \(item): index path out of range")
      }
      return .item(AnyHashable(identifier))
    }
  }

  func row(for identifier: RowIdentifier) -> TableRow? {
    switch identifier {
    case .header(let section): rowOfSection(section, .header)
    case .footer(let section): rowOfSection(section, .footer)
    case .item(let item):
      (item.base as? ItemIdentifierType).flatMap(indexPath(for:)).map { TableRow($0) }
    }
  }

  func section(of identifier: RowIdentifier) -> Int? {
    switch identifier {
    case .header(let section), .footer(let section):
      (section.base as? SectionIdentifierType).flatMap(index(for:))
    case .item: nil
    }
  }

  private func rowOfSection(_ section: AnyHashable, _ part: TableRow.Part) -> TableRow? {
    guard let index = (section.base as? SectionIdentifierType).flatMap(index(for:)) else { return nil }
    let isFramed = (tableView?.framesSections ?? false) && current.numberOfItems(inSectionAt: index) > 0
    let exists = part == .header ? header(ofSection: index) != nil : footer(ofSection: index) != nil
    return exists || isFramed ? TableRow(section: index, part) : nil
  }

  private func section(at index: Int) -> AnyHashable { AnyHashable(current.sectionIdentifiers[index]) }

  // Headers, footers and layouts are asked for once a change, not once a row.

  func header(ofSection section: Int) -> SectionText? {
    if let known = headers[section] { return known }
    let made = text(ofSection: section, headerViewProvider, headerProvider, titleForHeader)
    headers[section] = .some(made)
    return made
  }

  func footer(ofSection section: Int) -> SectionText? {
    if let known = footers[section] { return known }
    let made = text(ofSection: section, footerViewProvider, footerProvider, titleForFooter)
    footers[section] = .some(made)
    return made
  }

  private func text(
    ofSection section: Int, _ view: HeaderViewProvider?, _ configuration: HeaderProvider?,
    _ title: TitleProvider?
  ) -> SectionText? {
    let identifier = current.sectionIdentifiers[section]
    return calling {
      if let tableView, let made = view?(tableView, identifier) { return .view(made) }
      if let made = configuration?(identifier) { return .configuration(made) }
      return title?(identifier).map { .configuration(ListContentConfiguration(text: StyledText($0))) }
    }
  }

  func layout(ofSection section: Int) -> SectionLayout {
    guard let sectionLayoutProvider else { return .list }
    if let known = layouts[section] { return known }
    let layout = calling { sectionLayoutProvider(current.sectionIdentifiers[section]) }
    layouts[section] = layout
    return layout
  }

  /// Asks anew how sections look.
  func sectionsDidChange() {
    forgetSections()
    tableView?.setNeedsLayout()
  }

  /// Forgets how sections look; views wait for other sections.
  func forgetSections() {
    for case .view(let view)?? in headers.values { tableView?.enqueue(view) }
    for case .view(let view)?? in footers.values { tableView?.enqueue(view) }
    (headers, footers, layouts) = ([:], [:], [:])
  }

  func cell(at indexPath: IndexPath, in tableView: TableView) -> TableViewCell {
    guard let item = itemIdentifier(for: indexPath) else {
      trap("cell for \(indexPath): index path out of range")
    }
    let wasLayingOut = tableView.isLayingOut
    tableView.isLayingOut = true
    defer { tableView.isLayingOut = wasLayingOut }
    guard let cell = calling({ cellProvider(tableView, indexPath, item) }) else {
      trap(
        "TableViewDiffableDataSource cell provider returned nil for index path \(indexPath) with item identifier '\(item)', which is not allowed. You must always return a cell to the table view"
      )
    }
    return cell
  }

  func takeChange() -> (any TableChange)? {
    guard let change = unshown else { return nil }
    unshown = nil
    tellSeen()
    return change
  }
}
