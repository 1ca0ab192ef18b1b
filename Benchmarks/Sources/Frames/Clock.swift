/// The time a piece of work takes, in microseconds.
@MainActor
func time(_ work: () -> Void) -> Double {
  let elapsed = ContinuousClock().measure(work)
  let (seconds, attoseconds) = elapsed.components
  return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
}

/// The median of several rounds.
@MainActor
func median(rounds: Int, _ work: () -> Void) -> Double {
  (0..<rounds).map { _ in time(work) }.sorted()[rounds / 2]
}
