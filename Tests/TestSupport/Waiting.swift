public import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits until a condition holds that other tasks or threads bring about.
///
/// The wait ends without the condition only where something hangs: when the process has used more processor time
/// meanwhile than all its tests together need. That is an issue at the place of the call.
///
/// - Parameters:
///   - comment: what is waited for.
///   - condition: asked each time the caller has its turn.
@MainActor
public func wait(
  for comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  until condition: () -> Bool
) async {
  let start = processorSeconds()
  while !condition() {
    guard processorSeconds() - start < 600 else {
      Issue.record(comment() ?? "The condition never holds.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
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

private func processorSeconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Int(time.tv_sec)
}
