import Foundation
import Testing

@testable import tui_demo

@Suite struct DirectoryTests {
  private func problem(_ path: FileName) -> FileProblem? {
    do throws(FileProblem) {
      _ = try Directory(path)
      return nil
    } catch {
      return error
    }
  }

  @Test func everyKindOfFileIsKnown() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write("hello", to: "file")
    try place.link("loop", to: ".")
    try place.link("broken", to: "no/where")
    _ = place.name.appending(FileName("pipe")).withCString { mkfifo($0, 0o600) }
    place.touch(FileName([0x63, 0xE9, 0x0A]))
    let entries = try Directory(place.name).entries()
    let facts = Dictionary(uniqueKeysWithValues: entries.map { ($0.name.text, $0) })
    #expect(
      facts.mapValues(\.kind) == [
        "sub": .directory, "file": .file, "loop": .link, "broken": .link, "pipe": .pipe, "c\\xE9\\n": .file,
      ])
    #expect(facts["file"]?.size == 5)
    #expect(facts["loop"]?.target == FileName("."))
    #expect(facts["broken"]?.target == FileName("no/where"))
    #expect(facts["loop"]?.size == nil)
    let modified = try #require(facts["file"]?.status?.modified.seconds)
    #expect(abs(Date().timeIntervalSince1970 - Double(modified)) < 100)
  }

  @Test func factsAreThoseThatTheSystemTells() throws {
    let place = try TemporaryDirectory()
    try place.write("hello", to: "file")
    let path = place.path + "/file"
    chmod(path, 0o4751)
    utimes(path, [timeval(tv_sec: -5, tv_usec: 250_000), timeval(tv_sec: -5, tv_usec: 250_000)])
    var told = stat()
    #expect(stat(path, &told) == 0)
    let status = try #require(try Directory(place.name).facts(of: FileName("file"))?.status)
    #expect(status.mode == 0o4751)
    #expect(status.size == 5)
    #expect(status.owner == told.st_uid)
    #expect(status.group == told.st_gid)
    #expect(status.inode == UInt64(told.st_ino))
    #expect(status.modified == FileFacts.Moment(seconds: -5, nanoseconds: 250_000_000))
    if let born = status.born { #expect(abs(Date().timeIntervalSince1970 - Double(born.seconds)) < 100) }
  }

  @Test func whatIsNoDirectoryIsRefused() throws {
    let place = try TemporaryDirectory()
    try place.write(to: "file")
    try place.link("link", to: ".")
    try place.link("round", to: "round")
    #expect(problem(place.name.appending(FileName("file")))?.code == ENOTDIR)
    #expect(problem(place.name.appending(FileName("nothing"))) == .notFound)
    // Not even one that leads to a directory is followed, unless its path says so.
    #expect(problem(place.name.appending(FileName("link"))) != nil)
    #expect(problem(place.name.appending(FileName("link/."))) == nil)
    #expect(problem(place.name.appending(FileName("round/.")))?.code == ELOOP)
  }

  @Test func readingStopsWhenNobodyWaits() throws {
    let place = try TemporaryDirectory()
    for number in 0..<600 { place.touch(FileName("\(number)")) }
    var asked = 0
    let entries = try Directory(place.name).entries {
      asked += 1
      return asked > 2
    }
    #expect(entries.count < 600)
    #expect(try Directory(place.name).entries().count == 600)
  }

  @Test func theReaderReadsAndLooksUp() async throws {
    let place = try TemporaryDirectory()
    try place.write("x", to: "a")
    try place.write("y", to: "b")
    #expect(Set(try await DirectoryReader.system.read(place.name).map(\.name.text)) == ["a", "b"])
    let found = try await DirectoryReader.system.look(place.name, [FileName("b"), FileName("c")])
    #expect(found.map(\.name.text) == ["b"])
    await #expect(throws: FileProblem.notFound) {
      try await DirectoryReader.system.read(place.name.appending(FileName("c")))
    }
  }

  @Test func aReaderWhoseTaskIsCancelledThrows() async throws {
    let place = try TemporaryDirectory()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await DirectoryReader.system.read(place.name)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
