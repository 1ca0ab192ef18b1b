import ListKit
import ListKitTesting
import SeededRandom
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
      case .shuffle: try #require(Set(model.rows) == Set(rows), "\(place)")
      case .sort:
        try #require(Set(model.rows) == Set(rows), "\(place)")
        let values = model.rows.map(StressModel.value(of:))
        try #require(values == values.sorted() || model.rows == model.rows.sorted(), "\(place)")
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
@Suite("The screen of the stress demo", .timeLimit(.minutes(60))) struct StressTests {
  @Test("Every operation is measured, and the cursor stays on its row") func measurements() async throws {
    let model = StressModel(rows: 5000, generator: SeededGenerator(seed: 1))
    let session = TestScreen(StressController.split(model: model), columns: 120, lines: 20)
    let controller = try #require(session.controller.primary as? StressController)
    try await session.wait("that it fills itself", until: { !controller.measures.isEmpty })
    for _ in 0..<7 { session.press("j") }
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
}
