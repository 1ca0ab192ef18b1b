import Dispatch
import ListKitTesting
import Synchronization
import TestSupport

@testable import ListKit
@testable import ListKitPaging

/// An executor that runs jobs on a queue.
final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The worst possible engine: slow, failing, answering in any order, with rows that change at the same time.
final class ShelfEngine: PageEngine {
  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "the shelf is out of reach" }
  }

  struct State {
    /// The content of each number.
    var rows: [Int: String]
    /// The percentage of reads that fail.
    var failPercent = 0
    /// The number of following counts that fail.
    var failingCounts = 0
    /// The maximum time of an answer, in milliseconds.
    var slowness = 0
    var generator = SeededGenerator(seed: 1)
    var pageReads = 0
    var counts = 0
    /// The number of reads in progress, and of reads whose task was cancelled.
    var openReads = 0
    var cancelled = 0
    /// The number of calls outside its executor.
    var callsElsewhere = 0
    var mailbox: AsyncStream<PageChange>.Continuation?
    var isFollowed = false
  }

  let state: Mutex<State>
  let executor: (any TaskExecutor)?
  private let clock: TestClock

  /// Creates an engine that runs on the main queue by default, so that everything happens in order.
  init(rows: Int, clock: TestClock, executor: any TaskExecutor = QueueExecutor(.main)) {
    self.executor = executor
    state = Mutex(State(rows: Dictionary(uniqueKeysWithValues: (1...rows).map { ($0, "row \($0)") })))
    self.clock = clock
  }

  var now: (pageReads: Int, counts: Int, openReads: Int, cancelled: Int, isFollowed: Bool) {
    state.withLock { ($0.pageReads, $0.counts, $0.openReads, $0.cancelled, $0.isFollowed) }
  }

  /// Changes rows and reports the change.
  func write(_ change: PageChange = .certain, _ body: (inout [Int: String]) -> Void) {
    let mailbox = state.withLock { state in
      body(&state.rows)
      return state.mailbox
    }
    mailbox?.yield(change)
  }

  /// Returns the numbers that a divisor divides, in order.
  func found(_ divisor: Int) -> [Int] {
    state.withLock { state in state.rows.keys.filter { $0 % divisor == 0 } }.sorted()
  }

  private func noteExecutor() {
    let isElsewhere = withUnsafeCurrentTask { $0?.unownedTaskExecutor != executor?.asUnownedTaskExecutor() }
    if isElsewhere { state.withLock { $0.callsElsewhere += 1 } }
  }

  func pages(_ requests: [PageRequest<Int>], matching divisor: Int) async throws -> [Page<Int, String>] {
    noteExecutor()
    let (wait, isHit) = state.withLock { state in
      state.pageReads += 1
      state.openReads += 1
      return (state.generator.number(0..<state.slowness + 1), state.generator.chance(state.failPercent))
    }
    defer { state.withLock { $0.openReads -= 1 } }
    do {
      // Half of the time passes before the rows are read, and half after: an answer may be out of date.
      try await clock.sleep(for: .milliseconds(wait / 2))
      if isHit { throw Unreachable() }
      let pages = state.withLock { state in requests.map { Self.page($0, of: state.rows, divisor) } }
      try await clock.sleep(for: .milliseconds(wait - wait / 2))
      return pages
    } catch let error as CancellationError {
      state.withLock { $0.cancelled += 1 }
      throw error
    }
  }

  func count(matching divisor: Int) async throws -> PageCount {
    noteExecutor()
    return try state.withLock { state in
      state.counts += 1
      state.failingCounts -= 1
      if state.failingCounts >= 0 { throw Unreachable() }
      return .exactly(state.rows.keys.count { $0 % divisor == 0 })
    }
  }

  func changes() -> AsyncStream<PageChange> {
    let (stream, mailbox) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { ($0.mailbox, $0.isFollowed) = (mailbox, true) }
    mailbox.onTermination = { [weak self] _ in self?.state.withLock { $0.isFollowed = false } }
    return stream
  }

  private static func page(_ request: PageRequest<Int>, of rows: [Int: String], _ divisor: Int) -> Page<
    Int, String
  > {
    var (first, last) = (Int.min, Int.max)
    switch request.after {
    case .edge: break
    case .including(let key): first = key
    case .excluding(let key): first = key + 1
    }
    switch request.before {
    case .edge: break
    case .including(let key): last = key
    case .excluding(let key): last = key - 1
    }
    let all = rows.keys.filter { first <= $0 && $0 <= last && $0 % divisor == 0 }.sorted()
    let keys = request.isFromEnd ? all.suffix(request.limit) : all.prefix(request.limit)
    return Page(
      rows: keys.map { PageRow(key: $0, content: rows[$0] ?? "") }, isComplete: keys.count == all.count)
  }
}

/// A screen that shows the rows of an engine.
@MainActor
final class ShelfController: TableViewController {
  private(set) var dataSource: PagedDataSource<ShelfEngine>!
  private(set) var shown: [Bool] = []

  init(_ engine: ShelfEngine, clock: TestClock, pageSize: Int = 20) {
    super.init()
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "row")
    let cells: PagedDataSource<ShelfEngine>.CellProvider = { tableView, indexPath, row in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: row.content)
      return cell
    }
    dataSource = PagedDataSource(
      tableView: tableView, engine: engine, query: 1, pageSize: pageSize, clock: clock, cellProvider: cells)
    dataSource.didLoad = { [weak self] in self?.shown.append($0) }
  }
}
