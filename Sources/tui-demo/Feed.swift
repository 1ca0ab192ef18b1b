import ArgumentParser
import ListKit
import SeededRandom

// MARK: - Model

/// A job of a build service. Jobs with the same number are equal, whatever their state.
///
/// Snapshots contain entire jobs. A job that makes progress is the same item; the data source finds that its
/// content differs with ``hasContent(of:)``.
struct Job: Hashable, Sendable {
  enum State: Hashable, Sendable {
    case queued
    /// The percentage that is done.
    case running(Int)
    case passed
    case failed
  }

  let number: Int
  let project: String
  let branch: String
  var state: State

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  func hasContent(of other: Self) -> Bool { state == other.state }

  var stateText: String {
    switch state {
    case .queued: "waiting"
    case .running(let done): "\(done) %"
    case .passed: "passed"
    case .failed: "failed"
    }
  }
}

/// A build service with invented jobs: they are queued, run, and end.
struct FeedModel: Sendable {
  enum Section: String, Hashable, Sendable, CaseIterable {
    case running = "Running"
    case queued = "Queued"
    case finished = "Finished"
  }

  typealias Snapshot = DiffableDataSourceSnapshot<Section, Job>

  /// The oldest first.
  private(set) var running: [Job] = []
  /// The next one first.
  private(set) var queued: [Job] = []
  /// The latest first.
  private(set) var finished: [Job] = []

  private var generator: SeededGenerator
  private var nextNumber = 1001

  private static let limits = (running: 4, queued: 12, finished: 40)
  private static let projects = ["harbour", "lantern", "quarry", "orchard", "weaver", "tidewater"]
  private static let branches = ["main", "main", "main", "release", "fix/startup", "feature/import", "docs"]

  /// Creates a service that has been running for a while.
  init(generator: SeededGenerator) {
    self.generator = generator
    for _ in 0..<200 { step() }
  }

  var snapshot: Snapshot { Snapshot([(.running, running), (.queued, queued), (.finished, finished)]) }

  /// Performs one random event.
  mutating func step() {
    // A job is queued once, started once and makes progress about six times.
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...1: queue()
    case 2...3: start()
    case 4 where queued.count > 1: promote()
    default: advance()
    }
  }

  private mutating func queue() {
    guard queued.count < Self.limits.queued else { return start() }
    queued.append(
      Job(
        number: nextNumber, project: Self.projects.randomElement(using: &generator) ?? "",
        branch: Self.branches.randomElement(using: &generator) ?? "", state: .queued))
    nextNumber += 1
  }

  private mutating func start() {
    guard running.count < Self.limits.running else { return advance() }
    guard !queued.isEmpty else { return queue() }
    var job = queued.removeFirst()
    job.state = .running(0)
    running.append(job)
  }

  /// Moves a job to the head of the queue.
  private mutating func promote() {
    let index = Int.random(in: 1..<queued.count, using: &generator)
    queued.insert(queued.remove(at: index), at: 0)
  }

  private mutating func advance() {
    guard !running.isEmpty else { return start() }
    let index = Int.random(in: 0..<running.count, using: &generator)
    guard case .running(let done) = running[index].state else { return }
    let now = done + Int.random(in: 8...30, using: &generator)
    if now < 100 {
      running[index].state = .running(now)
    } else {
      var job = running.remove(at: index)
      job.state = Int.random(in: 0..<5, using: &generator) == 0 ? .failed : .passed
      finished.insert(job, at: 0)
      if finished.count > Self.limits.finished { finished.removeLast() }
    }
  }
}

/// Runs the service at a rate. It continues from its last state when its snapshots are observed again.
@MainActor
final class FeedService {
  private(set) var model: FeedModel
  /// Events per second.
  private(set) var rate: Int
  private(set) var isPaused: Bool
  private var sleep: Task<Void, Never>?
  private let clock: any Clock<Duration>
  /// The time since the service was created.
  private let now: () -> Duration
  private var last = Duration.zero

