import TestSupport
import Testing

@testable import Databases

/// Checks the aggregates of a table, which are the same in all databases.
enum AggregateChecks {
  /// The statements for the table `parcels`, with a NULL in each column but the key.
  static let table = """
    CREATE TABLE parcels (id int PRIMARY KEY, weight int, city text);
    INSERT INTO parcels VALUES (1, 3, 'Ulm'), (2, 5, 'Bonn'), (3, 8, 'Bonn'), (4, NULL, ''), (5, 9, NULL), (6, 7, 'ULM');
    """

  static func check(_ engine: TableEngine) async throws {
    func query(_ text: String) -> TableQuery {
      TableQuery(filter: TableFilter(text, of: engine.table.columns))
    }
    for (kind, all, some, none) in [
      (TableAggregate.sum, "32", "16", "none"), (.mean, "6.4", "5.33", "none"), (.median, "7", "5", "none"),
      (.range, "3 to 9", "3 to 8", "none"), (.distinct, "5", "3", "0"),
    ] {
      for (text, expected) in [("", all), ("id:<4", some), ("id:>6", none)] {
        let totals = try await engine.totals([1: kind, 2: .distinct], matching: query(text)).texts
        let number = totals[1].flatMap(Double.init)
        #expect(
          totals[1] == expected || number != nil && number == Double(expected), "\(kind) \(text) \(totals)")
        expectEqual(totals[2], text.isEmpty ? "4" : text == "id:<4" ? "2" : "0")
      }
    }
    let counts = try await engine.valueCounts(of: 2, matching: query("id:<6"), limit: 10)
    expectEqual(counts.first?.value, "Bonn")
    expectEqual(counts.map(\.count), [2, 1, 1, 1])
    expectEqual(Set(counts.map(\.value)), ["Bonn", "Ulm", "", nil])
    try await expectEqual(engine.valueCounts(of: 2, matching: query(""), limit: 1).count, 1)
    // Totals are computed with each count.
    engine.total([1: .sum])
    _ = try await engine.count(matching: query("id:=3"))
    var totals = engine.totals.makeAsyncIterator()
    let next = await totals.next()
    #expect(next?.texts == [1: "8"] && next?.filter == query("id:=3").filter)
  }
}
