import Foundation
import GRDB
import ListKit
import Synchronization
import Testing

@testable import database_browser

/// Whatever is written is noticed, and nobody looks while nothing is.
@Suite struct DatabaseChangesTests {
  /// Counts something.
  private final class Count: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func increase() { number.withLock { $0 += 1 } }
  }

  /// Whether values come until a condition holds.
  private func wait(_ changes: inout AsyncStream<PageChange>.Iterator, until condition: () throws -> Bool)
    async throws
  {
    while try !condition() { _ = await changes.next() }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["wal", "delete", "truncate", "persist"])
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

  @Test(.timeLimit(.minutes(10)))
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

  @Test(.timeLimit(.minutes(10)))
  func atRestNobodyLooks() async throws {
    let database = try TemporaryDatabase("CREATE TABLE t (a)")
    let looks = Count()
    let delays: [Duration] = [.milliseconds(1), .milliseconds(2), .milliseconds(3)]
    let changes = DatabaseChanges(path: database.path, delays: delays) { looks.increase() }.stream()
    var iterator = changes.makeAsyncIterator()
    _ = await iterator.next()
    try await Task.sleep(for: .seconds(1))
    #expect(looks.value <= 1 + delays.count)
    // Other files of the folder are nobody's business.
    for number in 0..<50 { try Data([1]).write(to: URL(fileURLWithPath: "\(database.directory)/\(number)")) }
    try await Task.sleep(for: .milliseconds(200))
    #expect(looks.value <= 1 + delays.count)
    try database.execute("INSERT INTO t VALUES (1)")
    _ = await iterator.next()
    try await Task.sleep(for: .seconds(1))
    #expect(looks.value <= 20, "a commit is a handful of writings")
  }

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