  nonisolated static let rates = 1...1024
  /// At higher rates a snapshot contains several events.
  private static let snapshotsPerSecond = 32

  init(
    model: FeedModel, rate: Int = 4, isPaused: Bool = false, clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.model = model
    self.rate = rate
    self.isPaused = isPaused
    self.clock = clock
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  /// The snapshots from now on, until the task that awaits them is cancelled.
  var snapshots: AsyncStream<FeedModel.Snapshot> {
    AsyncStream { await self.next() }
  }

  func change(rate: Int) {
    self.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    sleep?.cancel()
  }

  func togglePause() {
    isPaused.toggle()
    sleep?.cancel()
  }

  private func next() async -> FeedModel.Snapshot? {
    while !Task.isCancelled {
      let events = max(1, rate / Self.snapshotsPerSecond)
      let time = now()
      let due = last + .seconds(events) / rate
      if !isPaused, due <= time {
        // A slow screen misses events; it does not catch up.
        last = time
        for _ in 0..<events { model.step() }
        return model.snapshot
      }
      let pause = isPaused ? .seconds(1 << 30) : due - time
      let sleep = Task { [clock] in _ = try? await clock.sleep(for: pause) }
      self.sleep = sleep
      await withTaskCancellationHandler {
        await sleep.value
      } onCancel: {
        sleep.cancel()
      }
    }
    return nil
  }
}

/// The latest differences, newest first: a section for each apply, a line for each change.
struct DifferenceLog {
  struct Entry: Hashable, Sendable {
    let number: Int
    /// The counts, such as `+1 −0 ↕2 ~1`.
    let summary: String
  }

  /// A change, with its position in its entry.
  struct Line: Hashable, Sendable {
    let entry: Int
    let position: Int
    let change: RowChange?
    let text: String
  }

  typealias Difference = SnapshotDifference<FeedModel.Section, Job>

  private(set) var snapshot = DiffableDataSourceSnapshot<Entry, Line>()
  /// The number of applies that changed something.
  private(set) var count = 0

  private static let limit = 50

  /// Adds a difference, unless it is empty.
  mutating func add(_ difference: Difference) {
    guard !difference.isEmpty else { return }
    count += 1
    let updated = difference.reloadedCount + difference.reconfiguredCount
    let entry = Entry(
      number: count,
      summary:
        "+\(difference.insertedCount) −\(difference.deletedCount) ↕\(difference.movedCount) ~\(updated)")
    if let newest = snapshot.sectionIdentifiers.first {
      snapshot.insertSections([entry], beforeSection: newest)
    } else {
      snapshot.appendSections([entry])
    }
    let lines = Self.changes(in: difference).enumerated().map { position, change in
      Line(entry: count, position: position, change: change.change, text: change.text)
    }
    snapshot.appendItems(lines, toSection: entry)
    snapshot.deleteSections(Array(snapshot.sectionIdentifiers.dropFirst(Self.limit)))
  }

  private static func changes(in difference: Difference) -> [(change: RowChange?, text: String)] {
    func job(_ position: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      snapshot.itemIdentifier(at: position).map { "#\($0.number)" } ?? "?"
    }
    func text(_ position: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      "\(snapshot.sectionIdentifiers[position.section].rawValue) \(position.item + 1)"
    }
    let (old, new) = (difference.old, difference.new)
    var changes: [(change: RowChange?, text: String)] = []
    changes += difference.deletedItems.map { (.deleted, "\(job($0, in: old)) from \(text($0, in: old))") }
    changes += difference.insertedItems.map { (.inserted, "\(job($0, in: new)) at \(text($0, in: new))") }
    changes += difference.movedItems.map { move in
      let change = difference.change(ofItemAt: new.index(ofItemAt: move.to))
      return (change, "\(job(move.to, in: new)) \(text(move.from, in: old)) → \(text(move.to, in: new))")
    }
    changes += (difference.reconfiguredItems + difference.reloadedItems).map {
      (.reconfigured, "\(job($0, in: new)) \(new.itemIdentifier(at: $0)?.stateText ?? "")")
    }
    return changes
  }
}

// MARK: - Cells

/// The row of a job: texts in columns, and a progress bar in the last one.
struct JobContent: ContentConfiguration {
  var job: Job

