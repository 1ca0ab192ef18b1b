import ListData
import TestSupport
import Testing

@testable import muster

@Suite("What a command has printed so far") struct StreamBufferTests {
  private func growing() -> StreamBuffer {
    StreamBuffer(
      .following(RunBuilder(options: ReaderOptions(format: .lines), identity: RowIdentity(choice: nil))))
  }

  @Test("Who reads waits from four megabytes on that were not shown, until they are") func room() async {
    let growing = growing()
    let bytes = TextBytes(String(repeating: "some line\n", count: 500_000))
    growing.arrived(bytes.prefix(1 << 20))
    await growing.waitForRoom()
    growing.arrived(bytes)
    async let reader: Void = growing.waitForRoom()
    await wait { growing.isReaderWaiting }
    var shown: [Int] = []
    growing.grow { shown.append($0.table.rowCount) }
    #expect(growing.isReaderWaiting)
    growing.makeRoom()
    await reader
    #expect(shown == [500_000])
  }
}
