import Dispatch
import Files
import LibC
import ListKitPaging

/// Reports that any process may have changed files of a database, and sleeps as long as there is no write.
///
/// The kernel reports writes to the files. A value tells whether they changed something. A commit is written
/// before it can be seen: therefore the value is read at once, then several times at increasing delays, and then
/// not again until the next write.
struct FileChanges: Sendable {
  let paths: [String]
  /// The endings of files beside each path, which need not exist.
  var suffixes: [String] = []
  /// The delays after a write until the value is read, each counted from the time before. Even a slow disk
  /// has finished its writes by the end of them.
  var delays: [Duration] = [50, 100, 200, 400, 800, 1600, 3200].map { .milliseconds($0) }
  /// How often the value is read if the kernel reports nothing, as on network file systems.
  var interval = Duration.seconds(1)
  /// Called after each wait with its limit; nil if only a write could end it.
  var didWait: @Sendable (_ limit: Duration?) -> Void = { _ in }
  /// Makes the function that returns the value, for one thread.
  let makeValue: @Sendable () -> () -> AnyHashable?

  /// The minimum time between two reads of the value while files are written again and again.
  private static let pause = Duration.milliseconds(50)
  /// The maximum number of files that the kernel watches.
  private static let mostWatched = 100

  /// Returns a stream with a value after each change.
  func stream() -> AsyncStream<PageChange> {
    .reported { signal, report in follow(until: signal) { report(.certain) } }
  }

  private func follow(until signal: WakePipe, onChange: () -> Void) {
    let watcher = FileWatcher(isEnabled: !paths.contains(where: RemoteFileSystem.holds))
    let folders = Set(paths.map { StoredFile(path: $0).directory })
    let value = makeValue()
    var seen = value()
    // The caller may have read rows before this point.
    onChange()
    var delays = self.delays[...]
    while true {
      var isWatched = paths.count <= Self.mostWatched
      for folder in folders where isWatched { isWatched = watcher.watch(folder, for: .arrivals) }
      for path in paths where isWatched {
        isWatched = watcher.watch(path, for: .file)
        for suffix in suffixes { _ = watcher.watch(path + suffix, for: .file) }
      }
      let limit = delays.first ?? (isWatched ? nil : interval)
      let news = signal.wait(for: watcher.descriptor, atMost: limit)
      if news == .woken { return }
      didWait(limit)
      if news == .input {
        if signal.wait(for: -1, atMost: Self.pause) == .woken { return }
        watcher.discardReports()
        delays = self.delays[...]
      } else {
        delays = delays.dropFirst()
      }
      let found = value()
      if found != seen { onChange() }
      seen = found
    }
  }
}

extension AsyncStream<PageChange> {
  /// Returns the changes that a function reports, on a thread of its own, until it is woken because nobody
  /// reads them any more. A slow reader gets one value for several changes.
  static func reported(
    by follow: @escaping @Sendable (_ until: WakePipe, _ report: @escaping (PageChange) -> Void) -> Void
  ) -> AsyncStream<PageChange> {
    let (changes, mailbox) = makeStream(bufferingPolicy: .bufferingNewest(1))
    let signal = WakePipe()
    mailbox.onTermination = { _ in signal.wake() }
    DispatchQueue(label: "databases.changes").async { follow(signal) { mailbox.yield($0) } }
    return changes
  }
}

extension FileChanges {
  /// The commits to an SQLite file: `PRAGMA data_version` counts those of other connections.
  static func sqlite(
    _ path: String, didWait: @escaping @Sendable (Duration?) -> Void = { _ in }
  ) -> FileChanges {
    FileChanges(paths: [path], suffixes: ["-wal", "-journal"], didWait: didWait) {
      var counter = CommitCounter(path: path)
      return { counter.value() }
    }
  }
}

/// Counts the commits to a database. The number is valid only for one connection, so this has its own.
private struct CommitCounter {
  /// A number, and the file to which it belongs.
  struct Value: Hashable {
    var identity: FileIdentity
    var number: SQLValue
  }

  let path: String
  private var open: (identity: FileIdentity, connection: SQLiteConnection)?

  init(path: String) { self.path = path }

  /// Returns the current number; nil if the database cannot be read.
  mutating func value() -> Value? {
    guard let identity = FileStatus(path: path)?.identity else { return nil }
    if open?.identity != identity {
      open = (try? SQLiteConnection(readOnly: path)).map { (identity, $0) }
    }
    let number = try? open?.connection.rows(SQLStatement("PRAGMA data_version", .sqlite)).first?.first
    return number.map { Value(identity: identity, number: $0) }
  }
}

/// File systems that other machines write to as well, without a report by this kernel.
enum RemoteFileSystem {
  private static let kinds: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "virtiofs", "vboxsf", "fuse",
  ]

  /// Returns whether a file is on such a file system.
  static func holds(_ path: String) -> Bool {
    guard let device = FileStatus(path: path)?.identity.device,
      let mounts = try? StoredFile(path: "/proc/self/mountinfo").contentsIfAny()
    else { return false }
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    return kind(of: "\(major):\(minor)", in: String(decoding: mounts, as: UTF8.self)).map(kinds.contains)
      ?? false
  }

  /// Returns the kind of a mounted file system, up to a dot: `36 35 98:0 / /mnt rw - ext4 /dev/sda1 rw`.
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
