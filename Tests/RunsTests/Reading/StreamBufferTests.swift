import ListData
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The buffered output of a command", .timeLimit(.minutes(60))) struct StreamBufferTests {
  @Test("Reading waits while four megabytes are not shown yet") func room() async throws {
    let stream = RunStream()
    let runs = RunSequence(stream)
    let reader = RunReader(options: ReaderOptions(format: .lines), identity: RowIdentity(choice: nil))
    let series = RunSeries(reader: reader, splitter: RunSplitter(.auto))
    let buffer = StreamBuffer(series, stream, isPaced: true)
    let bytes = TextBytes(String(repeating: "some line\n", count: 1_000_000))
    _ = await buffer.add(bytes.prefix(1 << 20))
    await buffer.show()
    async let reading = buffer.add(bytes)
    await wait { stream.isWaitedFor }
    var iterator = runs.makeAsyncIterator()
    try await expectEqual(iterator.next()?.table.bytes.count, 1 << 20)
    #expect(stream.isWaitedFor)
    try await expectEqual(iterator.next()?.table.rowCount, 1_000_000)
    await expectEqual(reading, 0)
  }
}
