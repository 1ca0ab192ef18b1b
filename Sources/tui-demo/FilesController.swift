import ListKit
import ListSearch

/// The screen of the files.
@MainActor
final class FilesController: TableViewController, SearchBarDelegate {
  enum Section: Hashable, Sendable { case main }

  let files: LiveFileTree
  private(set) var arrangement: FileArrangement
  var dataSource: TableViewDiffableDataSource<Section, FileItem>!
  /// Files of which other things are known than are shown.
  var stale: Set<FileItem> = []
  var progress = ShowingProgress()
  /// What is looked for, and what was found of it.
  var search = FileSearch()

  private static let toggleHidden = Command.custom("toggle hidden")
  private static let sortDifferently = Command.custom("sort differently")

  /// Called with the path of the row that enter picks; nil where enter opens it.
  private let didPick: ((FileName) -> Void)?
  private let editor: Editor?
  private static let showFacts = Command.custom("show facts")

  init(
    files: LiveFileTree, arrangement: FileArrangement = FileArrangement(),
    editor: Editor? = Editor(),
    didPick: ((FileName) -> Void)? = nil
  ) {
    self.files = files
    self.editor = editor
    self.didPick = didPick
    self.arrangement = arrangement
    super.init()
    title = files.tree.path.text
    keyMap.bind(.character("."), to: Self.toggleHidden, "hidden files, or not")
    keyMap.bind(.character("s"), to: Self.sortDifferently, "sort by name, size, time")
    keyMap.bind(.character("i"), to: Self.showFacts, "facts")
    keyMap.rename(.primaryAction, didPick != nil ? "pick" : editor == nil ? "facts; open" : "edit; open")
    keyMap.rename(.expandAll, "open all that was read")
    prepareTable()
    searchBar = SearchBar(placeholder: "name, of what was opened", delegate: self)
    hidesSearchBarWhenEmpty = true
    files.didChange = { [weak self] in self?.didChange($0, $1) }
    files.follow([FileTree.top])
  }

