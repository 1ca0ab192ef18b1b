import ListKit
import ListSearch

/// The branches, stashes and commits of a repository; their contents are read when they are expanded.
@MainActor
final class GitLogController: TableViewController, SearchBarDelegate {
  enum Section: String, CaseIterable {
    case branches = "Branches"
    case stash = "Stash"
    case commits = "Commits"
  }

  typealias Outline = DiffableDataSourceSectionSnapshot<GitRow>

  private let git: Git
  private var dataSource: TableViewDiffableDataSource<Section, GitRow>!
  /// The outlines without a query.
  private var outlines: [(section: Section, outline: Outline)] = []
  private var query = Query("")

  init(git: Git) {
    self.git = git
    super.init()
    title = git.directory
    searchBar = SearchBar(placeholder: "subject, author, branch, hash", delegate: self)
    addKeyCommand(.control("r"), title: "read it again") { [unowned self] in
      Task { await load() }
    }
    setUpTable()
    setUpDataSource()
  }

  private func setUpTable() {
    tableView.columns = [
      TableColumn("Subject", width: 48...100, priority: 9),
      TableColumn("Author", width: 8...18, priority: 4, isSecondary: true),
      TableColumn("Date", width: 10...14, alignment: .trailing, priority: 5, isSecondary: true),
      TableColumn("Commit", width: 8...8, priority: 2, isSecondary: true),
    ]
    tableView.primaryAction = { [unowned self] path in
      if let row = dataSource.itemIdentifier(for: path) { performAction(on: row) }
    }
  }

  private func setUpDataSource() {
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] row in
      ColumnContentConfiguration(row.fields.map { StyledText($0, matches: query.highlights(in: $0)) })
    }
    dataSource.contentEqual = { old, new in old.fields == new.fields }
    dataSource.headerProvider = { [unowned self] section in
      ListContentConfiguration(
        text: "\(section.rawValue)  \(dataSource.snapshot(for: section).rootItems.count)")
    }
    dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0.kind != .file }
    dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [git] row, children in
      guard children.isEmpty else { return nil }
      var found = Outline()
      found.append(try await git.rows(below: row))
      return found
    }
  }

  override func viewDidAppear(_ animated: Bool) {
    Task { await load() }
  }

  private func load() async {
    do {
      let lists = try await [git.branches(), git.stash(), git.commits(of: "HEAD")]
      outlines = zip(Section.allCases, lists).map { section, rows in
        (section, outline(of: rows, in: section))
      }
      show()
    } catch {
      tableView.backgroundContent = ListContentConfiguration(text: "\(error)")
    }
  }

  /// Returns an outline of rows, with the children and the expansion that they have on the screen.
  private func outline(of rows: [GitRow], in section: Section) -> Outline {
    let shown = dataSource.snapshot(for: section)
    var outline = Outline()
    outline.append(rows)
    for row in rows where shown.contains(row) {
      outline.replace(childrenOf: row, using: shown.snapshot(of: row))
    }
    return outline.adoptingExpansion(from: shown)
  }

  private func show() {
    let shown = outlines.map { section, outline in
      var outline = outline.filtered { query.matches($0.fields) }
      if !query.isEmpty { outline.expandAll() }
      return (section: section, outline: outline)
    }
    dataSource.apply(shown.filter { !$0.outline.isEmpty })
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    tableView.backgroundContent = ListContentConfiguration(text: "Nothing matches", secondaryText: "esc: all")
    statusText = "→ opens  enter shows  ctrl-r reads again"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    if query.isEmpty {
      // Rows that were expanded meanwhile belong to the outlines without a query.
      outlines = outlines.map { section, _ in (section, dataSource.snapshot(for: section)) }
    }
    query = Query(searchText)
    show()
  }

  private func performAction(on row: GitRow) {
    switch row.kind {
    case .branch: tableView.perform(.toggle)
    case .commit: showPanel(title: row.title, of: ["--stat", row.revision])
    case .file: showPanel(title: row.title, of: ["--format=", row.revision, "--", row.title])
    }
  }

  /// Shows the output of `git show`, with added and deleted lines in their colours.
  private func showPanel(title: String, of arguments: [String]) {
    let styles = [Character("+"): currentTheme.inserted.mark, "-": currentTheme.deleted.mark]
    Task {
      let text = (try? await git.run(Git.show + arguments)) ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(2000)
      present(
        Panel(
          title: title,
          lines: lines.map { line in
            let style = line.first.flatMap { styles[$0] } ?? .plain
            return Panel.Line("", StyledText(String(line), style: style))
          }))
    }
  }
}
