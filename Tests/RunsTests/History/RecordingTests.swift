import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The bytes of recordings") struct RecordingTests {
  private static let states = [
    "NAME  STATE\nweb   Running\napi   Running\ndns   Running\n",
    "NAME  STATE\nweb   Failed\napi   Running\ndns   Running\n",
    "NAME  STATE\napi   Running\ndns   Running\nnew   Pending\n",
    "NAME  STATE\napi   Running\ndns   Running\nnew   Pending\n", "x",
    "",
  ].map { Array($0.utf8) }

  private func read(_ bytes: [UInt8]) throws -> (states: [Recording.State], isCut: Bool, title: String?) {
    var reader = try #require(RecordingReader(TextBytes(bytes)))
    var states: [Recording.State] = []
    while let state = reader.next() { states.append(state) }
    return (states, reader.isCut, reader.title)
  }

  @Test("A recording returns its texts, times and title") func roundTrip() throws {
    let (states, isCut, title) = try read(RecordedTexts.bytes(of: Self.states))
    expectEqual(states.map(\.text), Self.states)
    expectEqual(states.map(\.time.seconds), Self.states.indices.map { Double($0) * 2.5 })
    #expect(!isCut && title == "kubectl get pods")
  }

  @Test("A file that was cut at any byte is read up to the last complete state") func cut() throws {
    let bytes = RecordedTexts.bytes(of: Self.states)
    var last = 0
    for count in Recording.signature.count...bytes.count {
      let (states, isCut, _) = try read(Array(bytes[..<count]))
      expectEqual(states.map(\.text), Array(Self.states[..<states.count]))
      #expect(states.count >= last)
      last = states.count
      if count == bytes.count { #expect(!isCut && states.count == Self.states.count) }
    }
    for count in 0..<Recording.signature.count {
      #expect(RecordingReader(TextBytes(Array(bytes[..<count]))) == nil)
    }
  }

  @Test("A damaged byte only ends the recording there") func damaged() throws {
    let bytes = RecordedTexts.bytes(of: Self.states)
    for place in Recording.signature.count..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 0xFF
      let (states, isCut, _) = try read(damaged)
      #expect(isCut && states.map(\.text) == Array(Self.states[..<states.count]))
    }
  }

  @Test("Unchanged lines take only a few bytes") func size() {
    let state = (0..<1000).flatMap { Array("row \($0) of many\n".utf8) }
    let one = RecordedTexts.bytes(of: [state]).count
    #expect(RecordedTexts.bytes(of: [state, state]).count - one < 40)
    let other = state + Array("one more\n".utf8)
    #expect(RecordedTexts.bytes(of: [state, other]).count - one < 60)
  }

  @Test("The user can stop the reading of a recording") func left() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(RecordedTexts.bytes(of: Self.states), to: "rec")
    let source = try Source.reading(files: [directory.file("rec")])
    source.stream.stopReading()
    var runs: [Run] = []
    for try await run in source.runs() { runs.append(run) }
    #expect(runs.map(\.notes) == [[.left]] && runs.first?.table.text(0, 1) == "Running")
  }
}
