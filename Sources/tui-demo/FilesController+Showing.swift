import ListKit
import ListSearch

/// How far the rows follow what is known of the files.
struct ShowingProgress {
  /// Directories of which other files are to be shown.
  var numbers: Set<FileItem.FolderNumber> = []
  /// Brings the rows up to date; nil where they are.
  var task: Task<Void, Never>?
  /// What was opened and closed by hand since an outline began to be made that does not know of it.
  var toggles: [FileItem: Bool] = [:]
  /// Counts what others changed of the rows: opened, closed, found below a directory, sorted.
  var interventions = 0
  /// The outline that is on its way to the table, and how much others had changed when it was begun.
  var outline: FileOutline?
  var beginning = 0
  /// Told when it is there.
  var arrival: AsyncStream<Never>.Continuation?

  /// Whether nobody changed anything since the outline was begun.
  var isUndisturbed: Bool { interventions == beginning }
}

/// However many files there are, only what is seen of them costs time on the main actor, where keys wait:
///
/// ```text
///   known ──▶ sorted, made an outline ──▶ compared with what is shown ──▶ the rows
///              off the main actor           off the main actor             at once
///                     └─ opened, closed or sorted meanwhile: once more ─┘
/// ```
extension FilesController {
  /// From how many files on rows are compared off the main actor: it takes longer until they are seen.
  static var largeCount: Int { 4096 }

  /// Lets directories show what is in them now, as soon as that is found out.
  func show(_ numbers: some Sequence<FileItem.FolderNumber>) {
    progress.numbers.formUnion(numbers)
    if progress.task == nil {
      progress.task = Task { [weak self] in while await self?.showNext() ?? false {} }
    }
  }

  /// Lets all directories show what is to be seen now that order or what is hidden is another.
  func showDifferently() { showDifferently(files.tree.folders.keys) }

  /// Lets directories show what is in them now, and the rows what is looked for.
  func showDifferently(_ numbers: some Sequence<FileItem.FolderNumber>) {
    progress.interventions += 1
    show(numbers)
  }

  /// - Returns: whether there is more to show.
  private func showNext() async -> Bool {
    let numbers = progress.numbers
    (progress.numbers, progress.beginning) = ([], progress.interventions)
    let showing = FileShowing(
      tree: files.tree, arrangement: arrangement, query: search.query, opening: openingToShow,
      outline: dataSource.snapshot(for: .main), catalog: search.catalog, numbers: numbers,
      toggles: progress.toggles)
    let result = await showing.newOutline()
    // Known before the rows are a part of it: from then on they do not tell what there is. Where the query is another by
    // now, its names need not be read again.
    if let catalog = result.catalog { search.catalog = catalog }
    guard progress.isUndisturbed else {
      progress.numbers.formUnion(numbers)
      return true
    }
    await take(result.outline, cause: showing.opening == nil ? .data : .user)
    let isDone = progress.isUndisturbed
    if isDone {
      progress.toggles = [:]
      didShow(result.matches, opening: showing.opening)
    } else if search.catalog == nil {
      // What was changed while the outline was on its way is not in it.
      progress.numbers.formUnion(files.tree.folders.keys)
    }
    reconfigureStale()
    if !isDone || !progress.numbers.isEmpty { return true }
    progress.task = nil
    return false
  }

  /// Lets the table have an outline, and returns when it has it.
  private func take(_ outline: FileOutline, cause: ChangeCause) async {
    let former = dataSource.snapshot().numberOfItems
    let (arrivals, arrival) = AsyncStream<Never>.makeStream()
    (progress.outline, progress.arrival) = (outline, arrival)
    if max(former, outline.numberOfItems) < Self.largeCount {
      cause.perform {
        dataSource.apply(outline, to: .main, animatingDifferences: former > 0, completion: nil)
      }
    } else {
      await Self.apply(outline, to: dataSource, animating: former > 0)
    }
    for await _ in arrivals {}
  }

  /// Applies from where it blocks nobody.
  @concurrent
  private static func apply(
    _ outline: FileOutline, to dataSource: TableViewDiffableDataSource<Section, FileItem>, animating: Bool
  ) async {
    dataSource.apply(outline, to: .main, animatingDifferences: animating, completion: nil)
  }

  func willToggle(_ directory: FileItem, _ isExpanded: Bool) {
    _ = files.number(for: directory)
    if progress.task != nil { progress.toggles[directory] = isExpanded }
  }

  func didApply() {
    let outline = dataSource.snapshot(for: .main)
    if progress.outline == outline {
      progress.outline = nil
      progress.arrival?.finish()
      if progress.isUndisturbed { describeState() }
    } else {
      progress.interventions += 1
      // A directory was read for the first time, in which nothing was looked for yet.
      if !search.query.isEmpty, progress.task == nil { show([]) }
    }
    // Only those that were opened once have numbers. What a query hides is searched, so it is followed on.
    let opened = Set(search.openedBefore ?? [])
    files.follow(
      files.tree.numbers {
        opened.contains($0) || outline.contains($0) && outline.isExpanded($0) && outline.isVisible($0)
      })
  }

  /// Marks the files on the screen of which other things are known, and lets the others there say what is so now.
  private func reconfigureStale() {
    let visible = tableView.indexPathsForVisibleRows
    let rows = visible.compactMap { dataSource.itemIdentifier(for: $0) }.filter(stale.contains)
    stale = []
    if !rows.isEmpty {
      var snapshot = dataSource.snapshot()
      snapshot.reconfigureItems(rows)
      dataSource.apply(snapshot)
    }
    tableView.reconfigureRows(at: visible)
  }
}
