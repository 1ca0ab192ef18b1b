import ListKit
import SeededRandom
import Testing

@testable import tui_demo

/// Random operations on small worlds, against a model that only knows sets.
@Suite struct StressWorldTests {
  typealias Operation = StressModel.Operation

  /// 16 worlds of 0 to 49 rows, each of 2,500 operations with up to 12 edits of four kinds: up to 200,000 edits in all.
  @Test(arguments: 0..<16 as Range<UInt64>)
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

      // What is shown is what the filter lets pass, in the order of all.
      try #require(shown.itemIdentifiers == model.rows.filter(passes), "\(place)")
      // No row is there twice, and there are as many as ever.
      try #require(Set(model.rows).count == count && model.rows.count == count, "\(place)")
      switch operation {
      case .fill, .filter: try #require(model.rows == rows, "\(place)")
      case .shuffle, .sort: try #require(Set(model.rows) == Set(rows), "\(place)")
      case .edit:
        // What the filter hides stays at its place.
        for (index, row) in rows.enumerated() where !passes(row) {
          try #require(model.rows[index] == row, "\(place)")
        }
        // What came is new.
        let came = Set(model.rows).subtracting(rows)
        try #require(came.allSatisfy { new in rows.allSatisfy { $0 < new } || new >= count }, "\(place)")
        try #require(came.count <= edits && shown.numberOfItems == before.numberOfItems, "\(place)")
      }
      let difference = shown.difference(from: before)
      try #require(difference.new == shown, "\(place)")
    }
  }
}
