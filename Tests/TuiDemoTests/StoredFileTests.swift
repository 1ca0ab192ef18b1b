import Files
import Foundation
import TestSupport
import Testing

@testable import tui_demo

@Suite("Stored files") struct StoredFileTests {
  /// Calls a function with a directory that exists only during the call.
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let place = try TemporaryDirectory()
    try withExtendedLifetime(place) { try body(place.path) }
  }

  private func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test("Contents that are written can be read, and no other file remains") func roundTrip() throws {
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      #expect(try file.contentsIfAny() == nil)
      try file.checkIsReplaceable()
      for bytes in [Array("first".utf8), [], Array(repeating: 0x41, count: 100_000)] {
        try file.replace(with: bytes)
        try expectEqual(file.contents(), bytes)
        try expectEqual(names(directory), ["order"])
      }
    }
  }

  @Test("Replacing the contents keeps links and permissions") func linksAndPermissions() throws {
    try withDirectory { directory in
      let manager = FileManager.default
      let (file, link) = (StoredFile(path: directory + "/order"), StoredFile(path: directory + "/link"))
      try file.replace(with: [1])
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
      try link.replace(with: [2])
      try expectEqual(file.contents(), [2])
      try expectEqual(manager.destinationOfSymbolicLink(atPath: link.path), file.path)
      try expectEqual(manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int, 0o600)
      try expectEqual(names(directory), ["link", "order"])
    }
  }

  @Test("Replacing the contents keeps the owner and the group") func owner() throws {
    guard geteuid() == 0 else { return }
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      try file.replace(with: [1])
      chown(file.path, 4321, 8765)
      chmod(file.path, 0o2640)
      try file.replace(with: [2])
      var status = stat()
      expectEqual(stat(file.path, &status), 0)
      #expect(status.st_uid == 4321 && status.st_gid == 8765 && status.st_mode & 0o7777 == 0o2640)
    }
  }

  @Test("Replacing the contents removes the draft of a killed program, and not that of a running one")
  func oldDraft() throws {
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      let drafts = ["old", "running"].map { "\(directory)/.order.draft-\($0)" }
      for draft in drafts + ["\(directory)/.order2.draft-1"] {
        try Data([9]).write(to: URL(fileURLWithPath: draft))
      }
      let running = open(drafts[1], O_RDONLY)
      defer { close(running) }
      flock(running, LOCK_EX)
      try file.replace(with: [1])
      try expectEqual(names(directory), [".order.draft-running", ".order2.draft-1", "order"])
    }
  }

  @Test("Programs that replace a file at the same time publish whole contents only") func together()
    async throws
  {
    let place = try TemporaryDirectory()
    let file = StoredFile(path: place.path + "/" + String(repeating: "x", count: 255))
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
          #expect(Set(bytes).count == 1 && (bytes.count == 1 || bytes.count % (Int(bytes[0]) * 4_000) == 0))
        }
      }
      try await group.waitForAll()
    }
    try expectEqual(names(place.path), [file.name])
  }

  @Test("A path that cannot be replaced is refused, and no draft remains") func refusals() throws {
    try withDirectory { directory in
      let nowhere = StoredFile(path: directory + "/none/order")
      let refusal = SystemError(subject: directory + "/none", code: ENOENT)
      #expect(throws: refusal) { try nowhere.checkIsReplaceable() }
      expectEqual("\(refusal)", "\(directory)/none: No such file or directory")
      #expect(throws: SystemError.self) { try nowhere.replace(with: [1]) }
      let folder = StoredFile(path: directory)
      #expect(throws: SystemError(subject: directory, code: EISDIR)) { try folder.checkIsReplaceable() }
      #expect(throws: SystemError.self) { try folder.contents() }
      #expect(throws: SystemError(subject: "/dev/zero", code: EINVAL)) {
        try StoredFile(path: "/dev/zero").checkIsReplaceable()
      }
      let blocked = StoredFile(path: directory + "/blocked")
      try FileManager.default.createDirectory(atPath: blocked.path, withIntermediateDirectories: false)
      #expect(throws: SystemError.self) { try blocked.replace(with: [1]) }
      try expectEqual(names(directory), ["blocked"])
    }
  }
}
