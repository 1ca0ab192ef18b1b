/// Sections whose items are hidden behind their headers.
///
/// ```text
///   ▾ Asia                      ▾ Asia
///       K2                          K2
///   ▾ Europe            ──▶     ▸ Europe  2
///       Dom                     ▾ Oceania
///       Elbrus                      Aoraki
///   ▾ Oceania
/// ```
///
/// ``TableView/allowsSectionCollapsing`` lets a person close them. What is in them stays in ``snapshot()``, so whoever
/// edits and applies that needs not know of it; the table has no rows for it.
extension TableViewDiffableDataSource {
  /// Whether the items of a section are hidden.
  public func isCollapsed(_ section: SectionIdentifierType) -> Bool { closedSections.contains(section) }

  /// Hides the items of sections, or shows them again.
  ///
  /// ```swift
  /// dataSource.setCollapsed(true, sections: [.archive])
  /// ```
  ///
  /// A section that goes and comes back later is as it was. Inside a callback it happens in its turn, as an apply does.
  ///
  /// - Parameters:
  ///   - isCollapsed: whether they are hidden from now on.
  ///   - sections: the sections; those that there are not yet included.
  ///   - animatingDifferences: whether it is seen how rows come and go.
  /// - Complexity: O(items of the closed sections).
  public func setCollapsed(
    _ isCollapsed: Bool, sections: [SectionIdentifierType], animatingDifferences: Bool = true
  ) {
    let request = Request(
      content: .action { [self] in
        let former = closedSections
        if isCollapsed { closedSections.formUnion(sections) } else { closedSections.subtract(sections) }
        guard closedSections != former else { return }
        var change = Change(
          to: current, trees, changesOutlines: false, from: current, trees, contentEqual)
        change.cause = .user
        commit(change, animating: animatingDifferences)
      })
    _ = perform(request, from: MainActor.shared)
  }

  func isCollapsed(section: Int) -> Bool {
    sectionIdentifier(for: section).map(isCollapsed) ?? false
  }

  func setCollapsed(_ isCollapsed: Bool, sections: Range<Int>) {
    setCollapsed(isCollapsed, sections: sections.compactMap { sectionIdentifier(for: $0) })
  }

  /// The header of a closed section tells how many items are behind it, unless it tells something there itself.
  func closedHeader(_ text: SectionText, ofSection section: Int) -> SectionText {
    guard isCollapsed(section: section), case .configuration(var content) = text,
      content.secondaryAttributedText == nil
    else { return text }
    content.secondaryText = "\(current.numberOfItems(inSectionAt: section))"
    content.arrangement = .inline
    return .configuration(content)
  }
}

extension DiffableDataSourceSnapshot {
  /// The snapshot with sections emptied.
  ///
  /// - Complexity: O(1) where none of them has items, else O(their items).
  func hidingItems(of sections: Set<SectionIdentifierType>) -> Self {
    var shown = self
    for section in sections {
      guard let index = indexOfSection(section) else { continue }
      shown.removeItems(at: 0..<numberOfItems(inSectionAt: index), inSectionAt: index)
    }
    return shown
  }
}
