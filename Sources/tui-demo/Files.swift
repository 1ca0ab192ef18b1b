import ArgumentParser
import Dispatch
import Files
import LibC
import ListKit
import ListKitCurses
import ListSearch
import PositionSets
import ProgramOptions

// MARK: - Search

/// The matches of a query among the files that were read.
///
/// ```text
///   query “log”     src           expanded, because of its contents
///                     blog        matches: all of its contents can be seen
///                       index.md  · once it is expanded
///                   notes.log     matches
/// ```
struct FileMatches {
  /// The query of the result, which records the words that no file contains, so that their letters are
  /// highlighted.
  let query: Query
  let count: Int
  let searchedCount: Int
  let best: FileItem?
  /// The matches, their ancestors, and the contents of matching directories.
  let outline: FileTree.Outline
  let ancestors: [FileItem]

  /// - Complexity: O(files).
  init(of query: Query, among all: FileSearch, in tree: FileTree) {
    let result = all.names.search(query)
    self.query = result.query
    count = result.count
    searchedCount = all.items.count
    best = result.best.map { all.items[$0.row] }
    var matchingDirectories: Set<FileTree.Number> = []
    var ancestors: Set<FileItem> = []
    // A directory comes before its contents.
    let wanted = all.items.indices.filter { position in
      let item = all.items[position]
      let isMatch = result.rows.contains(position)
      guard isMatch || matchingDirectories.contains(item.directory) else { return false }
      if let number = tree.number(of: item) { matchingDirectories.insert(number) }
      var parent = isMatch ? tree.item(item.directory) : nil
      while let next = parent, ancestors.insert(next).inserted { parent = tree.item(next.directory) }
      return true
    }
    outline = all.outline.restricted(toItemsAt: PositionSet(wanted, bound: all.items.count))
    self.ancestors = Array(ancestors)
  }
}

/// The files that were read, prepared for queries. All results are parts of one outline, so that comparing
/// them is fast.
struct FileSearch {
  let outline: FileTree.Outline
  let items: [FileItem]
  let names: SearchIndex

  init(_ tree: FileTree, _ arrangement: FileArrangement) {
    outline = tree.outline(arrangement)
    items = outline.items
    var names = SearchIndex()
    for item in items { names.append(CollectionOfOne(tree[item]?.name.text ?? "")) }
    self.names = names
  }
}

// MARK: - Cells

extension FileFacts {
  fileprivate static let columns = [
    TableColumn("Name", width: 12...200, priority: 9),
    TableColumn("Size", width: 8...9, alignment: .trailing, priority: 8),
    TableColumn("Changed", width: 16...16, priority: 4, isSecondary: true),
  ]

  /// - Parameter count: the number of files in a directory, if it was read.
  fileprivate func content(
    count: Int?, problem: SystemError?, query: Query, secondary: Style
  ) -> ColumnContentConfiguration {
    var text = styled(name, kind == .directory ? Style(attributes: .bold) : .plain)
    text.runs += query.highlights(in: text.text).map { StyledText.Run($0, nil) }
    if let target { text = text.appending(" -> ", style: secondary).appending(styled(target, secondary)) }
    if let problem {
      text = text.appending("  \(problem.reason)", style: Style(attributes: .italic).over(secondary))
    }
    return ColumnContentConfiguration([
      text, StyledText(count?.grouped ?? size.map(Self.shortText) ?? ""),
      StyledText(status.map { Self.dateText($0.modified) } ?? ""),
    ])
  }

  /// A name in which the escaped bytes are marked.
  private func styled(_ name: FileName, _ style: Style) -> StyledText {
    EscapedText(name.bytes).pieces.reduce(StyledText("")) { text, piece in
      text.appending(piece.text, style: piece.isSpelled ? style.over(Style(attributes: .reverse)) : style)
    }
  }

