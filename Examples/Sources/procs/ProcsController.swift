import Foundation
import ListKit
import ListSearch

/// The processes of a machine, as they start, work and end.
@MainActor
final class ProcsController: TableViewController, SearchBarDelegate {
  private static let signals: [(name: String, number: Int32)] = [
    ("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("KILL", SIGKILL),
  ]

  private let sample: () async throws -> [RunningProcess]
  private let signal: (Int32, Int32) -> Int32

  private var list = ProcessList()
  private var dataSource: TableViewDiffableDataSource<Int, RunningProcess>!
  /// The expanded rows before the query, restored when the query is cleared.
  private var openBeforeQuery = ProcessList.Outline()

  /// - Parameters:
  ///   - clock: The clock of the readings, one per second.
  ///   - sample: Reads the processes.
  ///   - signal: Sends a signal to a process by its number; returns an `errno`, or 0.
  init(
    clock: any Clock<Duration> = ContinuousClock(),
    sample: @escaping () async throws -> [RunningProcess] = RunningProcess.all,
    signal: @escaping (_ pid: Int32, _ signal: Int32) -> Int32 = { kill($0, $1) == 0 ? 0 : errno }
  ) {
    self.sample = sample
    self.signal = signal
    super.init()
    keyHints = [KeyHint("ctrl-o", "busiest first, or tree")]
    searchBar = SearchBar(placeholder: "name, number or arguments", delegate: self)
    addKeys()
    setUpTable()
    setUpDataSource()
    refresh(every: .seconds(1), clock: clock) { [weak self] in await self?.refresh() }
  }

  private func addKeys() {
    tableView.primaryActionTitle = "signal"
    addKeyCommand(.control("o"), title: "the busiest first, or the tree") { [unowned self] in
      list.isTree.toggle()
      show(asOpenAs: dataSource.snapshot(for: 0))
    }
  }

  private func setUpTable() {
    tableView.columns = [
      TableColumn("Name", width: 12...36, priority: 9),
      TableColumn("PID", width: 7...7, alignment: .trailing, priority: 7),
      TableColumn("CPU %", width: 6...6, alignment: .trailing, priority: 8),
      TableColumn("Memory", width: 7...7, alignment: .trailing, priority: 6),
      TableColumn("Arguments", width: 8...400, priority: 5, isSecondary: true),
    ]
    tableView.backgroundContent = ListContentConfiguration(text: "No process matches")
    tableView.primaryAction = { [unowned self] path in
      if let process = dataSource.itemIdentifier(for: path) { sendSignal(to: process) }
    }
  }

  private func setUpDataSource() {
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] process in
      ColumnContentConfiguration(
        process.fields.map { StyledText($0, matches: list.query.highlights(in: $0)) })
    }
    // A row is marked as changed if its program changes, not if its load does.
    dataSource.contentEqual = { old, new in old.name == new.name && old.arguments == new.arguments }
  }

  private func refresh() async {
    do {
      list.update(try await sample())
    } catch {
      statusText = "\(error)"
    }
    show(asOpenAs: dataSource.snapshot(for: 0))
  }

  private func show(asOpenAs other: ProcessList.Outline) {
    let outline = list.outline.adoptingExpansion(from: other)
    dataSource.apply(outline, to: 0, animatingDifferences: list.isTree)
    // Changes of the load are not part of the difference.
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    title = "Processes  \(list.processes.count(where: list.matches))/\(list.processes.count)"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    if list.query.isEmpty { openBeforeQuery = dataSource.snapshot(for: 0) }
    if let process = dataSource.cursorItemIdentifier { openBeforeQuery.reveal(process) }
    list.query = Query(searchText)
    if list.query.isEmpty {
      show(asOpenAs: openBeforeQuery)
    } else {
      show(asOpenAs: ProcessList.Outline())
      moveCursorToFirstMatch()
    }
  }

  private func moveCursorToFirstMatch() {
    guard let match = list.outline.visibleItems.first(where: list.matches),
      let path = dataSource.indexPath(for: match)
    else { return }
    tableView.moveCursor(to: path)
  }

  private func sendSignal(to process: RunningProcess) {
    let name = "\(process.name) (\(process.pid))"
    Task {
      guard let chosen = await choose("Signal to \(name)", from: Self.signals, title: \.name),
        await confirm("Send \(chosen.name) to \(name)?", action: "Send", isDestructive: true)
      else { return }
      // The number may belong to another process now.
      let error = list.processes.contains(process) ? signal(process.pid, chosen.number) : ESRCH
      let outcome = error == 0 ? "sent to \(name)" : "not sent: \(String(cString: strerror(error)))"
      statusText = StyledText("\(chosen.name) \(outcome)")
    }
  }
}
