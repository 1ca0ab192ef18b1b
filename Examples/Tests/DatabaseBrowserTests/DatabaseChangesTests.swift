import Foundation
import GRDB
import ListKit
import Testing

@testable import database_browser

/// Every write is noticed, and nothing runs while there is none.
@Suite struct DatabaseChangesTests {
  /// Whether values come until a condition holds.
  private func wait(_ changes: inout AsyncStream<PageChange>.Iterator, until condition: () throws -> Bool)
    async throws
  {
    while try !condition() { _ = await changes.next() }
  }

  @Test(.timeLimit(.minutes(60)), arguments: ["wal", "delete", "truncate", "persist"])
  func commitsOfOthersAreNoticed(journal: String) async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a)")
    let path = database.directory + "/other.sqlite"
    let writer = try DatabaseQueue(path: path)
    try await writer.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = \(journal); CREATE TABLE t (a)")
    }
    var changes = DatabaseChanges(path: path).stream().makeAsyncIterator()
    _ = await changes.next()
    let reader = try DatabaseQueue(path: path)
    for count in 1...5 {
      try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
      // A value that comes before the commit can be seen is followed by another one.
      try await wait(&changes) {
        try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == count
      }
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func anotherFileInItsPlaceIsNoticed() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a)")
    let (path, new) = (database.directory + "/a.sqlite", database.directory + "/b.sqlite")
    try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    try await DatabaseQueue(path: new).write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let former = FileIdentity(of: path)
    var changes = DatabaseChanges(path: path).stream().makeAsyncIterator()
    _ = await changes.next()
    #expect(rename(new, path) == 0)
    _ = await changes.next()
    #expect(FileIdentity(of: path) != former)
    try FileManager.default.removeItem(atPath: path)
    _ = await changes.next()
  }

  #if os(Linux)
    /// A clock whose waits end at once.
    private struct ImmediateClock: Clock {
      var now: ContinuousClock.Instant { .now }
      var minimumResolution: Duration { .zero }
      func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    @Test(.timeLimit(.minutes(60)))
    func atRestOnlyAWritingEndsTheWait() async throws {
      let database = try TemporaryDatabase("CREATE TABLE t (a)")
      let (waits, mailbox) = AsyncStream<(limit: Duration?, event: DatabaseFileEvent)>.makeStream()
      let changes = DatabaseChanges(path: database.path, clock: ImmediateClock()) { mailbox.yield(($0, $1)) }
      let stream = changes.stream()
      var wait = waits.makeAsyncIterator()
      for delay in changes.delays {
        let last = try #require(await wait.next())
        #expect(last.limit == delay && last.event == .nothing)
      }
      for number in 1...3 {
        try database.execute("INSERT INTO t VALUES (\(number))")
        var last = try #require(await wait.next())
        #expect(last.limit == nil && last.event == .written)
        // A commit is several writings; after the last one come all the delays.
        while last.limit != changes.delays.last || last.event != .nothing {
          last = try #require(await wait.next())
        }
      }
      withExtendedLifetime(stream) {}
    }

    @Test func otherFilesOfTheFolderAreNoWritings() throws {
      let database = try TemporaryDatabase("CREATE TABLE t (a)")
      let watch = try #require(DatabaseFileWatch(path: database.path))
      for number in 0..<50 {
        try Data([1]).write(to: URL(fileURLWithPath: "\(database.directory)/\(number)"))
      }
      #expect(watch.takeEvents() == nil)
      try database.execute("INSERT INTO t VALUES (1)")
      #expect(watch.takeEvents() == .written)
    }
  #endif

  @Test func remoteFileSystemsAreKnown() {
    let mounts = """
      22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
      30 22 0:45 / /mnt/nas rw shared:1 - nfs4 nas:/x rw
      31 22 0:46 / /mnt/ssh rw - fuse.sshfs me@there rw
      """
    #expect(RemoteFileSystem.kind(of: "254:0", in: mounts) == "ext4")
    #expect(RemoteFileSystem.kind(of: "0:45", in: mounts) == "nfs4")
    #expect(RemoteFileSystem.kind(of: "0:46", in: mounts) == "fuse")
    #expect(RemoteFileSystem.kind(of: "0:47", in: mounts) == nil)
  }
}