  fileprivate func panel(path: FileName) -> Panel {
    var lines = [
      Panel.Line("Path", StyledText(path.text)),
      Panel.Line("Kind", StyledText(kind.rawValue.replacingAll("-", with: " "))),
    ]
    if let target { lines.append(Panel.Line("Leads to", StyledText(target.text))) }
    if let status {
      lines += [
        Panel.Line("Size", "\(Int(status.size).grouped) byte\(status.size == 1 ? "" : "s")"),
        Panel.Line("Mode", StyledText(Self.permissionsText(status.permissions))),
        Panel.Line("Owner", StyledText(Self.ownerText(status))),
        Panel.Line("Changed", StyledText(Self.dateText(status.modified))),
      ]
    }
    return Panel(title: name.text, lines: lines)
  }
}

extension StyledText {
  fileprivate func appending(_ text: String, style: Style) -> StyledText {
    appending(StyledText(text, style: style))
  }
}

// MARK: - Controller

/// The files of a directory.
///
/// ```text
///   expanded ──▶ read ──▶ rows          watched from then on
///   changed  ──▶ read again ──▶ rows    after a report of the kernel, or every 2 s if it sends none
/// ```
@MainActor
final class FilesController: TableViewController, SearchBarDelegate {
  private enum Section: Hashable, Sendable { case main }

  typealias Number = FileTree.Number

  private var tree: FileTree
  private var arrangement: FileArrangement
  private var dataSource: TableViewDiffableDataSource<Section, FileItem>!
  private let read: @Sendable (FileName) async throws -> [FileFacts]
  private let clock: any Clock<Duration>
  /// The user's editor, as a shell command.
  private let editor: String?
  /// Called with the path that enter picks; nil if enter opens the row.
  private let didPick: ((FileName) -> Void)?

  private let watcher: FileWatcher
  private var watches: [Number: FileWatcher.Watch] = [:]
  /// The kernel has a limited number of watches for all programs of a user.
  private let watchLimit: Int
  private var following: [Task<Void, Never>] = []
  private var polling: Task<Void, Never>?
  private var refreshes: AsyncStream<Set<Number>>.Continuation?
  /// Directories that are read for the first time, and whether they changed meanwhile.
  private var reading: [Number: Bool] = [:]

  private var query = Query("")
  private var matches: FileMatches?
  /// Nil if the tree has changed since the last search.
  private var search: FileSearch?
  /// The directories that were expanded before the query.
  private var expandedBefore: [FileItem]?

