import Foundation
import ListKitCurses
import TestSupport
import Testing

@Suite("Completions of paths") @MainActor struct PathTests {
  @Test("Paths begin with the typed text, directories end in a slash, and hidden files need a dot")
  func paths() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paths-\(UUID().uuidString)")
    let root = folder.path + "/"
    try FileManager.default.createDirectory(atPath: root + "source", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["some.txt", "other.txt", ".secret", "sö"] {
      try Data().write(to: URL(fileURLWithPath: root + name))
    }
    expectEqual(Terminal.paths(beginningWith: root + "s"), ["some.txt", "source/", "sö"].map { root + $0 })
    expectEqual(Terminal.paths(beginningWith: root + "."), [root + ".secret"])
    expectEqual(Terminal.paths(beginningWith: root + "none"), [])
    expectEqual(Terminal.paths(beginningWith: root + "missing/x"), [])
    expectEqual(Terminal.paths(beginningWith: root).count, 4)
  }
}
