/// Children that take their time.
///
/// ```text
///   open ──▶ expanded, a spinner below ──┬─ found ──▶ they are its children
///              │            ▲            └─ failed ─▶ the reason below
///              │            └─────────── opened again ───┘
///              └─ closed, or gone ──▶ cancelled
/// ```
extension TableViewDiffableDataSource {
  /// Whether children are found when their parent opens.
  var findsChildren: Bool {
    sectionSnapshotHandlers.snapshotForExpandingParent != nil
      || sectionSnapshotHandlers.loadSnapshotForExpandingParent != nil
  }

  func outlineNote(at indexPath: IndexPath) -> OutlineNote? {
    guard !loads.isEmpty, let item = itemIdentifier(for: indexPath) else { return nil }
    return loads[item]?.note
  }

  func outlineNoteIsDue(at indexPath: IndexPath, from now: Duration) {
    guard let item = itemIdentifier(for: indexPath) else { return }
    loads[item]?.note.began = now
  }

  @discardableResult
  func retryLoading(at indexPath: IndexPath) -> Bool {
    guard let item = itemIdentifier(for: indexPath), let former = loads[item], former.note.failure != nil
    else { return false }
    startLoading(item, in: former.section)
    loads[item]?.note.began = former.note.began
    return true
  }

  /// Begins to find the children of an item that was opened.
  func startLoading(_ item: ItemIdentifierType, in section: SectionIdentifierType) {
    guard let find = sectionSnapshotHandlers.loadSnapshotForExpandingParent,
      let tree = trees[section], tree.place(of: item)?.isExpanded ?? false
    else { return }
    loadCount += 1
    let (number, children) = (loadCount, tree.snapshot(of: item))
    let load = OutlineLoad(section: section, number: number)
    loads[item] = load
    load.task = Task { [weak self] in
      do {
        let found = try await find(item, children)
        self?.finishLoading(item, number) { .success(found) }
      } catch {
        self?.finishLoading(item, number) { .failure(error) }
      }
    }
    tableView?.setNeedsLayout()
  }

  /// Stops finding the children of items that were closed or are gone.
  ///
  /// - Complexity: O(items whose children are being found).
  func cancelLoads() {
    for (item, load) in loads {
      guard let home = home(of: item, load.section), trees[home]?.place(of: item)?.isExpanded ?? false else {
        loads[item] = nil
        continue
      }
    }
  }

  /// The section in whose outline an item is.
  private func home(
    of item: ItemIdentifierType, _ likely: SectionIdentifierType
  ) -> SectionIdentifierType? {
    if trees[likely]?.contains(item) ?? false { return likely }
    return trees.first { $0.value.contains(item) }?.key
  }

  private func finishLoading(
    _ item: ItemIdentifierType, _ number: Int, with result: () -> Result<SectionSnapshot?, any Error>
  ) {
    // Closed, gone, or opened anew in the meantime.
    guard let load = loads[item], load.number == number else { return }
    tableView?.setNeedsLayout()
    switch result() {
    case .failure(let error): load.note.failure = "\(error)"
    case .success(let found):
      loads[item] = nil
      guard let found, let section = home(of: item, load.section) else { return }
      let toggle = Toggles.Toggle(item: item, isExpanded: true, children: found)
      carryOut(Toggles(all: [toggle]), in: section, below: item)
    }
  }
}