  init(
    path: FileName, arrangement: FileArrangement = FileArrangement(), watchLimit: Int = 4096,
    editor: String? = nil, didPick: ((FileName) -> Void)? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    read: @escaping @Sendable (FileName) async throws -> [FileFacts] = FileFacts.read
  ) {
    tree = FileTree(path: path)
    self.arrangement = arrangement
    self.watchLimit = watchLimit
    watcher = FileWatcher(isEnabled: watchLimit > 0)
    self.editor = editor
    self.didPick = didPick
    self.clock = clock
    self.read = read
    super.init()
    title = path.text
    tableView.primaryActionTitle = didPick != nil ? "pick" : editor == nil ? "facts" : "edit"
    keyMap.rename(.expandAll, "expand all that was read")
    addKeyCommand(.character("."), title: "show or hide hidden files") { [unowned self] in
      arrange { $0.showsHidden.toggle() }
    }
    addKeyCommand(.character("s"), title: "sort by name, size, time") { [unowned self] in
      arrange { $0.key = $0.key == .name ? .size : $0.key == .size ? .time : .name }
    }
    addKeyCommand(.character("i"), title: "facts") { [unowned self] in showFacts() }
    prepareTable()
    searchBar = SearchBar(placeholder: "name, in directories that were expanded", delegate: self)
    hidesSearchBarWhenEmpty = true
    describeState()
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.columns = FileFacts.columns
    tableView.primaryAction = { [unowned self] _ in openCursorRow() }
    tableView.columnTitleAction = { [unowned self] column in
      arrange { $0.key = FileArrangement.Key.allCases[column] }
    }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = self?.content(of: item)
      return cell
    }
    dataSource.sectionSnapshotHandlers.mayHaveChildren = { [weak self] in self?.tree[$0]?.kind == .directory }
    dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [weak self] directory, shown in
      try await self?.contents(of: directory, showing: shown)
    }
  }

  private func content(of item: FileItem) -> ColumnContentConfiguration? {
    let number = tree.number(of: item)
    let directory = number.flatMap { tree.directories[$0] }
    return tree[item]?.content(
      count: directory.map { arrangement.showsHidden ? $0.files.count : $0.files.count - $0.hiddenCount },
      problem: number.flatMap { tree.problems[$0] }, query: matches?.query ?? query,
      secondary: theme?.secondaryText ?? Style(attributes: .dim))
  }

  // MARK: Showing

  /// Shows the files that were read, or the matches of the query.
  ///
  /// - Parameter isNewQuery: whether to expand the ancestors of matches, and to move the cursor to the best
  ///   match.
  private func show(isNewQuery: Bool = false) {
    let shown = dataSource.snapshot(for: .main)
    var outline: FileTree.Outline
    if query.isEmpty {
      matches = nil
      outline = tree.outline(arrangement)
    } else {
      let search = search ?? FileSearch(tree, arrangement)
      self.search = search
      let matches = FileMatches(of: query, among: search, in: tree)
      self.matches = matches
      outline = matches.outline
    }
    if isNewQuery {
      outline.expand(matches?.ancestors ?? directoriesToExpand)
    } else {
      outline = outline.adoptingExpansion(from: shown)
      outline.expand(matches?.ancestors.filter { !shown.contains($0) } ?? [])
    }
    dataSource.apply(outline, to: .main, animatingDifferences: !shown.isEmpty)
    describeState()
    if isNewQuery, let best = matches?.best.flatMap(dataSource.indexPath(for:)) {
      tableView.moveCursor(to: best)
    }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
  }

  /// The directories that were expanded before the query, and the ancestors of the row under the cursor.
  private var directoriesToExpand: [FileItem] {
    var directories = expandedBefore ?? []
    expandedBefore = nil
    var item = dataSource.cursorItemIdentifier
    while let directory = item.flatMap({ tree.item($0.directory) }) {
      directories.append(directory)
      item = directory
    }
    return directories
  }

  private func arrange(_ change: (inout FileArrangement) -> Void) {
    change(&arrangement)
    search = nil
    show()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    if expandedBefore == nil { expandedBefore = dataSource.snapshot(for: .main).expandedItems }
    query = Query(searchText)
    show(isNewQuery: true)
  }

  private func describeState() {
    if let problem = tree.problems[FileTree.top] {
      statusText = "\(tree.path.text): \(problem.reason)"
      tableView.backgroundContent = ListContentConfiguration(
        text: problem.reason, secondaryText: "refreshing every 2 s")
    } else if let top = tree.directories[FileTree.top] {
      let order =
        switch arrangement.key {
        case .name: "by name"
        case .size: "largest first"
        case .time: "newest first"
        }
      let hidden = arrangement.showsHidden ? 0 : top.hiddenCount
      let shown = top.files.count - hidden
      let count =
        matches.map { "\($0.count.grouped)/\($0.searchedCount.grouped)" }
        ?? "\(shown.grouped) \(shown == 1 ? "item" : "items")"
        + (hidden > 0 ? ", \(hidden.grouped) hidden" : "")
      let pace = unwatchedNumbers.isEmpty ? "" : ", refreshing every 2 s"
      statusText = "\(count), \(order)\(pace)"
      tableView.backgroundContent =
        if matches != nil {
          ListContentConfiguration(
            text: "No name matches", secondaryText: "only directories that were expanded are searched")
        } else if hidden > 0 {
          ListContentConfiguration(text: "All files here are hidden", secondaryText: ". shows them")
        } else {
          ListContentConfiguration(text: "The directory is empty")
        }
    } else {
      statusText = "reading"
      tableView.backgroundContent = ListContentConfiguration(text: "Reading the directory")
    }
  }

  // MARK: Reading

  /// Reads the contents of a directory that was expanded.
  ///
  /// - Returns: nil if the table shows them already.
  private func contents(of item: FileItem, showing shown: FileTree.Outline) async throws -> FileTree.Outline?
  {
    let number = tree.number(for: item)
    guard tree.directories[number] == nil else { return nil }
    reading[number] = false
    defer { reading[number] = nil }
    try await readAgain(number)
    if reading[number] == true { refreshes?.yield([number]) }
    startPolling()
    describeState()
    guard query.isEmpty else {
      show()
      return nil
    }
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    return tree.outline(below: number, arrangement)
  }

  /// Reads a known directory again.
  private func refresh(_ number: Number) async {
    if reading[number] != nil { reading[number] = true }
    guard number == FileTree.top || tree.isKnown(number), reading[number] == nil else { return }
    do {
      try await readAgain(number)
    } catch let problem as SystemError {
      tree.set(problem, for: number)
    } catch {
      // The directory no longer exists; its parent is read, too.
    }
  }

  /// Reads a directory. It is watched before, so that no change is missed.
  private func readAgain(_ number: Number) async throws {
    guard let path = tree.openingPath(of: number) else { throw CancellationError() }
    if watches[number] == nil, watches.count < watchLimit {
      watches[number] = path.withCString { watcher.watch($0, for: .entries) }
    }
    do {
      let found = try await read(path)
      let former = tree.directories[number] ?? FileDirectory(number: number)
      let (directory, changed) = await Self.update(former, with: found)
      tree.set(directory)
      search = nil
      reconfigure(changed)
    } catch {
      unwatch(number)
      throw error
    }
  }

  @concurrent
  private static func update(
    _ former: FileDirectory, with found: [FileFacts]
  ) async -> (directory: FileDirectory, changed: [FileItem]) {
    var directory = former
    let changed = directory.update(with: found)
    return (directory, changed)
  }

  /// Marks the rows on the screen whose facts changed.
  private func reconfigure(_ changed: [FileItem]) {
    let visible = Set(tableView.indexPathsForVisibleRows.compactMap { dataSource.itemIdentifier(for: $0) })
    let rows = changed.filter(visible.contains)
    guard !rows.isEmpty else { return }
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems(rows)
    dataSource.apply(snapshot)
  }

  // MARK: Following changes

  override func viewDidAppear(_ animated: Bool) {
    let (requests, refreshes) = AsyncStream<Set<Number>>.makeStream()
    self.refreshes = refreshes
    following = [
      Task { [weak self] in
        // One after the other, so that no result is overwritten by an earlier one.
        for await numbers in requests {
          for number in numbers.sorted() { await self?.refresh(number) }
          self?.didRefresh()
        }
      },
      Task { [weak self, watcher, clock] in
        while await watcher.wait(), (try? await clock.sleep(for: .milliseconds(50))) != nil {
          self?.take(watcher.takeChanges())
        }
      },
    ]
    refreshes.yield(Set(tree.knownNumbers + [FileTree.top]))
  }

  override func viewDidDisappear(_ animated: Bool) {
    for task in following { task.cancel() }
    polling?.cancel()
    polling = nil
    refreshes = nil
  }

  private func take(_ changes: FileWatcher.Changes) {
    let changed = watches.filter { changes.isIncomplete || changes.watches.contains($0.value) }
    for (number, watch) in changed where changes.ended.contains(watch) { unwatch(number) }
    // The directory that contains a changed one shows when it changed.
    let parents = changed.keys.compactMap { tree.item($0)?.directory }
    if !changed.isEmpty { refreshes?.yield(Set(changed.keys).union(parents)) }
  }

  private func unwatch(_ number: Number) {
    guard let watch = watches.removeValue(forKey: number), !watches.values.contains(watch) else { return }
    watcher.unwatch(watch)
  }

  private var unwatchedNumbers: [Number] { tree.knownNumbers.filter { watches[$0] == nil } }

  private func didRefresh() {
    for number in watches.keys where !tree.isKnown(number) && reading[number] == nil { unwatch(number) }
    show()
    startPolling()
  }

  private func startPolling() {
    guard polling == nil, refreshes != nil, !unwatchedNumbers.isEmpty else { return }
    polling = Task { [weak self, clock] in
      try? await clock.sleep(for: .seconds(2))
      guard !Task.isCancelled, let self else { return }
      polling = nil
      refreshes?.yield(Set(unwatchedNumbers))
    }
  }

  // MARK: Opening

  private var cursorFile: (facts: FileFacts, path: FileName)? {
    guard let item = dataSource.cursorItemIdentifier, let facts = tree[item], let path = tree.path(of: item)
    else { return nil }
    return (facts, path)
  }

  private func openCursorRow() {
    guard let (facts, path) = cursorFile else { return }
    if let didPick {
      didPick(path)
      exit()
    } else if facts.kind == .directory {
      tableView.perform(.toggle)
    } else if facts.target != nil, path.leadsToDirectory {
      // A separate screen and not a branch, because the link may lead to a directory above it.
      navigationController?.pushViewController(
        FilesController(path: path, arrangement: arrangement, watchLimit: watchLimit, editor: editor))
    } else if let editor, facts.target != nil || facts.kind == .file {
      Task { await edit(path, with: editor) }
    } else {
      showFacts()
    }
  }

  /// Gives the terminal to the editor until it ends.
  private func edit(_ path: FileName, with editor: String) async {
    let arguments = ["sh", "-c", "\(editor) \"$1\"", "sh"].map { Array($0.utf8) } + [path.bytes]
    let status = await Terminal.run("/bin/sh", arguments: arguments)
    if status != 0 {
      statusText = StyledText("\(editor): \(status < 0 ? "could not be started" : "exit status \(status)")")
    }
  }

  private func showFacts() {
    if let (facts, path) = cursorFile { present(facts.panel(path: path)) }
  }
}

