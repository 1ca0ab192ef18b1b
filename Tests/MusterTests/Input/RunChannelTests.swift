import ListData
import Synchronization
import TestSupport
import Testing

@testable import muster

@Suite("Between who reads and who shows", .timeLimit(.minutes(60))) struct RunChannelTests {
  private func run(_ text: String, number: Int = 1, isComplete: Bool = true) -> Run {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    return Run(
      number: number, time: .now, table: table, identifiers: .places(table.rowCount), key: .line,
      progress: isComplete ? nil : Run.Progress(bytes: bytes.count))
  }

  @Test("Who is slow misses runs, and not the one that is waited for") func slow() async throws {
    let channel = RunChannel(history: nil, until: .text("ready"))
    let runs = channel.runs
    for number in 1...100 { channel.send(run(number == 3 ? "ready" : "busy", number: number)) }
    var numbers: [Int] = []
    var last: Run?
    for try await run in runs {
      numbers.append(run.number)
      last = run
    }
    #expect(numbers == [1, 2, 3])
    #expect(last?.isAwaited == true)
  }

  @Test("What goes on is shown as it is by now") func growing() async throws {
    let channel = RunChannel(history: nil)
    let runs = channel.runs
    for count in 1...100 {
      channel.send(run(String(repeating: "line\n", count: count), isComplete: count == 100))
    }
    channel.finish()
    var counts: [Int] = []
    for try await run in runs { counts.append(run.table.rowCount) }
    #expect(counts == [100])
  }

  @Test("Who writes may wait until who shows has come back for the next") func taken() async throws {
    let channel = RunChannel(history: nil)
    let runs = channel.runs
    var iterator = runs.makeAsyncIterator()
    channel.send(run("one"))
    async let writer: Void = {
      await channel.taken()
      channel.finish()
    }()
    await wait { channel.isWaitedAt }
    #expect(try await iterator.next()?.number == 1)
    #expect(channel.isWaitedAt, "what was handed out is not shown yet")
    #expect(try await iterator.next() == nil)
    await writer
  }

  @Test("Where nobody reads any more, nobody waits") func abandoned() async throws {
    let channel = RunChannel(history: nil)
    let isOver = Mutex(false)
    channel.onEnd { isOver.withLock { $0 = true } }
    do {
      let runs = channel.runs
      channel.send(run("one"))
      for try await _ in runs { break }
    }
    channel.send(run("two"))
    channel.waitUntilTaken()
    #expect(isOver.withLock { $0 } == true)
  }

  @Test("An error comes behind the runs before it, once") func error() async throws {
    let channel = RunChannel(history: nil)
    let runs = channel.runs
    channel.send(run("one"))
    channel.finish(throwing: SystemError(subject: "f", code: 5))
    var iterator = runs.makeAsyncIterator()
    #expect(try await iterator.next()?.number == 1)
    await #expect(throws: SystemError(subject: "f", code: 5)) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }
}
