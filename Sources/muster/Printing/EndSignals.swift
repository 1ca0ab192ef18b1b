import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Requests to end while there is no screen: what was started ends first.
enum EndSignals {
  /// Answers requests to end from now on, with the statuses that a shell gives them: 129, 130, 143.
  static func answer() {
    for number in [SIGHUP, SIGINT, SIGTERM] {
      // Somebody who ignores them, such as nohup, goes on to.
      let former = signal(number, SIG_IGN)
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        // A command that is ended by this is no failure of its own: nobody else ends the program any more. What was
        // not written yet is not wanted any more.
        EndSignals.exit(128 + number)
      }
      source.activate()
      sources.append(source)
    }
  }

  private static let ending = Mutex(())

  /// Ends the program, unless a request to end has.
  static func exit(_ status: Int32) -> Never {
    ending.withLock { _ in Muster.end(status) }
  }

  /// Ends the program with one line that says why, unless a request to end has.
  static func fail(_ error: any Error) -> Never {
    ending.withLock { _ in Muster.fail(error) }
  }

  // Appended to by the main thread alone, before there are others; only held.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
