import ListKitPaging
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

  /// The query of `--alert`, which four rows pass.
  static let alert = "weight:>=8|city:=ulm"

  /// Checks the marks, the number and the order of the rows that pass ``alert``.
  static func checkAlerts(_ engine: TableEngine) async throws {
    func query(_ text: String, _ column: Int? = nil) -> TableQuery {
      TableQuery(filter: TableFilter(text, of: engine.table.columns), order: TableOrder(column: column))
    }
    let page = try await engine.pages([PageRequest(first: 10)], matching: query("id:>1"))[0]
    expectEqual(page.rows.filter { $0.content[3] == "1" }.map { $0.content[0] }, ["3", "5", "6"])
    expectEqual(page.rows.filter { $0.content[3] == nil }.map { $0.content[0] }, ["2", "4"])
    for (text, column, isForward, ids) in [
      ("", nil, true, ["1", "3", "5", "6"]), ("id:>1", nil, false, ["6", "5", "3"]),
      ("", 1, true, ["1", "6", "3", "5"]), ("", 1, false, ["5", "3", "6", "1"]), ("id:=2", nil, true, []),
    ] as [(String, Int?, Bool, [String])] {
      var (key, found) = (TableRowKey?.none, [String]())
      while let next = try await engine.alert(from: key, isForward: isForward, matching: query(text, column))
      {
        key = next
        found += [try await engine.record(next)?[0] ?? "gone"]
      }
      expectEqual(found, ids, "\(text) by \(column ?? 0)")
    }
    // All of them are counted, also those that the query hides.
    _ = try await engine.count(matching: query("id:<3"))
    var totals = engine.totals.makeAsyncIterator()
    await expectEqual(totals.next()?.alerts, .exactly(4))
  }
}
