import Foundation
import Testing

@testable import tui_demo

@Suite struct StoredFileTests {
  /// A directory that is there while a test runs.
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let place = try TemporaryDirectory()
    try withExtendedLifetime(place) { try body(place.path) }
  }

  private func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test func whatIsWrittenIsRead() throws {
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      #expect(try file.contentsIfAny() == nil)
      try file.checkIsReplaceable()
      for bytes in [Array("first".utf8), [], Array(repeating: 0x41, count: 100_000)] {
        #expect(try file.replace(file.contentsIfAny(), with: bytes) == nil)
        #expect(try file.contents() == bytes)
        #expect(try names(directory) == ["order"])
      }
    }
  }

  @Test func linksAndPermissionsStay() throws {
    try withDirectory { directory in
      let manager = FileManager.default
      let (file, link) = (StoredFile(path: directory + "/order"), StoredFile(path: directory + "/link"))
      _ = try file.replace(nil, with: [1])
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
      try manager.createSymbolicLink(atPath: link.path, withDestinationPath: file.path)
      #expect(try link.replace([1], with: [2]) == nil)
      #expect(try file.contents() == [2])
      #expect(try manager.destinationOfSymbolicLink(atPath: link.path) == file.path)
      #expect(try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
      #expect(try names(directory) == ["link", "order"])
    }
  }

  @Test func theOwnerStays() throws {
    guard geteuid() == 0 else { return }
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      _ = try file.replace(nil, with: [1])
      chown(file.path, 4321, 8765)
      chmod(file.path, 0o2640)
      _ = try file.replace([1], with: [2])
      var status = stat()
      #expect(stat(file.path, &status) == 0)
      #expect(status.st_uid == 4321 && status.st_gid == 8765 && status.st_mode & 0o7777 == 0o2640)
    }
  }

  @Test func whatAnotherProgramWroteStays() throws {
    try withDirectory { directory in
      let file = StoredFile(path: directory + "/order")
      _ = try file.replace(nil, with: [1])
      #expect(try file.replace(nil, with: [2]) == [1])
      #expect(try file.replace([3], with: [2]) == [1])
      #expect(try file.contents() == [1])
      #expect(try names(directory) == ["order"])
      // What is gone can be made anew.
      unlink(file.path)
      #expect(try file.replace([1], with: [2]) == nil)
      #expect(try file.contents() == [2])
    }
  }

  /// Nobody's write is lost though all write at once: each adds its byte to what it finds.
  @Test func writersTakeTurns() async throws {
    let place = try TemporaryDirectory()
    var file = StoredFile(path: place.path + "/order")
    // However long it takes until a busy machine lets it.
    file.attempts = .max
    let shared = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 as Range<UInt8> {
        group.addTask {
          for _ in 0..<10 {
            var known = try shared.contentsIfAny()
            while let theirs = try shared.replace(known, with: (known ?? []) + [writer]) { known = theirs }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.contents().sorted() == (0..<4).flatMap { Array(repeating: $0, count: 10) })
    #expect(try names(place.path) == ["order"])
  }

  @Test func whatAKilledWriterLeftIsRemovedAndWhatIsInUseStays() throws {
    try withDirectory { directory in
      var file = StoredFile(path: directory + "/order")
      file.attempts = 2
      let draft = directory + "/.order.tui-demo-draft"
      try Data([9]).write(to: URL(fileURLWithPath: draft))
      try file.checkIsReplaceable()
      #expect(try names(directory) == [])
      try Data([9]).write(to: URL(fileURLWithPath: draft))
      _ = try file.replace(nil, with: [1])
      #expect(try names(directory) == ["order"])
      // Another program is writing it, and does not go on.
      let held = open(draft, O_WRONLY | O_CREAT, 0o600)
      defer { close(held) }
      #expect(flock(held, LOCK_EX) == 0)
      try file.checkIsReplaceable()
      #expect(throws: StoredFile.Refusal(path: draft, code: EBUSY)) { try file.replace([1], with: [2]) }
      #expect(try file.contents() == [1])
      #expect(try names(directory) == [".order.tui-demo-draft", "order"])
    }
  }

  /// A link in its place is neither followed nor taken for left over.
  @Test func aTrapInPlaceOfADraftIsNotSteppedInto() throws {
    try withDirectory { directory in
      let (file, other) = (StoredFile(path: directory + "/order"), StoredFile(path: directory + "/precious"))
      _ = try other.replace(nil, with: [7])
      let draft = directory + "/.order.tui-demo-draft"
      try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: other.path)
      #expect(throws: StoredFile.Refusal.self) { try file.replace(nil, with: [1]) }
      #expect(try other.contents() == [7])
    }
  }

  @Test func whatCannotBeReplacedIsRefusedAndLeavesNothingBehind() throws {
    try withDirectory { directory in
      let nowhere = StoredFile(path: directory + "/none/order")
      let refusal = StoredFile.Refusal(path: directory + "/none", code: ENOENT)
      #expect(throws: refusal) { try nowhere.checkIsReplaceable() }
      #expect("\(refusal)" == "\(directory)/none: No such file or directory")
      #expect(throws: StoredFile.Refusal.self) { try nowhere.replace(nil, with: [1]) }
      let folder = StoredFile(path: directory)
      #expect(throws: StoredFile.Refusal(path: directory, code: EISDIR)) { try folder.checkIsReplaceable() }
      #expect(throws: StoredFile.Refusal.self) { try folder.contents() }
      #expect(throws: StoredFile.Refusal(path: "/dev/zero", code: EINVAL)) {
        try StoredFile(path: "/dev/zero").checkIsReplaceable()
      }
      let blocked = StoredFile(path: directory + "/blocked")
      try FileManager.default.createDirectory(atPath: blocked.path, withIntermediateDirectories: false)
      #expect(throws: StoredFile.Refusal.self) { try blocked.replace(nil, with: [1]) }
      #expect(try names(directory) == ["blocked"])
    }
  }
}
