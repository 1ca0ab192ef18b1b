import Foundation
import TestSupport
import Testing

@testable import ListData

/// Outputs of commands, compared with copies with lost, doubled and changed bytes. However they are read,
/// rows have unique identifiers, orders are permutations, and changes account for every row.
@Suite("Damaged text causes no trap")
struct TornTableTests {
  private let now = 1_795_351_500.0

  /// Checks each output once.
  @Test("Damaged tables have unique identifiers, valid orders and complete changes")
  func damagedOutputs() { Worlds.forEach(seeds: 21..<22, check) }

  private func check(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for name in Corpus.truth.keys.sorted() {
      let bytes = Corpus.bytes(of: name)
      let whole = Array(bytes[0..<min(bytes.count, 3_000)])
      let table = TextTable(TextBytes(whole), shape: TableReader.shape(of: TextBytes(whole)))
      let torn = TextBytes(torn(whole, &generator))
      check(
        table, TextTable(torn, shape: table.shape.fitted(to: torn) ?? table.shape), "\(name), seed \(seed)")
      check(table, TextTable(torn, shape: TableReader.shape(of: torn)), "\(name), seed \(seed)")
    }
  }

  private func torn(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<generator.number(1..<12) where !bytes.isEmpty {
      let place = generator.number(0..<bytes.count)
      let end = min(place + generator.number(1..<40), bytes.count)
      switch generator.number(0..<4) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 2: bytes[place] = UInt8(generator.number(0..<256))
      default: bytes.replaceSubrange(place..<end, with: Array("99999999999999999999e999".utf8))
      }
    }
    return bytes
  }

  private func check(_ old: TextTable, _ new: TextTable, _ world: String) {
    let guess = KeyGuess(of: old)
    for key in [guess.key] + guess.alternatives.prefix(2) + [.line, .position] {
      var keys = RowKeys()
      let before = keys.identifiers(of: old, key: key)
      let after = keys.identifiers(of: new, key: key)
      expectEqual(Set(after).count, new.rowCount, "\(world): an identifier twice")
      let changes = TableChanges(from: old, before, to: new, after)
      expectEqual(changes.added.count + changes.keptCount, new.rowCount, "\(world)")
      expectEqual(changes.removed.count + changes.keptCount, old.rowCount, "\(world)")
      expectEqual(Set(before).intersection(after).count, changes.keptCount, "\(world)")
      var quietness = NoisyColumns()
      quietness.note(changes, from: old, to: new)
      #expect(TableChanges(from: old, before, to: old, before).isEmpty, "\(world): it differs from itself")
      for column in new.columns.indices.prefix(12) {
        _ = quietness.isNoisy(column, of: new)
        _ = RowTree(of: new, by: column, key: key)
      }
    }
    for column in new.columns.indices.prefix(12) {
      let rows = Array(0..<new.rowCount)
      for descending in [false, true] {
        let order = ColumnOrder(of: new, by: column, descending: descending, now: now).rows
        expectEqual(order.sorted(), rows, "\(world) \(column)")
      }
      expectEqual(
        RowGroups(of: new, by: column, now: now).groups.flatMap(\.self).sorted(), rows, "\(world) \(column)"
      )
    }
  }
}