  static let columns = [
    TableColumn("Job", width: 8...8, priority: 9),
    TableColumn("Project", width: 9...16, priority: 5),
    TableColumn("Branch", width: 8...20, priority: 3, isSecondary: true),
    TableColumn("State", width: 8...8, alignment: .trailing, priority: 8),
    TableColumn("Done", width: 10...20, priority: 2),
  ]

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let texts = ColumnContentConfiguration([
      StyledText("#\(job.number)"), StyledText(job.project), StyledText(job.branch),
      StyledText(job.stateText, style: stateStyle(in: context.theme)),
    ])
    texts.draw(in: &canvas, context: context)
    guard case .running(let done) = job.state,
      let bar = context.columns.first(where: { $0.index == Self.columns.count - 1 })
    else { return }
    let rect = Rect(line: 0, column: bar.range.lowerBound, columns: bar.range.count, lines: 1)
    canvas.inside(rect) { canvas in
      let line = String(repeating: context.symbols.rule, count: max(1, canvas.size.columns * done / 100))
      canvas.write(StyledText(line), style: context.theme.changed.mark)
    }
  }

  private func stateStyle(in theme: Theme) -> TextStyle {
    switch job.state {
    case .queued: theme.secondaryText
    case .running: .plain
    case .passed: TextStyle(foreground: theme.inserted.mark.foreground)
    case .failed: TextStyle(foreground: theme.deleted.mark.foreground, attributes: .bold)
    }
  }
}

/// A line of a difference: the symbol that the table shows in its gutter, in the same style, and the change.
struct DifferenceLineContent: ContentConfiguration {
  var line: DifferenceLog.Line

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let (symbols, theme) = (context.symbols, context.theme)
    let (sign, style) =
      switch line.change {
      case .inserted: (symbols.inserted, theme.inserted.mark)
      case .deleted, nil: (symbols.minus, theme.deleted.mark)
      case .movedUp: (symbols.movedUp, theme.moved.mark)
      case .movedDown: (symbols.movedDown, theme.moved.mark)
      case .reloaded, .reconfigured: (symbols.changed, theme.changed.mark)
      }
    canvas.write(StyledText(sign), style: style)
    canvas.write(
      StyledText(line.text), column: 2, width: max(0, canvas.size.columns - 2), style: theme.text)
  }
}

// MARK: - Controllers

@MainActor
final class FeedController: TableViewController {
  typealias Section = FeedModel.Section

  private let service: FeedService
  private var dataSource: TableViewDiffableDataSource<Section, Job>!
  private let log: DifferenceLogController
  private var observation: Task<Void, any Error>?

  /// - Parameter log: shows the differences.
  init(service: FeedService, log: DifferenceLogController) {
    self.service = service
    self.log = log
    super.init()
    title = "Feed"
    addKeyCommand(.character(" "), title: "pause or continue") { [unowned self] in
      service.togglePause()
      showStatus()
    }
    addKeyCommand(.character("+"), .character("="), title: "faster") { [unowned self] in
      change(rate: service.rate * 2)
    }
    addKeyCommand(.character("-"), title: "slower") { [unowned self] in change(rate: service.rate / 2) }
    addKeyCommand(.character("i"), title: "show or hide the differences") { [unowned self] in
      splitViewController?.isDetailHidden.toggle()
    }
    prepareTable()
    dataSource.apply(service.model.snapshot, animatingDifferences: false)
    showStatus()
  }

