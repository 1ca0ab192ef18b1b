/// Tells how long a run of a command has been going on, where that is long: the rows on the screen are older then than
/// their clock says.
final class LongRun: Sendable {
  /// The seconds, each second from the third on; nil when it is over. Of several that nobody took the newest.
  let seconds: AsyncStream<Int?>
  private let continuation: AsyncStream<Int?>.Continuation

  init() { (seconds, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Counts while a run goes on; wakes up for nobody before it is long.
  func during<Result>(_ run: () async throws -> Result) async rethrows -> Result {
    let counting = Task { [continuation] in
      var count = 3
      try await Task.sleep(for: .seconds(count))
      while true {
        continuation.yield(count)
        try await Task.sleep(for: .seconds(1))
        count += 1
      }
    }
    defer {
      counting.cancel()
      continuation.yield(nil)
    }
    return try await run()
  }
}
