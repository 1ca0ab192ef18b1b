import LibC
public import Testing

/// Waits until other tasks, threads or processes make a condition true.
///
/// The wait ends without the condition only if something hangs: if this process has used several times the
/// processor time that all its tests together need on a slow machine, or has been asleep at very many checks.
/// Then it records an issue at the place of the call.
///
/// - Parameters:
///   - comment: What the caller waits for.
///   - condition: The condition; called each time the caller has its turn.
public func wait(
  for comment: @autoclosure () -> Comment? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool
) async {
  // Most conditions become true after a few turns. A wait for others must not occupy the processor.
  for _ in 0..<100 where !condition() { await Task.yield() }
  let start = processorTime()
  // On a busy machine, a process that waits for the processor appears to be asleep.
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

/// Lets all tasks continue that are waiting for the main actor.
///
/// The main actor runs its jobs in order, so every job that a test enqueued before has had a turn on return.
/// No other thread is involved.
@MainActor
public func takeTurn() async {
  await withCheckedContinuation { continuation in Task { continuation.resume() } }
}

/// Returns the processor time that the threads of this process have used.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
}