  private func prepareTable() {
    tableView.columns = JobContent.columns
    dataSource = TableViewDiffableDataSource(tableView: tableView) { JobContent(job: $0) }
    dataSource.contentEqual = { $0.hasContent(of: $1) }
    dataSource.headerProvider = { [weak self] section in
      let count = self?.dataSource.snapshot().numberOfItems(inSection: section) ?? 0
      return ListContentConfiguration(
        text: section.rawValue, secondaryText: "\(count)", arrangement: .inline)
    }
    dataSource.didApply = { [weak self] report in
      guard let difference = report.difference else { return }
      self?.log.add(difference)
      self?.showStatus()
    }
    tableView.primaryAction = { [weak self] indexPath in
      if let job = self?.dataSource.itemIdentifier(for: indexPath) { self?.showDetails(of: job) }
    }
  }

  override func viewDidAppear(_ animated: Bool) { observation = dataSource.observe(service.snapshots) }

  override func viewDidDisappear(_ animated: Bool) { observation?.cancel() }

  private func change(rate: Int) {
    service.change(rate: rate)
    showStatus()
  }

  private func showStatus() {
    let pace = service.isPaused ? "paused" : "\(service.rate) events/s"
    keyHints = [KeyHint("space", service.isPaused ? "continue" : "pause"), KeyHint("i", "differences")]
    statusText = StyledText("\(pace)  \(log.count) \(log.count == 1 ? "apply" : "applies")")
  }

  private func showDetails(of job: Job) {
    present(
      Panel(
        title: "Job #\(job.number)",
        lines: [
          Panel.Line("Project", StyledText(job.project)), Panel.Line("Branch", StyledText(job.branch)),
          Panel.Line("State", StyledText(job.stateText)),
        ]))
  }
}

/// The differences of the applies, the latest first, to compare with the symbols in the gutter.
@MainActor
final class DifferenceLogController: TableViewController {
  private var log = DifferenceLog()
  private var dataSource: TableViewDiffableDataSource<DifferenceLog.Entry, DifferenceLog.Line>!

  init() {
    super.init()
    title = "Differences"
    statusText = "what each apply changed"
    tableView.allowsSelection = false
    tableView.motion = .none
    tableView.backgroundContent = ListContentConfiguration(
      text: "No changes yet", secondaryText: "each apply is listed here")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { DifferenceLineContent(line: $0) }
    dataSource.headerProvider = { entry in
      ListContentConfiguration(
        text: "apply \(entry.number)", secondaryText: entry.summary, arrangement: .inline)
    }
  }

  var count: Int { log.count }

  func add(_ difference: DifferenceLog.Difference) {
    log.add(difference)
    dataSource.apply(log.snapshot, animatingDifferences: false)
    tableView.moveCursorToFirstRow()
  }
}

// MARK: - Command line

/// `tui-demo feed`: the jobs of a build service, live.
///
/// Shows a data source that observes an asynchronous sequence of snapshots: rows are inserted, removed, moved
/// and changed many times a second, and the row under the cursor stays on its line.
struct FeedCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Rows that change many times a second while the cursor stays.",
    discussion: "If the output is a pipe, it prints the jobs as they are at the start.")

  @Option(help: ArgumentHelp("Events per second, 1 to 1024.", valueName: "number"))
  var rate = 4

  @Flag(help: "Start paused.")
  var paused = false

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard FeedService.rates.contains(rate) else {
      throw ValidationError("--rate must be between 1 and 1024")
    }
  }

  private var model: FeedModel { FeedModel(generator: display.generator) }

  func makeController() -> ViewController {
    let log = DifferenceLogController()
    let service = FeedService(model: model, rate: rate, isPaused: paused)
    return SplitViewController(
      primary: FeedController(service: service, log: log), secondary: log)
  }

  func plainLines() -> [String] {
    let snapshot = model.snapshot
    return snapshot.sectionIdentifiers.flatMap { section in
      snapshot.itemIdentifiers(inSection: section).map {
        ["\($0.number)", $0.project, $0.branch, section.rawValue, $0.stateText].joined(separator: "\t")
      }
    }
  }
}
