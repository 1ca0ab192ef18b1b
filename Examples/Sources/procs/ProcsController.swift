import Foundation
import ListKit
import ListSearch

/// The processes of a machine, as they come, work and go.
@MainActor
final class ProcsController: TableViewController, SearchBarDelegate {
  private static let signals = [("TERM", SIGTERM), ("INT", SIGINT), ("HUP", SIGHUP), ("KILL", SIGKILL)]
  private let clock: any Clock<Duration>
  private let sample: () async throws -> [RunningProcess]
  private let signal: (Int32, Int32) -> Int32
  private var list = ProcessList()
  private var dataSource: TableViewDiffableDataSource<Int, RunningProcess>!
  private var openBeforeQuery = ProcessList.Outline()
  private var timer: Task<Void, Never>?

  /// - Parameter signal: sends a signal to a number; what it returns is an `errno`, or 0.
  init(
    clock: any Clock<Duration> = ContinuousClock(),
    sample: @escaping () async throws -> [RunningProcess] = RunningProcess.all,
    signal: @escaping (Int32, Int32) -> Int32 = { kill($0, $1) == 0 ? 0 : errno }
  ) {
    (self.clock, self.sample, self.signal) = (clock, sample, signal)
    super.init()
    statusText = "ctrl-o busiest first, or tree  enter signal"
    keyMap.rename(.primaryAction, "send a signal")
    addKeyCommand(.control("o"), title: "the busiest first, or the tree") { [unowned self] in
      list.isTree.toggle()
      show(asOpenAs: dataSource.snapshot(for: 0))
    }
    searchBar = SearchBar(placeholder: "name, number or arguments", delegate: self)
    tableView.columns = [
      TableColumn("Name", width: 12...36, priority: 9),
      TableColumn("PID", width: 7...7, alignment: .trailing, priority: 7),
      TableColumn("CPU %", width: 6...6, alignment: .trailing, priority: 8),
      TableColumn("Memory", width: 7...7, alignment: .trailing, priority: 6),
      TableColumn("Arguments", width: 8...400, priority: 5, isSecondary: true),
    ]
    tableView.backgroundContent = ListContentConfiguration(text: "No process matches")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "process")
    tableView.primaryAction = { [unowned self] in dataSource.itemIdentifier(for: $0).map(sendSignal) }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] table, path, process in
      let cell = table.dequeueReusableCell(withIdentifier: "process", for: path)
      let fields = process.fields.map { StyledText($0, matches: list.query.highlights(in: $0)) }
      cell.contentConfiguration = ColumnContentConfiguration(fields)
      return cell
    }
    // Another program is worth a mark, another load is not.
    dataSource.contentEqual = { $0.name == $1.name && $0.arguments == $1.arguments }
  }

  override func viewDidAppear(_ animated: Bool) {
    timer = Task { [weak self, clock] in
      repeat { await self?.refresh() } while (try? await clock.sleep(for: .seconds(1))) != nil
    }
  }

  override func viewDidDisappear(_ animated: Bool) { timer?.cancel() }

  private func refresh() async {
    do { list.update(try await sample()) } catch { statusText = "\(error)" }
    show(asOpenAs: dataSource.snapshot(for: 0))
  }

  private func show(asOpenAs other: ProcessList.Outline) {
    dataSource.apply(
      list.outline.adoptingExpansion(from: other), to: 0, animatingDifferences: list.isTree)
    tableView.reconfigureRows(at: tableView.indexPathsForVisibleRows)
    title = "Processes  \(list.processes.count(where: list.matches))/\(list.processes.count)"
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) {
    if list.query.isEmpty { openBeforeQuery = dataSource.snapshot(for: 0) }
    dataSource.cursorItemIdentifier.map { openBeforeQuery.reveal($0) }
    list.query = Query(searchText)
    show(asOpenAs: list.query.isEmpty ? openBeforeQuery : ProcessList.Outline())
    let found = list.query.isEmpty ? nil : list.outline.visibleItems.first(where: list.matches)
    found.flatMap(dataSource.indexPath).map { tableView.moveCursor(to: $0) }
  }

  private func sendSignal(to process: RunningProcess) {
    let name = "\(process.name) (\(process.pid))"
    Task {
      guard let (title, number) = await choose("Signal to \(name)", from: Self.signals, title: \.0),
        await confirm("Send \(title) to \(name)?", action: "Send", isDestructive: true)
      else { return }
      // Its number may be another one's by now.
      let error = list.processes.contains(process) ? signal(process.pid, number) : ESRCH
      let outcome = error == 0 ? "sent to \(name)" : "not sent: \(String(cString: strerror(error)))"
      statusText = StyledText("\(title) \(outcome)")
    }
  }
}
