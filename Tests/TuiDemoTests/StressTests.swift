import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

/// Random operations on small worlds, compared with a model that only uses sets.
@Suite("Random operations of the stress demo") struct StressWorldTests {
  typealias Operation = StressModel.Operation

  /// 16 worlds of 1 to 49 rows, each with 2,500 operations; an edit is up to 12 rounds of four kinds of
  /// changes.
  @Test(
    "Random operations keep all rows and show those that pass the filter",
    arguments: 0..<16 as Range<UInt64>)
  func randomOperations(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1..<50, using: &random)
    let edits = Int.random(in: 1...12, using: &random)
    var model = StressModel(rows: count, edits: edits, generator: SeededGenerator(seed: seed ^ 0x5EED))
    var shown = model.perform(.fill, on: StressModel.Snapshot())
    var share = 1
    for step in 0..<2500 {
      let operation = Operation.allCases.randomElement(using: &random) ?? .edit
      let (rows, before) = (model.rows, shown)
      shown = model.perform(operation, on: shown)
      if operation == .filter { share = share == 1 ? 3 : share == 3 ? 100 : 1 }
      func passes(_ row: Int) -> Bool { StressModel.value(of: row) % share == 0 }
      let place = "seed \(seed), step \(step), \(operation)"

      // The rows shown are those that pass the filter, in the order of all rows.
      try #require(shown.itemIdentifiers == model.rows.filter(passes), "\(place)")
      // No row occurs twice, and the number of rows stays the same.
      try #require(Set(model.rows).count == count && model.rows.count == count, "\(place)")
      switch operation {
      case .fill, .filter: try #require(model.rows == rows, "\(place)")
      case .shuffle, .sort: try #require(Set(model.rows) == Set(rows), "\(place)")
      case .edit:
        // Rows that the filter hides stay at their places.
        for (index, row) in rows.enumerated() where !passes(row) {
          try #require(model.rows[index] == row, "\(place)")
        }
        // Inserted rows are new.
        let came = Set(model.rows).subtracting(rows)
        try #require(came.allSatisfy { new in rows.allSatisfy { $0 < new } || new >= count }, "\(place)")
        try #require(came.count <= edits && shown.numberOfItems == before.numberOfItems, "\(place)")
      }
      let difference = shown.difference(from: before)
      try #require(difference.new == shown, "\(place)")
    }
  }
}

