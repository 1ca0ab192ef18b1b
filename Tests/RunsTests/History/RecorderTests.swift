import Files
import ListData
import RunsTesting
import Synchronization
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Runs written to a recording") struct RecorderTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Records runs, and returns what is reported meanwhile.
  private func record(_ texts: [String], to path: String) throws -> [String] {
    let reports = Mutex<[String]>([])
    let recorder = try Recorder(path: path, source: .reading(files: ["/dev/null"])) { report in
      reports.withLock { $0.append(report) }
    }
    var runs = RunMaker()
    for text in texts {
      var run = try runs.next(text)
      recorder.take(&run)
      // The last run of a list is shown again.
      recorder.take(&run)
    }
    return reports.withLock(\.self)
  }

  /// Returns the texts of a recording.
  private func recorded(_ name: String) throws -> [String] {
    let bytes = try StoredFile(path: directory.file(name)).contents()
    var reader = try #require(RecordingReader(TextBytes(bytes)))
    var texts: [String] = []
    while let state = reader.next() { texts.append(String(decoding: state.text, as: UTF8.self)) }
    #expect(!reader.isCut)
    return texts
  }

  @Test("A recording is private, has each run once, and goes on after a record that a crash left incomplete")
  func continued() throws {
    let path = directory.file("rec")
    let texts = (1...3).map { "NAME,N\nweb,\($0)\n" }
    try expectEqual(record([texts[0], "", texts[1]], to: path), [])
    try expectEqual(recorded("rec"), Array(texts[..<2]))
    try expectEqual(HeadlessRun("/usr/bin/stat", ["-c", "%a", path]).standardOutput, "600\n")
    let whole = try StoredFile(path: path).contents()
    try directory.write(whole + Array(repeating: 0x78, count: 1_000), to: "rec")
    try expectEqual(record([texts[2]], to: path), [])
    try expectEqual(recorded("rec"), texts)
  }

  @Test("What cannot be recorded to is refused, and a file that is no recording is not changed")
  func refused() throws {
    func reason(_ path: String) -> String? {
      do {
        _ = try record(["a\n"], to: path)
        return nil
      } catch {
        return "\(error)"
      }
    }
    expectEqual(reason("/dev/full"), "/dev/full: No space left on device")
    let path = try directory.write("mine\n", to: "rec")
    expectEqual(reason(path), "\(path) exists and is not a recording")
    try expectEqual(directory.read("rec"), "mine\n")
    try directory.link("link", to: directory.file("nowhere"))
    expectEqual(
      reason(directory.file("link")), "\(directory.file("link")): a link to a file that does not exist")
    #expect(FileStatus(path: directory.file("nowhere")) == nil)
    let open = try Recorder(
      path: directory.file("open"), source: .reading(files: ["/dev/null"]), report: { _ in })
    expectEqual(
      reason(directory.file("open")), "\(directory.file("open")): another muster records to it")
    withExtendedLifetime(open) {}
  }

  @Test("A recording that others can read is reported") func privacy() throws {
    let path = try directory.write("", to: "rec")
    _ = try HeadlessRun("/bin/chmod", ["644", path])
    try expectEqual(
      record(["a\n"], to: path),
      ["\(path): not only you can access the recording: its permissions are 644"])
    try expectEqual(recorded("rec"), ["a\n"])
  }
}
