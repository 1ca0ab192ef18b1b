import Files
import LibC
import ListData
package import Rows
import Synchronization

/// Appends each run to a file for `--record`; see ``Recording``.
///
/// A record that the disk does not take completely is removed; the next run tries again.
package final class Recorder: RunObserver {
  private struct State {
    /// The length of the file up to the end of the last complete record.
    var end: Int
    /// The text of the last record.
    var text: [UInt8]?
    var number = 0
    var problem: SystemError?
  }

  private let path: String
  private let descriptor: Int32
  private let state: Mutex<State>
  private let report: @Sendable (String) -> Void

  /// Opens a file, or creates one that only the user can read. Reports a file that others can read or change.
  ///
  /// - Parameters:
  ///   - source: The source of the runs.
  ///   - report: Shows a message on the screen or on standard error.
  /// - Throws: The reason why the file cannot be recorded to.
  package init(path: String, source: Source, report: @escaping @Sendable (String) -> Void) throws {
    self.path = path
    self.report = report
    let descriptor = try Self.open(path)
    do {
      let end = try Self.end(of: descriptor, path)
      state = Mutex(State(end: end))
      self.descriptor = descriptor
      let title = Recording.record(title: source.title, isJoined: source.isJoined)
      let head = (end == 0 ? Recording.signature : []) + title
      if let problem = state.withLock({ write(head, &$0) }) { throw problem }
      var status = stat()
      if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
        let permissions = String(status.st_mode & 0o777, radix: 8)
        report("\(path): not only you can access the recording: its permissions are \(permissions)")
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func open(_ path: String) throws -> Int32 {
    let flags = O_RDWR | O_CLOEXEC | O_NOCTTY
    var descriptor = LibC.open(path, flags)
    if descriptor < 0, errno == ENOENT {
      // This creates no file at the end of a link.
      descriptor = LibC.open(path, flags | O_CREAT | O_EXCL, 0o600)
      if descriptor < 0, errno == EEXIST {
        throw Refusal("\(path): a link to a file that does not exist")
      }
    }
    guard descriptor >= 0 else { throw SystemError.last(path) }
    return descriptor
  }

  deinit { close(descriptor) }

  /// Returns the offset at which to append: the end of the last complete record.
  private static func end(of descriptor: Int32, _ path: String) throws -> Int {
    guard let status = FileStatus(descriptor: descriptor), status.isRegular else { return 0 }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Refusal("\(path): another muster records to it")
    }
    guard status.size > 0 else { return 0 }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw SystemError.last(path) }
    var reading = try FileReading(copy, name: path)
    _ = try reading.read(WakePipe()) { _ in 0 }
    guard var recording = RecordingReader(reading.store.text) else {
      throw Refusal("\(path) exists and is not a recording")
    }
    while recording.next() != nil {}
    return recording.end
  }

  package func take(_ run: inout Run) {
    // The rows of a run with a problem are those of an earlier run, which is recorded; so are the runs of an
    // input that has ended.
    guard run.isComplete, run.series != .open, run.series != .whole, run.problem == nil else { return }
    let message: String? = state.withLock { state in
      guard run.number != state.number else { return nil }
      state.number = run.number
      let text = run.table.bytes
      guard text.count < Int(UInt32.max) - 64 else { return nil }
      let bytes = text[0..<text.count]
      let former = state.problem
      state.problem = write(Recording.record(bytes, at: run.time, after: state.text), &state)
      if state.problem == nil {
        state.text = Array(bytes)
        return former == nil ? nil : "recording continues"
      }
      return former == nil ? state.problem.map { "not recorded: \($0)" } : nil
    }
    if let message { report(message) }
  }

  /// Appends a record completely, or not at all.
  private func write(_ bytes: [UInt8], _ state: inout State) -> SystemError? {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(state.end + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let error = SystemError(subject: path, code: count < 0 ? errno : ENOSPC)
        ftruncate(descriptor, off_t(state.end))
        return error
      }
      written += count
    }
    state.end += written
    // Removes the rest of a record that an earlier write cut off.
    ftruncate(descriptor, off_t(state.end))
    return nil
  }
}
