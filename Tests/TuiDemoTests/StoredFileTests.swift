import Files
import Foundation
import TerminalTesting
import TestSupport
import Testing

@Suite("Stored files") struct StoredFileTests {
  private let place: TemporaryDirectory
  private var directory: String { place.path }

  init() throws { place = try TemporaryDirectory() }

  @Test("Contents that are written can be read, and no other file remains") func roundTrip() throws {
    let file = StoredFile(path: place.file("order"))
    #expect(try file.contentsIfAny() == nil)
    for bytes in [Array("first".utf8), [], Array(repeating: 0x41, count: 100_000)] {
      try file.replace(with: bytes)
      try expectEqual(file.contents(), bytes)
      try expectEqual(place.names, ["order"])
    }
  }

  @Test("Replacing the contents keeps links and permissions") func linksAndPermissions() throws {
    let manager = FileManager.default
    let (file, link) = (StoredFile(path: place.file("order")), StoredFile(path: place.file("link")))
    try file.replace(with: [1])
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try manager.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
    try link.replace(with: [2])
    try expectEqual(file.contents(), [2])
    try expectEqual(manager.destinationOfSymbolicLink(atPath: link.path), file.path)
    try expectEqual(manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int, 0o600)
    try expectEqual(place.names, ["link", "order"])
  }

  @Test("A pipe or a device is not replaced, even by its owner") func special() throws {
    let pipe = StoredFile(path: place.file("pipe.csv"))
    expectEqual(mkfifo(pipe.path, 0o600), 0)
    #expect(throws: SystemError(subject: pipe.path, code: ENOTSUP)) { try pipe.replace(with: [1]) }
    var status = stat()
    #expect(stat(pipe.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    try expectEqual(place.names, ["pipe.csv"])
  }

  @Test(
    "Replacing the contents keeps the owner and the group",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func owner() throws {
    let file = StoredFile(path: place.file("order"))
    try file.replace(with: [1])
    chown(file.path, 4321, 8765)
    chmod(file.path, 0o2640)
    try file.replace(with: [2])
    var status = stat()
    expectEqual(stat(file.path, &status), 0)
    #expect(status.st_uid == 4321 && status.st_gid == 8765 && status.st_mode & 0o7777 == 0o2640)
  }

  @Test("Replacing the contents removes the draft of a killed program, and not that of a running one")
  func oldDraft() throws {
    let file = StoredFile(path: place.file("order"))
    let drafts = ["old", "running"].map { "\(directory)/.order.draft-\($0)" }
    for draft in drafts + ["\(directory)/.order2.draft-1"] {
      try Data([9]).write(to: URL(fileURLWithPath: draft))
    }
    let running = open(drafts[1], O_RDONLY)
    defer { close(running) }
    flock(running, LOCK_EX)
    try file.replace(with: [1])
    try expectEqual(place.names, [".order.draft-running", ".order2.draft-1", "order"])
  }

  @Test("A file that is created is whole when it is there, and only one of several is created")
  func created() async throws {
    let file = StoredFile(path: place.file("saved"))
    let bytes = Array(repeating: UInt8(7), count: 1_000_000)
    let reader = Task {
      while access(file.path, F_OK) != 0, !Task.isCancelled { await Task.yield() }
      return try file.contents().count
    }
    let created = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
      for _ in 1...4 {
        group.addTask { (try? await file.create(with: bytes)) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    reader.cancel()
    try await expectEqual(reader.value, bytes.count)
    expectEqual(created, 1)
    await #expect(throws: SystemError(subject: file.path, code: EEXIST)) {
      try await file.create(with: [1])
    }
    let link = StoredFile(path: place.file("link"))
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: place.file("none"))
    await #expect(throws: SystemError(subject: link.path, code: EEXIST)) {
      try await link.create(with: [1])
    }
    try expectEqual(place.names, ["link", "saved"])
  }

  @Test("Programs that replace a file at the same time publish whole contents only") func together()
    async throws
  {
    let file = StoredFile(path: place.file(String(repeating: "x", count: 255)))
    try file.replace(with: [1])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        group.addTask {
          for round in 1...25 {
            try file.replace(with: Array(repeating: UInt8(writer), count: writer * round * 4_000))
          }
        }
      }
      group.addTask {
        for _ in 1...200 {
          let bytes = try file.contents()
          let areEqual = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, $0 + 1, bytes.count - 1) == 0 } ?? false
          }
          #expect(areEqual && (bytes.count == 1 || bytes.count % (Int(bytes[0]) * 4_000) == 0))
        }
      }
      try await group.waitForAll()
    }
    try expectEqual(place.names, [file.name])
  }

  @Test("A path that cannot be replaced is refused, and no draft remains") func refusals() throws {
    let nowhere = StoredFile(path: place.file("none/order"))
    #expect(throws: SystemError(subject: nowhere.path, code: ENOENT)) { try nowhere.replace(with: [1]) }
    #expect(throws: SystemError.self) { try StoredFile(path: directory).contents() }
    let blocked = StoredFile(path: place.file("blocked"))
    try FileManager.default.createDirectory(atPath: blocked.path, withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try blocked.replace(with: [1]) }
    try expectEqual(place.names, ["blocked"])
  }
}
