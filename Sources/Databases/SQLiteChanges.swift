import Dispatch
import Files
import LibC
import ListKit

/// Reports that an SQLite file may have changed, by any process, and sleeps while it does not.
///
/// SQLite counts the commits of others in `PRAGMA data_version`, and the kernel tells when the files are written: the
/// database, its write-ahead log, its journal. A commit is written before it can be seen: so the number is asked for at
/// once and, at growing distances, some times more, and then no more until the next writing.
struct SQLiteChanges: Sendable {
  let path: String
  /// When the number is asked for after a writing, each from the time before; the slowest disk has written through
  /// what it was given by the end of it.
  var delays: [Duration] = [50, 100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) }
  /// How often the number is asked for where the kernel tells nothing, as on network file systems.
  var interval = Duration.seconds(1)
  /// Called after each wait, with its limit; nil for one that ends with a writing only.
  var didWait: @Sendable (_ limit: Duration?) -> Void = { _ in }

  /// The least time between two looks at files that are written again and again.
  private static let pause = Duration.milliseconds(50)

  /// A value after each change; changes that come faster than they are taken are one.
  func stream() -> AsyncStream<PageChange> {
    let (changes, mailbox) = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let signal = WakePipe()
    mailbox.onTermination = { _ in signal.wake() }
    DispatchQueue(label: "databases.sqlite.changes").async {
      follow(until: signal) { mailbox.yield(.certain) }
    }
    return changes
  }

  private func follow(until signal: WakePipe, onChange: () -> Void) {
    let watcher = FileWatcher(isEnabled: !RemoteFileSystem.holds(path))
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var counter = CommitCounter(path: path)
    var seen = counter.value()
    // The listener may have read before.
    onChange()
    var delays = self.delays[...]
    while true {
      var isWatched = watcher.watch(folder, for: .arrivals) != nil
      for suffix in ["", "-wal", "-journal"] {
        let isThere = watcher.watch(path + suffix, for: .file) != nil
        if suffix.isEmpty { isWatched = isWatched && isThere }
      }
      let limit = delays.first ?? (isWatched ? nil : interval)
      let isWritten = signal.wait(for: watcher.descriptor, atMost: limit)
      guard let isWritten else { return }
      didWait(limit)
      if isWritten {
        if signal.wait(for: -1, atMost: Self.pause) == nil { return }
        _ = watcher.takeChanges()
        delays = self.delays[...]
      } else {
        delays = delays.dropFirst()
      }
      let value = counter.value()
      if value != seen { onChange() }
      seen = value
    }
  }
}

/// Counts the commits to a database, by a connection of its own: the number means something only to that.
private struct CommitCounter {
  /// A number, and the file that it is about.
  struct Value: Hashable {
    var identity: FileIdentity
    var number: SQLValue
  }

  let path: String
  private var open: (identity: FileIdentity, connection: SQLiteConnection)?

  init(path: String) { self.path = path }

  /// Nil where the database cannot be asked.
  mutating func value() -> Value? {
    guard let identity = FileIdentity(of: path) else { return nil }
    if open?.identity != identity {
      open = (try? SQLiteConnection(readOnly: path)).map { (identity, $0) }
    }
    let number = try? open?.connection.rows(SQLStatement("PRAGMA data_version", .sqlite)).first?.first
    return number.map { Value(identity: identity, number: $0) }
  }
}

/// Ends the wait of a thread.
final class WakePipe: Sendable {
  private let ends: (reading: Int32, writing: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Wakes it, for good.
  func wake() { _ = write(ends.writing, "!", 1) }

  /// Waits until a file has something to read; nil where it was woken.
  ///
  /// - Parameters:
  ///   - file: the file; negative for none.
  ///   - limit: how long to wait at most; nil for as long as it takes.
  func wait(for file: Int32, atMost limit: Duration?) -> Bool? {
    var requests = [
      pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: file, events: Int16(POLLIN), revents: 0),
    ]
    let time = limit.map { Int32(min(max(0, $0 / .milliseconds(1)), 1e9)) } ?? -1
    let count = poll(&requests, 2, time)
    if count > 0, requests[0].revents != 0 { return nil }
    return count > 0
  }
}

/// File systems that other machines write to as well, of which this kernel does not tell.
enum RemoteFileSystem {
  private static let kinds: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "virtiofs", "vboxsf", "fuse",
  ]

  /// Whether a file is on one.
  static func holds(_ path: String) -> Bool {
    var status = stat()
    let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard stat(path, &status) == 0 else { return false }
    var mounts: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { mounts += buffer[..<count] }
    let device = UInt64(status.st_dev)
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return kind(of: "\(major):\(minor)", in: String(decoding: mounts, as: UTF8.self)).map(kinds.contains)
      ?? false
  }

  /// The kind of a mounted file system, without what follows a dot: `36 35 98:0 / /mnt rw - ext4 /dev/sda1 rw`.
  static func kind(of device: String, in mounts: String) -> String? {
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2] == device, let dash = fields.firstIndex(of: "-"),
        dash + 1 < fields.count
      else { continue }
      return fields[dash + 1].split(separator: ".").first.map(String.init)
    }
    return nil
  }
}
