import Dispatch
import Files
import LibC
import Rows
import Synchronization

/// A command that runs in a process group of its own. It ends with its first process: the others are ended, not
/// awaited.
final class RunningCommand: Sendable {
  package let output: CommandOutput
  package let diagnostics: CommandOutput
  private let group: pid_t
  /// Whether another group may have its number.
  private let isOver = Mutex(false)

  /// - Throws: The reason why it did not start.
  init(_ command: ChildCommand) throws(SystemError) {
    let nothing = ChildProcess.opening { open("/dev/null", O_RDONLY | O_CLOEXEC) }
    guard nothing >= 0 else { throw .last("/dev/null") }
    defer { close(nothing) }
    let (output, error) = (try ChildProcess.pipe(), try ChildProcess.pipe())
    (self.output, diagnostics) = (CommandOutput(output.reading), CommandOutput(error.reading))
    defer { for end in [output.writing, error.writing] { close(end) } }
    group = try ProcessGroups.start(
      command.program.path, command.words, environment: command.environment,
      descriptors: [nothing, output.writing, error.writing])
  }

  /// Waits for the end of the first process, and ends the others.
  package func end() async -> CommandEnd {
    if let descriptor = ProcessGroups.endDescriptor(of: group) {
      await CommandLoop.shared.untilReadable(descriptor)
      close(descriptor)
    } else {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "muster.end").async { [group] in
          ProcessGroups.awaitEnd(of: group)
          continuation.resume()
        }
      }
    }
    let end = isOver.withLock { isOver in
      isOver = true
      return CommandEnd(ProcessGroups.collect(group))
    }
    output.finish()
    diagnostics.finish()
    return end
  }

  /// Asks the processes to end, and kills those that do not within 200 milliseconds.
  func terminate() {
    signal(SIGTERM)
    signal(SIGCONT)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { [self] in signal(SIGKILL) }
  }

  private func signal(_ number: Int32) {
    isOver.withLock { isOver in if !isOver { kill(-group, number) } }
  }
}

/// The reading end of a pipe.
final class CommandOutput: Sendable {
  private let descriptor: Int32
  private let isFinished = Atomic(false)
  private static let piece = 64 * 1024

  /// Takes ownership of the descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Ends after the bytes that are there, even if some process still has the pipe.
  package func finish() {
    isFinished.store(true, ordering: .sequentiallyConsistent)
    CommandLoop.shared.stopWaiting(for: descriptor)
  }

  /// Returns the next bytes; nil at the end.
  package func next() async -> [UInt8]? {
    while true {
      await CommandLoop.shared.untilReadable(descriptor) {
        isFinished.load(ordering: .sequentiallyConsistent)
      }
      // What was printed before the end is read even so.
      let wasFinished = isFinished.load(ordering: .sequentiallyConsistent)
      var (count, code): (Int, Int32) = (0, 0)
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.piece) { room, initialized in
        count = LibC.read(descriptor, room.baseAddress, room.count)
        code = errno
        initialized = max(0, count)
      }
      if count > 0 { return bytes }
      if count == 0 || wasFinished || code != EINTR && code != EAGAIN { return nil }
    }
  }

  /// Reads to the end, and keeps the first bytes.
  package func beginning(limit: Int) async -> [UInt8] {
    var kept: [UInt8] = []
    while let piece = await next() { kept += piece.prefix(limit - kept.count) }
    return kept
  }
}
