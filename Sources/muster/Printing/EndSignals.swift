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
  ///
  /// None is lost: until a request is answered it ends the program as it always does.
  static func answer() {
    for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        // A command that is ended by this is no failure of its own: nobody else ends the program any more. What was
        // not written yet is not wanted any more.
        EndSignals.exit(128 + number)
      }
      // Another thread arranges it.
      let isAnswered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isAnswered.signal() }
      source.activate()
      isAnswered.wait()
      #if canImport(Darwin)
        signal(number, SIG_IGN)
      #endif
      sources.append(source)
    }
  }

  /// Whether somebody ignores a signal for the programs that he starts, as nohup does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static let ending = Mutex(())

  /// Ends the program, unless a request to end has.
  static func exit(_ status: Int32) -> Never {
    ending.withLock { _ in Muster.end(status) }
  }

  /// Says something, unless a request to end has come: what it ended did not fail.
  static func note(_ text: String) {
    ending.withLock { _ in Muster.note(text) }
  }

  /// Ends the program with one line that says why, unless a request to end has.
  static func fail(_ error: any Error) -> Never {
    ending.withLock { _ in Muster.fail(error) }
  }

  // Appended to by the main thread alone, before there are others; only held.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
