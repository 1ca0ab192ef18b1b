import ListKit
import ListSearch

/// The branches, stashes and commits of a repository; what they are made of is read when they are opened.
@MainActor
final class GitLogController: TableViewController, SearchBarDelegate {
  enum Section: String, CaseIterable { case branches = "Branches", stash = "Stash", commits = "Commits" }
  typealias Outline = DiffableDataSourceSectionSnapshot<GitRow>
  private let git: Git
  private var dataSource: TableViewDiffableDataSource<Section, GitRow>!
  /// What there is without a query.
  private var outlines: [(section: Section, outline: Outline)] = []
  private var query = Query("")

  init(git: Git) {
    self.git = git
    super.init()
    title = git.directory
    addKeyCommand(.control("r"), title: "read it again") { [unowned self] in Task { await load() } }
    searchBar = SearchBar(placeholder: "subject, author, branch, hash", delegate: self)
    tableView.columns = [
      TableColumn("Subject", width: 48...100, priority: 9),
      TableColumn("Author", width: 8...18, priority: 4, isSecondary: true),
      TableColumn("Date", width: 10...14, alignment: .trailing, priority: 5, isSecondary: true),
      TableColumn("Commit", width: 8...8, priority: 2, isSecondary: true),
    ]
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    tableView.primaryAction = { [unowned self] in tell(dataSource.itemIdentifier(for: $0)) }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] table, indexPath, row in
      let cell = table.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      let fields = row.fields.map { StyledText($0, matches: query.highlights(in: $0)) }
      cell.contentConfiguration = ColumnContentConfiguration(fields)
      return cell
    }
    dataSource.contentEqual = { $0.fields == $1.fields }
    dataSource.titleForHeader = { [unowned self] in
      "\($0.rawValue)  \(dataSource.snapshot(for: $0).rootItems.count)"
    }
    dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0.kind != .file }
    dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { row, children in
      guard children.isEmpty else { return nil }
      var found = Outline()
      found.append(try await git.rows(below: row))
      return found
    }
  }

  override func viewDidAppear(_ animated: Bool) { Task { await load() } }

  private func load() async {
    do {
      let lists = try await [git.branches(), git.stash(), git.commits(of: "HEAD")]
      outlines = zip(Section.allCases, lists).map { section, rows in
        // What was read of a row before stays.
        let shown = dataSource.snapshot(for: section)
        var outline = Outline()
        outline.append(rows)
        for row in rows where shown.contains(row) {
          outline.replace(childrenOf: row, using: shown.snapshot(of: row))
        }
        return (section, outline.adoptingExpansion(from: shown))
      }
      show()
    } catch {
      tableView.backgroundContent = ListContentConfiguration(text: "\(error)")
    }
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
    statusText = "→ opens  enter tells  ctrl-r reads again"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    if query.isEmpty { outlines = outlines.map { ($0.section, dataSource.snapshot(for: $0.section)) } }
    query = Query(searchText)
    show()
  }

  /// Shows all that git says of a row.
  private func tell(_ row: GitRow?) {
    guard let row, row.kind != .branch else { return _ = tableView.perform(.toggle) }
    let styles = [Character("+"): currentTheme.inserted.mark, "-": currentTheme.deleted.mark]
    Task {
      let what = row.kind == .file ? ["--format=", row.revision, "--", row.title] : ["--stat", row.revision]
      let text = try? await git.run(Git.show + what)
      let lines = text?.split(separator: "\n", omittingEmptySubsequences: false).prefix(2000).map { line in
        Panel.Line("", StyledText(String(line), style: line.first.flatMap { styles[$0] } ?? .plain))
      }
      present(Panel(title: row.title, lines: lines ?? []))
    }
  }
}
