import ListKit
import ListKitTesting
import Testing

// The program of the article “A live tool in an hour”.

struct Job: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var load: Int
}

@MainActor
final class JobsController: ListController<Int, Job>, SearchBarDelegate, TableViewDelegate {
  private var jobs: [Job] = []
  private let read: () async -> [Job]
  private let stop: (Job) -> String?
  /// Returns the next jobs; nil if there are no more.
  var readMore: (() async -> [Job])?

  init(
    clock: any Clock<Duration> = ContinuousClock(), read: @escaping () async -> [Job],
    stop: @escaping (Job) -> String?
  ) {
    (self.read, self.stop) = (read, stop)
    super.init { job in
      var content = ListContentConfiguration.valueCell()
      content.text = job.name
      content.secondaryText = "\(job.load) %"
      return content
    }
    title = "Jobs"
    searchBar = SearchBar(placeholder: "name", delegate: self)
    primaryAction = { [unowned self] job in askToStop(job) }
    tableView.delegate = self
    refresh(every: .seconds(1), clock: clock) { [weak self] in await self?.refresh() }
  }

  private func show() {
    let query = searchBar?.text.lowercased() ?? ""
    apply(jobs.filter { query.isEmpty || $0.name.lowercased().contains(query) })
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

  func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
    guard let readMore, jobs.indices.last == indexPath.row else { return }
    Task {
      jobs += await readMore()
      show()
    }
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

  @Test func theLastRowReadsMoreWhenItComesIntoView() async {
    let (screen, machine) = (await screen(), machine)
    machine.jobs = (0..<20).map { Job(id: $0, name: "job \($0)", load: 0) }
    await screen.advance(by: .seconds(1))
    var reads = 0
    screen.controller.readMore = {
      reads += 1
      let more = (20..<60).map { Job(id: $0, name: "job \($0)", load: 0) }
      machine.jobs += more
      return more
    }
    screen.press(.pageDown)
    await screen.settle()
    #expect(reads == 0)
    screen.press(.pageDown, .pageDown)
    await screen.settle()
    screen.press(.pageDown)
    #expect(reads == 1 && screen.contains("job 24"))
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
