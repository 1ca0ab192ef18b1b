import Files
import Foundation
import ListKit
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("Directories with items for their files") struct FileDirectoryTests {
  private func facts(_ name: String, inode: UInt64, size: Int64 = 0, kind: FileFacts.Kind = .file)
    -> FileFacts
  {
    FileFacts(name: FileName(name), status: FileFacts.Status(size: size, inode: inode), kind: kind)
  }

  private func item(_ name: String, in directory: FileDirectory) -> FileItem? {
    directory.files.first { $0.facts.name == FileName(name) }?.item
  }

  @Test("A file keeps its item when others come and go and when it is renamed, and no item is used twice")
  func items() throws {
    var directory = FileDirectory(number: 7)
    _ = directory.update(with: [facts("a", inode: 1), facts("b", inode: 2), facts(".c", inode: 3)])
    let (a, b) = try (#require(item("a", in: directory)), #require(item("b", in: directory)))
    expectEqual(directory.hiddenCount, 1)
    expectEqual(directory.update(with: [facts("z", inode: 1), facts("b", inode: 2)]), [a])
    expectEqual(item("b", in: directory), b)
    expectEqual(directory[a]?.name, FileName("z"))
    expectEqual(directory.hiddenCount, 0)
    _ = directory.update(with: [facts("z", inode: 1, kind: .directory), facts("b", inode: 2)])
    #expect(directory[a] == nil && item("z", in: directory) != nil, "a file of another kind is another one")
    _ = directory.update(with: [])
    _ = directory.update(with: [facts("b", inode: 9)])
    #expect(item("b", in: directory) != b && directory[b] == nil)
  }

  @Test("A new file with the inode of a deleted one is another file") func reusedInodes() throws {
    for change in [
      { $0.modified = .seconds(1) }, { $0.size = 1 }, { $0.device = 1 }, { $0.inode = 2 },
    ] as [(inout FileFacts.Status) -> Void] {
      var directory = FileDirectory(number: 7)
      _ = directory.update(with: [facts("old", inode: 1)])
      let old = try #require(item("old", in: directory))
      var new = facts("new", inode: 1)
      var status = try #require(new.status)
      change(&status)
      new.status = status
      _ = directory.update(with: [new])
      #expect(directory[old] == nil, "\(status)")
    }
  }

  @Test("Random readings agree with the simplest model", arguments: 0..<20 as Range<UInt64>)
  func randomReadings(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var directory = FileDirectory(number: 3)
    var seen: Set<FileItem> = []
    for _ in 0..<60 {
      let before = Dictionary(uniqueKeysWithValues: directory.files.map { ($0.item, $0.facts) })
      var found: [FileFacts] = []
      for name in 0..<8 where Bool.random(using: &generator) {
        found.append(
          facts(
            "\(name)", inode: .random(in: 0..<6, using: &generator),
            size: .random(in: 0..<2, using: &generator)))
      }
      let changed = directory.update(with: found)
      let after = Dictionary(uniqueKeysWithValues: directory.files.map { ($0.item, $0.facts) })
      expectEqual(Set(after.values), Set(found))
      #expect(after.allSatisfy { directory[$0.key] == $0.value })
      expectEqual(Set(changed), Set(after.keys.filter { before[$0] != nil && before[$0] != after[$0] }))
      let new = Set(after.keys).subtracting(before.keys)
      #expect(seen.isDisjoint(with: new))
      seen.formUnion(new)
    }
  }

  // MARK: Order

  private func sorted(_ facts: [FileFacts], _ arrangement: FileArrangement) -> [String] {
    var directory = FileDirectory(number: 0)
    _ = directory.update(with: facts)
    return directory.items(arrangement).compactMap { directory[$0]?.name.text }
  }

  @Test("Directories come first, numbers are compared by value, and hidden files are shown on request")
  func names() {
    func sorted(_ names: [String], showsHidden: Bool = false) -> [String] {
      self.sorted(
        names.map { FileFacts(name: FileName($0), kind: $0.hasSuffix("/") ? .directory : .file) },
        FileArrangement(showsHidden: showsHidden))
    }
    expectEqual(
      sorted(["img10", "img9", "Img1", "img01", "img", "b", "A", "10", "9", "a10b2", "a10b10", "É", "é"]),
      ["9", "10", "A", "a10b2", "a10b10", "b", "img", "img01", "Img1", "img9", "img10", "É", "é"])
    let long = "1" + String(repeating: "0", count: 200)
    expectEqual(sorted([long, "99", "0", "00", "1"]), ["0", "00", "1", "99", long])
    expectEqual(sorted(["a", "b/", "c", "A/", ".b"]), ["A/", "b/", "a", "c"])
    expectEqual(sorted([".b", "a", ".c/"], showsHidden: true), [".c/", ".b", "a"])
  }

  @Test("The largest or newest come first, and equal files are sorted by name") func weights() {
    func file(_ name: String, size: Int64, time: Int64, _ kind: FileFacts.Kind = .file) -> FileFacts {
      FileFacts(
        name: FileName(name), status: FileFacts.Status(size: size, modified: .seconds(time), inode: 1),
        kind: kind)
    }
    let facts = [
      file("small", size: 1, time: 30), file("b", size: 9, time: 20), file("a", size: 9, time: 20),
      file("link", size: 99, time: 40, .link), file("z", size: 0, time: 1, .directory),
      file("y", size: 4096, time: 2, .directory), FileFacts(name: FileName("mystery"), kind: .unknown),
    ]
    expectEqual(sorted(facts, FileArrangement(key: .size)), ["y", "z", "a", "b", "small", "link", "mystery"])
    expectEqual(sorted(facts, FileArrangement(key: .time)), ["y", "z", "link", "small", "a", "b", "mystery"])
  }
}

@Suite("Facts about files") struct FileFactsTests {
  private func problem(_ path: FileName) -> Int32? {
    do throws(SystemError) {
      _ = try FileFacts.all(in: path)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("Every kind of file is recognised, and links are followed only with a dot at the end")
  func kinds() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write("hello", to: "file")
    try place.link("loop", to: ".")
    try place.link("broken", to: "no/where")
    try place.link("round", to: "round")
    _ = mkfifo(place.file("pipe"), 0o600)
    place.touch(FileName([0x63, 0xE9, 0x0A]))
    let facts = Dictionary(uniqueKeysWithValues: try FileFacts.all(in: place.name).map { ($0.name.text, $0) })
    expectEqual(
      facts.mapValues(\.kind),
      [
        "sub": .directory, "file": .file, "loop": .link, "broken": .link, "round": .link, "pipe": .pipe,
        "c\\xE9\\n": .file,
      ])
    expectEqual(facts["file"]?.size, 5)
    expectEqual(facts["broken"]?.target, FileName("no/where"))
    #expect(facts["loop"]?.target == FileName(".") && facts["loop"]?.size == nil)
    for (name, code) in [
      ("file", ENOTDIR), ("nothing", ENOENT), ("loop/.", nil), ("round/.", ELOOP),
    ] as [(String, Int32?)] {
      expectEqual(problem(place.name.appending(FileName(name))), code)
    }
    #expect(problem(place.name.appending(FileName("loop"))) != nil)
  }

  @Test("Facts are the same as those of the system") func status() throws {
    let place = try TemporaryDirectory()
    let path = try place.write("hello", to: "file")
    chmod(path, 0o4751)
    utimes(path, [timeval(tv_sec: 5, tv_usec: 250_000), timeval(tv_sec: 5, tv_usec: 250_000)])
    var expected = stat()
    expectEqual(stat(path, &expected), 0)
    let status = try #require(try FileFacts.all(in: place.name).first?.status)
    expectEqual(status.permissions, 0o4751)
    expectEqual(status.size, 5)
    #expect(status.owner == expected.st_uid && status.group == expected.st_gid)
    expectEqual(status.inode, UInt64(expected.st_ino))
    expectEqual(status.modified, .milliseconds(5250))
  }

  @Test(
    "Paths are joined",
    arguments: [
      ("/", "usr", "/usr"), ("/a", "b", "/a/b"), (".", "b", "./b"), ("a/", "b", "a/b"),
    ])
  func joining(_ path: String, _ name: String, _ joined: String) {
    expectEqual(FileName(path).appending(FileName(name)), FileName(joined))
  }

  @Test(
    "Sizes have two or three digits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1999, "1.9 kB"), (9999, "9.9 kB"), (10_000, "10 kB"),
      (123_456, "123 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"), (Int64.max, "9.2 EB"),
    ])
  func sizes(_ bytes: Int64, _ text: String) { expectEqual(FileFacts.shortText(bytes: bytes), text) }

  @Test(
    "Permissions are letters and octal",
    arguments: [
      (0o644, "rw-r--r--  0644"), (0o755, "rwxr-xr-x  0755"), (0o4750, "rwxr-x---  4750"),
      (0, "---------  0000"),
    ])
  func permissions(_ mode: Int, _ text: String) { expectEqual(FileFacts.permissionsText(UInt32(mode)), text) }

  @Test("Dates are those of the local calendar", arguments: [0, 951_782_400, 1_700_000_000, -1])
  func dates(_ seconds: Int64) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm"
    let date = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    expectEqual(FileFacts.dateText(.seconds(seconds)), date)
  }

  @Test("Unknown owners are shown as numbers") func owners() {
    let unknown = FileFacts.Status(inode: 1, owner: 4_000_000_123, group: 4_000_000_124)
    expectEqual(FileFacts.ownerText(unknown), "user 4000000123, group 4000000124")
    #expect(FileFacts.ownerText(FileFacts.Status(inode: 1)).hasPrefix("root, "))
  }
}
