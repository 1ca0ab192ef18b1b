import CPseudoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long a process and who waits for it have been ready to run while others had the processor.
struct ProcessorWaits {
  private let process: pid_t
  private var ofProcess: UInt64 = 0
  private var ownAtFirst: UInt64 = 0
  private var own: UInt64 = 0
  private(set) var isRunning = false

  init(of process: pid_t) {
    self.process = process
    update()
    ownAtFirst = own
  }

  /// Nanoseconds.
  var sum: UInt64 { ofProcess + own - ownAtFirst }

  mutating func update() {
    var activity = process_activity()
    // Threads that end take their share along, and a process that has ended has none.
    if process_activity_read(process, &activity) == 0 {
      ofProcess = max(ofProcess, activity.waited)
      isRunning = activity.is_running != 0
    }
    if process_activity_read_own(&activity) == 0 { own = max(own, activity.waited) }
  }
}
