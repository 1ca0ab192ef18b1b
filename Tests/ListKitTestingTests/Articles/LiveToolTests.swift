import ListKit
import ListKitTesting
import Testing

// The program of the article “A live tool in an hour”.

struct Job: Equatable, Sendable {
  let id: Int
  var name: String
  var load: Int
}

/// A job as an item of the table.
struct JobRow: Hashable, Sendable {
  let job: Job

  static func == (left: JobRow, right: JobRow) -> Bool { left.job.id == right.job.id }
  func hash(into hasher: inout Hasher) { hasher.combine(job.id) }
}

@MainActor
final class JobsController: TableViewController, SearchBarDelegate {
  private var dataSource: TableViewDiffableDataSource<Int, JobRow>!
  private var jobs: [Job] = []
  private let read: () async -> [Job]
  private let stop: (Job) -> String?

  init(
    clock: any Clock<Duration> = ContinuousClock(), read: @escaping () async -> [Job],
    stop: @escaping (Job) -> String?
  ) {
    (self.read, self.stop) = (read, stop)
    super.init()
    title = "Jobs"
    searchBar = SearchBar(placeholder: "name", delegate: self)
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "job")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "job", for: indexPath)
      var content = ListContentConfiguration.valueCell()
      content.text = row.job.name
      content.secondaryText = "\(row.job.load) %"
      cell.contentConfiguration = content
      return cell
    }
    dataSource.contentEqual = { $0.job == $1.job }
    tableView.primaryAction = { [unowned self] in
      if let row = dataSource.itemIdentifier(for: $0) { askToStop(row.job) }
    }
    refresh(every: .seconds(1), clock: clock) { [weak self] in await self?.refresh() }
  }

  private func show() {
    let query = searchBar?.text.lowercased() ?? ""
    var snapshot = DiffableDataSourceSnapshot<Int, JobRow>()
    snapshot.appendSections([0])
    let found = jobs.filter { query.isEmpty || $0.name.lowercased().contains(query) }
    snapshot.appendItems(found.map(JobRow.init))
    dataSource.apply(snapshot)
  }

  private func refresh() async {
    jobs = await read()
    show()
  }

  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { show() }

  /// Adds the jobs of former days.
  func load(_ days: [Int], read: @escaping (Int) async throws -> [Job]) async {
    do {
      try await progress(of: "reading former days") { [self] report in
        for (index, day) in days.enumerated() {
          jobs += try await read(day)
          report(.fraction(Double(index + 1) / Double(days.count)))
        }
      }
    } catch {
      statusText = error is CancellationError ? "stopped" : "not read: \(error)"
    }
    show()
  }

  private func askToStop(_ job: Job) {
    Task {
      guard await confirm("Stop \(job.name)?", action: "Stop", isDestructive: true) else { return }
      let isThere = jobs.contains { $0.id == job.id }
      guard isThere else { return statusText = "\(job.name) has ended by itself" }
      let problem = stop(job)
      statusText = StyledText(problem ?? "\(job.name) was stopped")
    }
  }
}

@MainActor
@Suite struct JobsTests {
  final class Machine {
    var jobs = [Job(id: 1, name: "build", load: 80), Job(id: 2, name: "backup", load: 5)]
    var stopped: [Int] = []
  }

  private let machine = Machine()
  private let clock = TestClock()

  private func screen() async -> TestScreen<JobsController> {
    let machine = machine
    let controller = JobsController(clock: clock, read: { machine.jobs }) { job in
      machine.stopped.append(job.id)
      return nil
    }
    let screen = TestScreen(controller, columns: 40, lines: 10, clock: clock)
    await screen.settle()
    return screen
  }

  @Test func theCursorStaysOnItsJobWhateverComes() async {
    let screen = await screen()
    screen.press(.down)
    machine.jobs.insert(Job(id: 3, name: "index", load: 1), at: 0)
    await screen.advance(by: .seconds(1))
    #expect(screen.contains("index") && screen.cursor?.text.contains("backup") == true)
  }

  @Test func workIsStopped() async {
    let screen = await screen()
    let clock = clock
    Task {
      await screen.controller.load([1, 2]) { day in
        try await clock.sleep(for: .milliseconds(300))
        return [Job(id: 10 + day, name: "day \(day)", load: 0)]
      }
    }
    await screen.advance(by: .milliseconds(400))
    #expect(screen.contains("reading former") && screen.contains("esc stops"))
    screen.press(.escape)
    await screen.settle()
    #expect(screen.contains("stopped") && screen.contains("day 1") && !screen.contains("day 2"))
  }

  @Test func onlyAnAnswerStopsAJob() async {
    let screen = await screen()
    screen.type("build")
    screen.press(.enter)
    await screen.settle()
    #expect(screen.contains("Stop build?") && machine.stopped.isEmpty)
    screen.press(.character("s"))
    await screen.settle()
    #expect(machine.stopped == [1] && screen.contains("build was stopped"))
  }
}
