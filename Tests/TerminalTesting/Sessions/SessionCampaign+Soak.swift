import LibC

/// What `Scripts/soak.sh` asks of tests, by variables of the environment.
public enum Soak {
  /// How long to go on; nil outside a soak.
  public static let seconds = variable("LISTKIT_SOAK_SECONDS").flatMap { Int($0) }
  /// The first seed; one of its own at each run unless given.
  public static let seed = variable("LISTKIT_SOAK_SEED").flatMap { UInt64($0) } ?? .random(in: 0..<1 << 40)
  /// The one session to be played.
  public static let replay = variable("LISTKIT_SOAK_REPLAY")
  /// The program to try in place of the one built beside the tests.
  public static let program = variable("LISTKIT_SESSION_PROGRAM")
  /// The processor time in which ctrl-c is answered by a program as users have it.
  static let answer: Duration? = program == nil ? nil : .seconds(1)
  static let times = variable("LISTKIT_SOAK_TIMES").flatMap { Int($0) } ?? 5
  static let only = variable("LISTKIT_SOAK_ONLY")

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

extension SessionCampaign {
  /// Plays as long as ``Soak/seconds`` says, and prints each failure, shortened, as soon as it is known.
  ///
  /// - Returns: the failures.
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

  /// Plays the session of ``Soak/replay`` some times, and prints what came of it.
  ///
  /// - Returns: the failures; nil where the words are no session.
  public func replay() -> [SessionFailure]? {
    guard let script = Soak.replay.flatMap({ SessionScript($0) }) else { return nil }
    return (1...Soak.times).compactMap { time in
      let failure = failure(of: script)
      print("\(time) of \(Soak.times): \(failure.map { "\($0)" } ?? "nothing wrong")")
      return failure
    }
  }
}