@MainActor
@Suite("The stress demo", .waitsForProcesses, .timeLimit(.minutes(60))) struct StressTests {
  private func model(_ rows: Int = 600) -> StressModel {
    StressModel(rows: rows, generator: SeededGenerator(seed: 1))
  }

  @Test("Shuffling, sorting and filtering show the expected rows") func operations() {
    var model = model()
    var shown = model.perform(.fill, on: StressModel.Snapshot())
    expectEqual(shown.itemIdentifiers, Array(0..<600))
    shown = model.perform(.shuffle, on: shown)
    #expect(shown.itemIdentifiers != Array(0..<600))
    expectEqual(shown.itemIdentifiers.sorted(), Array(0..<600))
    shown = model.perform(.sort, on: shown)
    let values = shown.itemIdentifiers.map(StressModel.value(of:))
    expectEqual(values, values.sorted())
    shown = model.perform(.filter, on: shown)
    #expect(shown.itemIdentifiers.allSatisfy { StressModel.value(of: $0) % 3 == 0 })
    #expect((100..<300).contains(shown.numberOfItems))
    shown = model.perform(.filter, on: shown)
    shown = model.perform(.filter, on: shown)
    expectEqual(shown.numberOfItems, 600)
    shown = model.perform(.sort, on: shown)
    expectEqual(shown.itemIdentifiers, Array(0..<600))
  }

  @Test(
    "An edit keeps the number of rows, and the number of changes is limited",
    arguments: [1, 2, 5, 600, 5000])
  func edits(_ rows: Int) {
    var model = model(rows)
    let before = model.perform(.fill, on: StressModel.Snapshot())
    let after = model.perform(.edit, on: before)
    expectEqual(after.numberOfItems, rows)
    expectEqual(model.rows, after.itemIdentifiers)
    let difference = after.difference(from: before)
    #expect(difference.changeCount <= 4 * StressModel.edits)
    #expect(rows < 600 || difference.insertedCount > 100)
  }

  @Test("An edit of a filtered list keeps the hidden rows") func filteredEdits() {
    var model = model()
    var shown = model.perform(.fill, on: StressModel.Snapshot())
    shown = model.perform(.filter, on: shown)
    let hidden = Set(0..<600).subtracting(shown.itemIdentifiers)
    shown = model.perform(.edit, on: shown)
    #expect(hidden.isSubset(of: model.rows))
    expectEqual(Set(model.rows).count, model.rows.count)
  }

  @Test("A script can edit a filtered list repeatedly", arguments: 1...3 as ClosedRange<UInt64>)
  nonisolated func repeatedEdits(_ seed: UInt64) throws {
    let run = try HeadlessRun(
      BuiltProducts.path(of: "tui-demo"),
      [
        "stress", "--rows", "1000", "--seed", "\(seed)", "--dump-screen", "--size", "80x12", "--script",
        "wait wait f wait e wait e wait f wait f wait wait",
      ])
    expectEqual(run.end, .exited(0))
    // Which rows are left varies: on a busy machine, a key that arrives during an operation is ignored, and the
    // last operation may still be in progress at the end.
    #expect(run.standardOutput.contains("row "))
  }

  @Test("Every operation is measured, and the cursor stays on its row") func measurements() async throws {
    let session = TestScreen(StressController.split(model: model(5000)), columns: 120, lines: 20)
    let controller = try #require(session.controller.listViewController as? StressController)
    try await session.wait("that it fills itself", until: { !controller.measures.isEmpty })
    for _ in 0..<7 { session.press(.character("j")) }
    let row = session.cursor?.text.dropFirst(2).prefix(10)
    for operation in [StressModel.Operation.shuffle, .sort, .shuffle] {
      await controller.perform(operation)
      expectEqual(session.cursor?.text.dropFirst(2).prefix(10), row)
    }
    let measures = controller.measures
    expectEqual(measures.map(\.operation), [.fill, .shuffle, .sort, .shuffle])
    #expect(measures.allSatisfy { $0.frame != nil && $0.applying > .zero })
    expectEqual(measures.map(\.rows), [5000, 10_000, 10_000, 10_000])
    #expect(session.lines.contains { $0.contains("│") && $0.contains("shuffle") })
    await controller.verify()
    #expect(session.lines.last?.hasPrefix("5,000 identifiers verified") == true)
  }

  @Test("A user shuffles, filters and leaves, and the cursor stays on its row")
  nonisolated func shuffling() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["stress", "--rows", "20000", "--seed", "2"], environment: [:],
      columns: 110, lines: 20)
    try terminal.wait {
      $0.contains("row 3 ") && $0.lines.contains { $0.contains("│") && $0.contains("fill") }
    }
    terminal.type("jjjx")
    try terminal.wait { $0.lines.contains { $0.contains("│") && $0.contains("shuffle") } }
    try terminal.wait { $0.lines.contains { $0.hasPrefix("▌") && $0.contains("row 3 ") } }
    terminal.type("f")
    try terminal.wait { $0.contains("filter") && !$0.line(19).hasPrefix("20,000") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A pipe receives a line for each operation") nonisolated func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["stress", "--rows", "1000"])
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n").map { $0.split(separator: "\t") }
    expectEqual(lines.map { String($0[0]) }, StressModel.Operation.allCases.map(\.rawValue))
    #expect(lines.allSatisfy { $0.count == 4 && Double($0[2]) != nil && Double($0[3]) != nil })
  }
}
