import LibC

/// The settings that `Scripts/soak.sh` passes to tests in environment variables.
public enum Soak {
  /// The duration of the soak in seconds; nil outside a soak.
  public static let seconds = variable("LISTKIT_SOAK_SECONDS").flatMap { Int($0) }
  /// The first seed; random for each run unless given.
  public static let seed = variable("LISTKIT_SOAK_SEED").flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)
  /// The one session to play.
  public static let replay = variable("LISTKIT_SOAK_REPLAY")
  /// A program to test instead of the one built beside the tests.
  public static let program = variable("LISTKIT_SESSION_PROGRAM")
  /// The maximum processor time in which a release build answers ctrl-c.
  static let answer: Duration? = program == nil ? nil : .seconds(1)
  static let times = variable("LISTKIT_SOAK_TIMES").flatMap { Int($0) } ?? 5
  static let only = variable("LISTKIT_SOAK_ONLY")

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// How much a run of the tests does, apart from a soak.
public enum TestRun {
  /// Whether the run belongs to `make check`, which sets `LISTKIT_THOROUGH`: it plays more random sessions than
  /// `make test`, and starts fleets of servers.
  public static let isThorough = getenv("LISTKIT_THOROUGH") != nil
}

extension SessionCampaign {
  /// The number of sessions of a run: one for each command, and three in a thorough run.
  public var sessionCount: Int { (TestRun.isThorough ? 3 : 1) * commands.count }

  /// Plays sessions for ``Soak/seconds``, and prints each failure, shortened, as soon as it is known.
  ///
  /// - Returns: The failures.
  public func soak() async -> [SessionFinding] {
    var campaign = self
    if let only = Soak.only { campaign.commands.removeAll { !$0.joined(separator: " ").contains(only) } }
    guard let seconds = Soak.seconds, !campaign.commands.isEmpty else { return [] }
    let start = ContinuousClock.now
    let result = await campaign.play(
      seeds: Soak.seed..<UInt64.max, until: start + .seconds(seconds), shortens: true
    ) {
      print("\($0)\n")
      fflush(nil)
    }
    let time = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(result.count) sessions from seed \(Soak.seed) in \(Int(time)) s: \(result.findings.count) failed")
    return result.findings
  }

  /// Plays the session of ``Soak/replay`` several times, and prints the results.
  ///
  /// - Returns: The failures, or nil if the text is not a session.
  public func replay() -> [SessionFailure]? {
    guard let script = Soak.replay.flatMap({ SessionScript($0) }) else { return nil }
    return (1...Soak.times).compactMap { time in
      let failure = failure(of: script)
      print("\(time) of \(Soak.times): \(failure.map { "\($0)" } ?? "nothing wrong")")
      return failure
    }
  }
}
