import LibC
public import Testing

/// Waits until a condition holds that other tasks, threads or processes bring about.
///
/// The wait ends without the condition only where something hangs: when this process has used several times the processor
/// time meanwhile that all its tests together need on a slow machine, or has been found asleep again and again. That is an
/// issue at the place of the call.
///
/// - Parameters:
///   - comment: what the caller waits for.
///   - condition: asked each time the caller has its turn.
public func wait(
  for comment: @autoclosure () -> Comment? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
) async {
  // Most conditions hold after a few turns. A wait for others must not take the processor from them.
  for _ in 0..<100 where !condition() { await Task.yield() }
  let start = processorTime()
  // On a busy machine a process that waits for its turn looks as if it slept.
  var idleLooks = 0
  var last = start
  while !condition() {
    guard last - start < .seconds(3_600), idleLooks < 1_200_000 else {
      Issue.record(comment() ?? "The condition never holds.", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
    let now = processorTime()
    if now - last < .milliseconds(1) { idleLooks += 1 }
    last = now
  }
}

/// Lets all tasks go on that wait for the main actor so far.
///
/// The main actor takes what waits in order, so what a test started on it before has had a turn on return. No other
/// thread takes part.
@MainActor
public func takeTurn() async {
  await withCheckedContinuation { continuation in Task { continuation.resume() } }
}

/// How long the threads of this process have run.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}