  private func prepareTable() {
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.columns = FileRow.columns
    tableView.primaryAction = { [weak self] _ in self?.openCursorRow() }
    tableView.columnTitleAction = { [weak self] column in self?.sort(by: FileArrangement.Key.allCases[column])
    }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      if let self { cell.contentConfiguration = content(of: item) }
      return cell
    }
    dataSource.sectionSnapshotHandlers.mayHaveChildren = { [weak self] in
      self?.files.tree[$0]?.isDirectory ?? false
    }
    dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [weak self] directory, shown in
      try await self?.contents(of: directory, showing: shown)
    }
    dataSource.sectionSnapshotHandlers.willExpandItem = { [weak self] in self?.willToggle($0, true) }
    dataSource.sectionSnapshotHandlers.willCollapseItem = { [weak self] in self?.willToggle($0, false) }
    dataSource.didApply = { [weak self] _ in self?.didApply() }
    describeState()
  }

  override func viewDidAppear(_ animated: Bool) { files.start() }

  override func viewDidDisappear(_ animated: Bool) { files.stop() }

  // MARK: What is shown

  private func content(of item: FileItem) -> ColumnContentConfiguration {
    guard let facts = files.tree[item] else { return ColumnContentConfiguration([]) }
    let number = files.tree.number(of: item)
    return FileRow.content(
      of: facts, problem: number.flatMap { files.tree.problems[$0] },
      count: number.flatMap { files.tree.folders[$0] }.map(arrangement.shownCount),
      query: search.matches?.query ?? search.query, faint: theme?.secondaryText ?? Style(attributes: .dim))
  }

  /// Finds out what to show below a directory that is being opened.
  ///
  /// - Returns: nil where it was open before: it shows what was known then, until it is read again.
  private func contents(of directory: FileItem, showing shown: FileOutline) async throws -> FileOutline? {
    let number = files.number(for: directory)
    if !files.tree.isKnown(number) { try await files.read(number) }
    if !shown.isEmpty { return nil }
    while let folder = files.tree.folders[number] {
      if folder.count >= Self.largeCount {
        // So many that even putting them below their parent is nothing to do while a key waits.
        show([number])
        await progress.task?.value
        return nil
      }
      let arrangement = arrangement
      let outline = await arrangement.outline(of: folder)
      if arrangement == self.arrangement, folder.revision == files.tree.folders[number]?.revision {
        // The directory's own row tells how many there are.
        tableView.reconfigureRows(at: [dataSource.indexPath(for: directory)].compactMap(\.self))
        return outline
      }
    }
    return nil
  }

  private func didChange(_ number: FileItem.FolderNumber, _ changed: [FileItem]) {
    stale.formUnion(changed)
    show([number])
  }

  /// Says what is shown, and what there is to say where nothing is.
  func describeState() {
    let (tree, top) = (files.tree, FileTree.top)
    if let problem = tree.problems[top] {
      statusText = "\(tree.path.text): \(problem.description)"
      tableView.backgroundContent = ListContentConfiguration(
        text: problem.description, secondaryText: "it is looked for again and again")
    } else if let folder = tree.folders[top] {
      let order =
        switch arrangement.key {
        case .name: "by name"
        case .size: "largest first"
        case .time: "newest first"
        }
      statusText = StyledText(
        "\(countText(of: folder)), \(order)" + (files.polled.isEmpty ? "" : ", looked at every 2 s"))
      tableView.backgroundContent =
        if search.matches != nil {
          ListContentConfiguration(
            text: "No name matches", secondaryText: "only directories that were opened are searched")
        } else {
          ListContentConfiguration(
            text: folder.count == 0 ? "The directory is empty" : "All files here are hidden",
            secondaryText: folder.count == 0 ? "what comes into it is shown at once" : ". shows them")
        }
    } else {
      statusText = "reading"
      tableView.backgroundContent = ListContentConfiguration(text: "Reading the directory")
    }
  }

  private func countText(of folder: Folder) -> String {
    if let matches = search.matches {
      return "\(matches.count.grouped)/\(matches.searchedCount.grouped)"
    }
    let hidden = arrangement.showsHidden ? 0 : folder.hiddenCount
    let directories = folder.directoryCount - (arrangement.showsHidden ? 0 : folder.hiddenDirectoryCount)
    let others = arrangement.shownCount(of: folder) - directories
    var parts: [String] = []
    if directories > 0 { parts.append("\(directories.grouped) director\(directories == 1 ? "y" : "ies")") }
    if others > 0 || directories == 0 { parts.append("\(others.grouped) file\(others == 1 ? "" : "s")") }
    if hidden > 0 { parts.append("\(hidden.grouped) hidden") }
    return parts.joined(separator: ", ")
  }

  // MARK: Commands

  override func perform(_ command: Command) -> Bool {
    switch command {
    case Self.toggleHidden: arrangement.showsHidden.toggle()
    case Self.sortDifferently: arrangement.key = arrangement.key.next
    case Self.showFacts:
      showFactsOfCursorRow()
      return true
    default: return super.perform(command)
    }
    showDifferently()
    return true
  }

  private func sort(by key: FileArrangement.Key) {
    arrangement.key = key
    showDifferently()
  }

  private var cursorFile: (facts: FileFacts, path: FileName)? {
    guard let item = dataSource.cursorItemIdentifier, let facts = files.tree[item],
      let path = files.tree.path(of: item)
    else { return nil }
    return (facts, path)
  }

  private func openCursorRow() {
    guard let (facts, path) = cursorFile else { return }
    if let didPick {
      didPick(path)
      exit()
    } else if facts.isDirectory {
      tableView.perform(.toggle)
    } else if facts.target != nil, path.leadsToDirectory {
      // What it leads to may be above it, so it is a screen of its own and no branch.
      navigationController?.pushViewController(
        FilesController(files: LiveFileTree(path: path), arrangement: arrangement, editor: editor))
    } else if let editor, facts.target != nil || facts.kind == .file {
      Task { if let problem = await editor.edit(path) { statusText = StyledText(problem) } }
    } else {
      showFactsOfCursorRow()
    }
  }

  private func showFactsOfCursorRow() {
    if let (facts, path) = cursorFile { present(FileRow.panel(of: facts, at: path)) }
  }
}
