import Files
import ListData
import RunsTesting
import Synchronization
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Runs on their way to the reader", .timeLimit(.minutes(60))) struct RunStreamTests {
  private func run(_ text: String, number: Int = 1, isComplete: Bool = true) -> Run {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    return Run(
      number: number, time: .now, table: table, identifiers: .positions(table.rowCount),
      facts: Run.Facts(key: .line, progress: isComplete ? nil : Run.Progress(bytes: bytes.count)))
  }

  @Test("A slow reader may miss runs, but not the run that meets the condition") func slow() async throws {
    let stream = RunStream([UntilWatch(UntilCondition(.rows(.some, query: "ready")))])
    let runs = RunSequence(stream)
    for number in 1...100 { stream.send(run(number == 3 ? "ready" : "busy", number: number)) }
    var last: Run?
    for try await run in runs { last = run }
    expectEqual(last?.number, 3)
    #expect(last?.isAwaited == true)
  }

  @Test("The history has the runs that a slow reader misses") func history() async throws {
    let history = History(bound: 1 << 20, identity: RowIdentity(choice: nil))
    let stream = RunStream([history])
    let runs = RunSequence(stream)
    for number in 1...10 { stream.send(run("\(number)", number: number)) }
    stream.finish()
    var numbers: [Int] = []
    for try await run in runs { numbers.append(run.number) }
    expectEqual(numbers, [10])
    expectEqual(history.numbers, 1...10)
  }

  @Test("The history has neither incomplete nor open runs") func unfinishedRuns() throws {
    let history = History(bound: 1 << 20, identity: RowIdentity(choice: nil))
    let stream = RunStream([history])
    var open = run("b", number: 2)
    open.series = .open
    var numbers: [ClosedRange<Int>?] = []
    for run in [run("a", isComplete: false), run("a"), open, run("b\nc", number: 2)] {
      stream.keep(run)
      numbers.append(history.numbers)
    }
    expectEqual(numbers, [nil, 1...1, 1...1, 1...2])
  }

  @Test("A writer can wait until its run is shown") func shown() async throws {
    let stream = RunStream()
    let runs = RunSequence(stream)
    var iterator = runs.makeAsyncIterator()
    stream.send(run("one"))
    async let writer: Void = {
      await stream.untilWanted()
      stream.finish()
    }()
    await wait { stream.isWaitedFor }
    try await expectEqual(iterator.next()?.number, 1)
    #expect(stream.isWaitedFor, "what was handed out is not shown yet")
    #expect(try await iterator.next() == nil)
    await writer
  }

  @Test("Without a reader no writer waits") func abandoned() async throws {
    let isOver = Mutex(false)
    let stream = RunStream()
    do {
      let runs = RunSequence(stream)
      stream.onEnd { isOver.withLock { $0 = true } }
      stream.send(run("one"))
      for try await _ in runs { break }
    }
    stream.send(run("two"))
    stream.waitUntilWanted()
    #expect(isOver.withLock { $0 } == true)
  }

  @Test("An error arrives once, after the runs before it") func error() async throws {
    let stream = RunStream()
    let runs = RunSequence(stream)
    stream.send(run("one"))
    stream.finish(throwing: SystemError(subject: "f", code: 5))
    var iterator = runs.makeAsyncIterator()
    try await expectEqual(iterator.next()?.number, 1)
    await #expect(throws: SystemError(subject: "f", code: 5)) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }
}
