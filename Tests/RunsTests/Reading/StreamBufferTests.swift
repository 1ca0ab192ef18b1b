import ListData
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The buffered output of a command", .timeLimit(.minutes(60))) struct StreamBufferTests {
  @Test("Reading waits while four megabytes are not shown yet") func room() async throws {
    let pacer = RunPacer()
    let (channel, runs) = RunChannel.make(pacer: pacer)
    let builder = RunBuilder(options: ReaderOptions(format: .lines), identity: RowIdentity(choice: nil))
    let series = RunSeries(builder: builder, splitter: RunSplitter(.auto))
    let buffer = StreamBuffer(series, channel: channel, pacer: pacer)
    let bytes = TextBytes(String(repeating: "some line\n", count: 1_000_000))
    _ = await buffer.add(bytes.prefix(1 << 20))
    await buffer.show()
    async let reading = buffer.add(bytes)
    await wait { pacer.isWaitedFor }
    var iterator = runs.makeAsyncIterator()
    try await expectEqual(iterator.next()?.table.bytes.count, 1 << 20)
    #expect(pacer.isWaitedFor)
    try await expectEqual(iterator.next()?.table.rowCount, 1_000_000)
    await expectEqual(reading, 0)
  }
}
