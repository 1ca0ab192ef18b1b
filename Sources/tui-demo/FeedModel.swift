import ListKit
import SeededRandom

/// A build service that makes up its jobs: they are queued, run, and end. A step is one thing happening.
struct FeedModel: Sendable {
  /// Where a job stands.
  enum Section: String, Hashable, Sendable, CaseIterable {
    case running = "Running"
    case queued = "Queued"
    case finished = "Finished"
  }

  typealias Snapshot = DiffableDataSourceSnapshot<Section, Job>

  /// What is under way, the oldest first.
  private(set) var running: [Job] = []
  /// What waits, the next one first.
  private(set) var queued: [Job] = []
  /// What is over, the latest first.
  private(set) var finished: [Job] = []

  private var generator: SeededGenerator
  private var nextNumber = 1001

  /// How many jobs run at once, wait at most, and are remembered when over.
  private static let limits = (running: 4, queued: 12, finished: 40)
  private static let projects = ["harbour", "lantern", "quarry", "orchard", "weaver", "tidewater"]
  private static let branches = ["main", "main", "main", "release", "fix/startup", "feature/import", "docs"]

  /// Creates a service that has been running for a while.
  init(generator: SeededGenerator) {
    self.generator = generator
    for _ in 0..<200 { step() }
  }

  /// Lets one thing happen.
  mutating func step() {
    // A job is queued once, started once and goes on some six times.
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...1: queue()
    case 2...3: start()
    case 4 where queued.count > 1: promote()
    default: advance()
    }
  }

  /// The jobs as they stand.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections(Section.allCases)
    snapshot.appendItems(running, toSection: .running)
    snapshot.appendItems(queued, toSection: .queued)
    snapshot.appendItems(finished, toSection: .finished)
    return snapshot
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

  /// Somebody is in a hurry: a job goes to the head of the queue.
  private mutating func promote() {
    let place = Int.random(in: 1..<queued.count, using: &generator)
    queued.insert(queued.remove(at: place), at: 0)
  }

  private mutating func advance() {
    guard !running.isEmpty else { return start() }
    let place = Int.random(in: 0..<running.count, using: &generator)
    guard case .running(let done) = running[place].state else { return }
    let now = done + Int.random(in: 8...30, using: &generator)
    if now < 100 {
      running[place].state = .running(now)
    } else {
      var job = running.remove(at: place)
      job.state = Int.random(in: 0..<5, using: &generator) == 0 ? .failed : .passed
      finished.insert(job, at: 0)
      if finished.count > Self.limits.finished { finished.removeLast() }
    }
  }
}
