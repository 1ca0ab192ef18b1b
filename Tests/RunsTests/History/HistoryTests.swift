import Files
import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("History") struct HistoryTests {
  private struct World {
    let history: History
    let identity: RowIdentity
    var reader: RunReader

    init(
      bound: Int, choice: KeyOption? = .columns([ColumnReference("1")]), format: TableFormat? = .csv
    ) {
      identity = RowIdentity(choice: choice)
      history = History(bound: bound, identity: identity)
      reader = RunReader(options: ReaderOptions(format: format), identity: identity)
    }

    @discardableResult mutating func add(_ text: String) throws -> Run {
      let run = try reader.finish(.init(bytes: TextBytes(text)), at: .now)
      history.add(run)
      return run
    }
  }

  @Test("The history returns every stored run unchanged") func runs() async throws {
    var world = World(bound: 1 << 20)
    var generator = SeededGenerator(seed: 7)
    var rows = (0..<40).map { "\($0),\($0 * 7)" }
    var texts: [String] = []
    var identifiers: [[Int]] = []
    for _ in 0..<60 {
      texts.append("id,n\n" + rows.joined(separator: "\n") + "\n")
      identifiers.append(try world.add(texts[texts.count - 1]).identifiers.array)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: rows.remove(at: Int.random(in: 0..<rows.count, using: &generator))
      case 1: rows.insert("new\(texts.count),1", at: Int.random(in: 0...rows.count, using: &generator))
      case 2: rows.swapAt(0, rows.count - 1)
      default: rows[Int.random(in: 0..<rows.count, using: &generator)] += "0"
      }
    }
    expectEqual(world.history.numbers, 1...60)
    for number in (1...60).shuffled(using: &generator) {
      let run = try #require(await world.history.run(number))
      expectEqual(run.number, number)
      expectEqual(
        String(decoding: run.table.bytes[0..<run.table.bytes.count], as: UTF8.self), texts[number - 1])
      expectEqual(run.identifiers.array, identifiers[number - 1])
    }
    #expect(await world.history.run(61) == nil)
    #expect(await world.history.run(0) == nil)
  }

  @Test("A time names the run that was the newest in that second, and before all runs the oldest")
  func times() throws {
    var world = World(bound: 1 << 20)
    for (text, seconds) in [("a\n", 100.7), ("b\n", 102.2), ("c\n", 105)] {
      var run = try world.reader.finish(.init(bytes: TextBytes(text)), at: .now)
      run.time = WallTime(seconds: seconds)
      world.history.add(run)
    }
    let seconds: [Double] = [99, 100, 101, 102, 104, 105, 200]
    expectEqual(
      seconds.map { world.history.number(at: WallTime(seconds: $0)) }, [1, 1, 1, 2, 2, 3, 3])
  }

  @Test("Past runs keep text in other encodings") func encodings() async throws {
    for (encode, coffee) in [
      ({ $0.unicodeScalars.map { UInt8($0.value) } }, "café"),
      ({ [0xFF, 0xFE] + $0.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }, "東 café"),
    ] as [((String) -> [UInt8], String)] {
      var world = World(bound: 1 << 20)
      for number in 1...3 {
        world.history.add(
          try world.reader.finish(
            .init(bytes: TextBytes(encode("id,n\n1,\(coffee)\n2,\(number)\n"))), at: .now))
      }
      for number in 1...3 {
        await expectEqual(world.history.run(number)?.rows, [["1", coffee], ["2", "\(number)"]])
      }
    }
  }

  @Test("Only changes are stored") func size() throws {
    var world = World(bound: 1 << 20)
    let body = (0..<1_000).map { "\($0),value of row \($0)\n" }.joined()
    for run in 0..<100 { try world.add("id,n\nx,\(run)\n" + body) }
    expectEqual(world.history.numbers, 1...100)
    #expect(world.history.size < 100 * 400)
  }

  @Test("The history stays within its bound and drops the oldest runs first") func bound() async throws {
    var world = World(bound: 100_000)
    for run in 0..<1_000 {
      let before = world.history.size
      try world.add("id,n\n" + (0..<20).map { "\(run * 20 + $0),\(run)" }.joined(separator: "\n") + "\n")
      let size = world.history.size
      #expect(size <= (size < before ? 100_000 * 7 / 8 : 100_000), "an eighth is freed at once")
    }
    let numbers = try #require(world.history.numbers)
    expectEqual(numbers.upperBound, 1_000)
    #expect(numbers.lowerBound > 500)
    #expect(world.history.size > 100_000 * 3 / 4, "what fits is kept")
    let oldest = try #require(await world.history.run(numbers.lowerBound))
    expectEqual(oldest.rows[0], ["\((numbers.lowerBound - 1) * 20)", "\(numbers.lowerBound - 1)"])
  }

  @Test("With a bound of zero, the history has only the newest run") func nothing() throws {
    var world = World(bound: 0)
    try world.add("id,n\n1,a\n")
    try world.add("id,n\n1,b\n")
    expectEqual(world.history.numbers, 2...2)
  }

  @Test("A run takes the place of the run with its number and of later ones, and others stay unchanged")
  func replacing() async throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<50 {
      var world = World(bound: 1 << 20)
      var texts: [String] = []
      for step in 0..<12 {
        var run = try world.reader.finish(.init(bytes: TextBytes("id,n\n1,\(step)\n\(step),2\n")), at: .now)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where !texts.isEmpty:
          // The same run again: with a problem, and without it once the problem has ended.
          run = try #require(await world.history.run(texts.count))
          run.problem = .unreadable("log: No such file or directory")
          world.history.add(run)
          run.problem = nil
        case 1 where !texts.isEmpty:
          run.number = Int.random(in: 1...texts.count, using: &generator)
        default: run.number = texts.count + 1
        }
        world.history.add(run)
        texts.removeSubrange((run.number - 1)...)
        texts.append(String(decoding: run.table.bytes[0..<run.table.bytes.count], as: UTF8.self))
        expectEqual(world.history.numbers, 1...texts.count)
        for number in (1...texts.count).shuffled(using: &generator) {
          let stored = try #require(await world.history.run(number))
          #expect(stored.number == number && stored.problem == nil)
          let bytes = stored.table.bytes
          expectEqual(String(decoding: bytes[0..<bytes.count], as: UTF8.self), texts[number - 1])
        }
      }
    }
  }

  @Test("Equal runs next to each other are one span, with its times") func spans() throws {
    var generator = SeededGenerator(seed: 10)
    for bound in [1 << 20, 3_000] {
      var world = World(bound: bound)
      var texts: [(text: String, isEmpty: Bool, time: WallTime)] = []
      for _ in 0..<80 {
        let text = "id,n\n1,\(Int.random(in: 0...2, using: &generator))\n"
        // An empty run repeats the rows, but says so.
        let isEmpty = Int.random(in: 0...5, using: &generator) == 0 && !texts.isEmpty
        let run = try world.add(isEmpty ? "" : text)
        texts.append((isEmpty ? texts[texts.count - 1].text : text, isEmpty, run.time))
      }
      let numbers = try #require(world.history.numbers)
      #expect(world.history.span(of: numbers.lowerBound - 1) == nil && world.history.span(of: 81) == nil)
      for number in numbers {
        func isEqual(_ other: Int) -> Bool {
          texts[other - 1].text == texts[number - 1].text
            && texts[other - 1].isEmpty == texts[number - 1].isEmpty
        }
        let low = (numbers.lowerBound...number).reversed().prefix(while: isEqual).last ?? 0
        let high = (number...numbers.upperBound).prefix { isEqual($0) }.last ?? 0
        let span = try #require(world.history.span(of: number))
        expectEqual(span.numbers, low...high)
        expectEqual(span.times, texts[low - 1].time...texts[high - 1].time)
      }
    }
  }

  @Test("Without a history, rows that are gone are forgotten, and those that stay keep their identifiers")
  func forgetting() throws {
    var world = World(bound: 0)
    for step in 0..<12 {
      let rows = (0..<3_000).map { "\(step * 3_000 + $0),x" }.joined(separator: "\n")
      try expectEqual(world.add("id,n\nstays,\(step)\n" + rows).identifiers[0], 0)
      #expect(world.identity.knownCount <= History.fewRows, "\(step)")
    }
    expectEqual(world.history.size, 0)
  }

  @Test("A new key also identifies the rows of past runs") func otherKey() async throws {
    var world = World(bound: 1 << 20)
    try world.add("id,n\n1,a\n2,b\n")
    try world.add("id,n\n1,b\n2,a\n")
    world.identity.use(.columns([1]), in: 0)
    let (first, second) = (await world.history.run(1), await world.history.run(2))
    let (one, two) = (try #require(first).identifiers.array, try #require(second).identifiers.array)
    expectEqual(one, two.reversed())
    expectEqual(second?.key, .columns([1]))
  }

  @Test("A run with other columns has its own key, and the runs around it keep theirs")
  func otherColumns() async throws {
    var world = World(bound: 1 << 20, choice: nil, format: nil)
    let pods = "NAME   STATUS    AGE\nweb-1  Running   5m\nweb-2  Pending   7m\n"
    let cities = "id,pop,city\n17,3,Bonn\n18,9,Ulm\n19,4,Jena\n"
    for text in [pods, cities, pods.replacing("Pending", with: "Running")] { try world.add(text) }
    var runs: [Run] = []
    for number in [1, 2, 3, 2, 1] { runs.append(try #require(await world.history.run(number))) }
    expectEqual(runs.map(\.key), [0, 0, 0, 0, 0].map { .columns([$0]) })
    expectEqual(runs.map(\.schema), [0, 1, 0, 1, 0])
    expectEqual(runs[0].identifiers, runs[2].identifiers)
    #expect(Set(runs[1].identifiers).isDisjoint(with: runs[2].identifiers))
    // A new key for these columns does not apply to other columns.
    world.identity.use(.columns([2]), in: 1)
    let (city, pod) = (await world.history.run(2), await world.history.run(1))
    #expect(city?.key == .columns([2]) && pod?.key == .columns([0]))
    expectEqual(pod?.identifiers, runs[0].identifiers)
    let past = await world.history.past(of: runs[0].identifiers[1])
    expectEqual(past.map { $0.cells?[1] }, ["Running", nil, "Pending"])
  }

  @Test("The past of a row lists the runs that changed it, newest first") func past() async throws {
    var world = World(bound: 1 << 20)
    for text in ["2,b\n", "1,a\n2,b\n", "1,a\n", "2,b\n1,c\n", "2,b\n", "1,c\n"] {
      try world.add("id,n\n" + text)
    }
    let identifier = try #require(await world.history.run(2)?.identifiers[0])
    let past = await world.history.past(of: identifier)
    expectEqual(past.map(\.number), [6, 5, 4, 2])
    expectEqual(past.map(\.cells), [["1", "c"], nil, ["1", "c"], ["1", "a"]])
    await expectEqual(world.history.past(of: identifier, atMost: 2).count, 2)
  }

  @Test("A patch turns the newer text into the older one, for any two texts") func patches() {
    var generator = SeededGenerator(seed: 3)
    let lines = ["a\n", "b\n", "aa\n", "\n", "c", "ab\n"]
    for _ in 0..<2_000 {
      let (new, old) = (
        (0..<Int.random(in: 0..<8, using: &generator)).map { _ in lines.randomElement(using: &generator) ?? ""
        }
        .joined(),
        (0..<Int.random(in: 0..<8, using: &generator)).map { _ in lines.randomElement(using: &generator) ?? ""
        }
        .joined()
      )
      let made = Array(new.utf8).withUnsafeBufferPointer { new in
        Array(old.utf8).withUnsafeBufferPointer { RunPatch(from: new, to: $0) }.applied(to: new)
      }
      expectEqual(made, Array(old.utf8), "\(new.debugDescription) \(old.debugDescription)")
    }
  }
}