// MARK: - Command line

/// `tui-demo files`: a directory as an outline.
///
/// Shows branches that are read off the main actor when they are expanded, while keys are handled; rows that
/// follow the changes of other programs to the files; and a search among all files that were read.
struct FilesCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "A directory as an outline that follows changes.",
    discussion: """
      If the output is a pipe, it prints the files of the directory: kind, size, name, and the destination of a link. Bytes of \
      names that are not text are escaped, and a backslash is doubled.
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "dir"))
  var directory = "."

  @Flag(name: [.customShort("a"), .long], help: "Show hidden files.")
  var all = false

  @Option(help: ArgumentHelp("Sort by name, size or time.", valueName: "key"))
  var sort = FileArrangement.Key.name

  @Flag(
    help: "Refresh every 2 s, for network file systems, whose changes the kernel does not report.")
  var poll = false

  @Flag(help: "Print the path of the row when enter is pressed, and exit: cd \"$(tui-demo files --pick)\".")
  var pick = false

  @OptionGroup var display: DisplayOptions

  private var path: FileName { FileName(directory) }
  private var arrangement: FileArrangement { FileArrangement(key: sort, showsHidden: all) }

  func makeController() throws -> ViewController { try makeController(didPick: nil) }

  @MainActor
  private func makeController(didPick: ((FileName) -> Void)?) throws -> FilesController {
    _ = try files()
    let isOnlyDots = path.bytes.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    let editor = ["VISUAL", "EDITOR"].compactMap { (name: String) in getenv(name).map { String(cString: $0) }
    }
    .first { !$0.isEmpty }
    return FilesController(
      path: isOnlyDots ? path.resolved : path, arrangement: arrangement, watchLimit: poll ? 0 : 4096,
      editor: editor, didPick: didPick)
  }

  func start() -> Never {
    guard pick else { Session.run(self) }
    var picked: FileName?
    Task {
      await Session.choose(display.screen.options) {
        try makeController { picked = $0 }
      } choice: {
        picked.map { $0.bytes + [UInt8(ascii: "\n")] }
      }
    }
    dispatchMain()
  }

  func plainLines() throws -> [String] {
    var directory = FileDirectory(number: FileTree.top)
    _ = directory.update(with: try files())
    return directory.items(arrangement).compactMap { directory[$0] }.map { facts in
      let size = facts.status.map { "\($0.size)" } ?? ""
      let names = [facts.name, facts.target].compactMap { $0.map { EscapedText($0.bytes).field } }
      return ([facts.kind.rawValue, size] + names).joined(separator: "\t")
    }
  }

  private func files() throws -> [FileFacts] {
    do throws(SystemError) {
      return try FileFacts.all(in: path.appending(FileName(".")))
    } catch {
      throw SystemError(subject: path.text, code: error.code)
    }
  }
}

extension FileArrangement.Key: ExpressibleByArgument {}
