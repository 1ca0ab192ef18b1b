import Dispatch
import Synchronization

/// Many random sessions, several at the same time.
public struct SessionCampaign: Sendable {
  /// The path of the program.
  public var program: String
  /// A display name of the program, the first word of each session; it is not passed to the program.
  public var name: String?
  /// The argument lists from which each session takes one.
  public var commands: [[String]]
  /// Whether the program has an option `--seed` for its random choices.
  public var takesSeed: Bool
  /// Changes to the plain environment of ``PseudoTerminal``.
  public var environment: [String: String?]
  /// The working directory; nil for that of the tests.
  public var directory: String?
  /// Returns the exit statuses with which a program with some arguments may end.
  public var statuses: @Sendable (_ arguments: [String]) -> Set<Int32> = { _ in [0, 130] }
  /// The number of sessions at the same time; they wait more than they compute.
  public var workers = 4

  /// Creates a campaign.
  public init(
    program: String, name: String? = nil, commands: [[String]], takesSeed: Bool = true,
    environment: [String: String?] = [:], directory: String? = nil
  ) {
    self.program = program
    self.name = name
    self.commands = commands
    self.takesSeed = takesSeed
    self.environment = environment
    self.directory = directory
  }

  /// The result of some sessions.
  public struct Result: Sendable {
    /// The number of sessions played.
    public var count = 0
    /// The sessions that failed, shortened on request.
    public var findings: [SessionFinding] = []
  }

  /// Plays the sessions of some seeds.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - deadline: When to start no more sessions.
  ///   - shortens: Whether to search for the relevant steps; at most two failures of a sort are shortened.
  ///   - report: Called for each failure as soon as it is known.
  public func play(
    seeds: Range<UInt64>, until deadline: ContinuousClock.Instant? = nil, shortens: Bool = false,
    report: @escaping @Sendable (SessionFinding) -> Void = { _ in }
  ) async -> Result {
    let state = State(seeds: seeds)
    // Separate threads: the threads of Swift's tasks are few, and must not wait.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
          while deadline.map({ $0 > .now }) ?? true, let seed = state.next() {
            let script = SessionScript(seed: seed, commands: commands, takesSeed: takesSeed)
            guard let failure = failure(of: script) else { continue }
            var finding = SessionFinding(seed: seed, script: script, failure: failure)
            if state.note(finding), shortens { shorten(&finding) }
            state.add(finding)
            report(finding)
          }
        }
        continuation.resume()
      }
    }
    return state.result
  }

  /// Plays one session.
  public func failure(of script: SessionScript) -> SessionFailure? {
    var script = script
    if script.arguments.first == name { script.arguments.removeFirst() }
    let limits = SessionRun.Limits(statuses: statuses(script.arguments))
    return SessionRun.failure(
      of: script, program: program, environment: environment, directory: directory, limits: limits)
  }

  /// Finds the relevant steps of a failed session.
  public func shorten(_ finding: inout SessionFinding) {
    let kind = finding.failure.kind
    var shortening = SessionShortening { failure(of: $0)?.kind == kind }
    // Each freeze costs a long wait.
    if kind == .freeze { (shortening.attempts, shortening.budget) = (1, 12) }
    finding.shortened = shortening.shortest(of: finding.script)
  }

  private final class State: Sendable {
    private let seeds: Range<UInt64>
    private let state: Mutex<(next: UInt64, result: Result, sorts: [String: Int])>

    init(seeds: Range<UInt64>) {
      self.seeds = seeds
      state = Mutex((seeds.lowerBound, Result(), [:]))
    }

    var result: Result { state.withLock { $0.result } }

    func next() -> UInt64? {
      state.withLock { state in
        guard seeds.contains(state.next) else { return nil }
        defer { state.next += 1 }
        state.result.count += 1
        return state.next
      }
    }

    /// Whether the finding is one of the first two of its sort.
    func note(_ finding: SessionFinding) -> Bool {
      state.withLock { state in
        state.sorts[finding.sort, default: 0] += 1
        return state.sorts[finding.sort]! <= 2
      }
    }

    func add(_ finding: SessionFinding) { state.withLock { $0.result.findings.append(finding) } }
  }
}

/// A session that failed.
public struct SessionFinding: Sendable, CustomStringConvertible {
  /// The seed of the session.
  public var seed: UInt64
  /// The session.
  public var script: SessionScript
  /// The failure.
  public var failure: SessionFailure
  /// The session with the relevant steps only; nil before the search.
  public var shortened: SessionScript?

  /// A key that is equal for failures that probably have the same cause.
  var sort: String {
    let words = failure.details.split(separator: "\n").first ?? ""
    return "\(failure.kind) \(script.arguments.first ?? "") \(words.filter { !$0.isNumber }.prefix(40))"
  }

  /// The finding in words, with the command that plays it again.
  public var description: String {
    """
    seed \(seed): \(failure)
      session: \(script)
      again:   make soak ARGS="--replay '\(shortened ?? script)'"
    """
  }
}
