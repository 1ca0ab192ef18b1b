import ListKitPaging
import SeededRandom
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases

/// Compares the pages of an engine with the pages of a list that is known in full.
enum PageChecks {
  /// Returns requests for pages of any size between any two bounds, from either end.
  static func requests(
    of rows: [PageRow<TableRowKey, [String?]>], count: Int, using generator: inout some RandomNumberGenerator
  ) -> [PageRequest<TableRowKey>] {
    func bound(_ index: Int?) -> PageBound<TableRowKey> {
      guard let index else { return .edge }
      return Bool.random(using: &generator) ? .excluding(rows[index].key) : .including(rows[index].key)
    }
    return (0..<count).map { _ in
      let places = (0..<2).map { _ in rows.indices.randomElement(using: &generator) }
        .map { Int.random(in: 0..<3, using: &generator) == 0 ? nil : $0 }
      let isInOrder = zip(places.dropLast(), places.dropFirst()).allSatisfy { ($0 ?? 0) <= ($1 ?? .max) }
      let ordered = isInOrder ? places : places.reversed()
      let (after, before) = (bound(ordered[0]), bound(ordered[1]))
      let isFromEnd = Bool.random(using: &generator)
      let limit = Int.random(in: 1...rows.count + 2, using: &generator)
      return isFromEnd
        ? PageRequest(last: limit, after: after, before: before)
        : PageRequest(first: limit, after: after, before: before)
    }
  }

  /// Returns the page of the full list that a request describes.
  static func page(
    of rows: [PageRow<TableRowKey, [String?]>], _ request: PageRequest<TableRowKey>
  ) -> Page<TableRowKey, [String?]> {
    func place(_ key: TableRowKey) -> Int { rows.firstIndex { $0.key == key } ?? 0 }
    let start =
      switch request.after {
      case .edge: 0
      case .including(let key): place(key)
      case .excluding(let key): place(key) + 1
      }
    let end =
      switch request.before {
      case .edge: rows.count
      case .including(let key): place(key) + 1
      case .excluding(let key): place(key)
      }
    let stretch = start < end ? rows[start..<end] : []
    let page = request.isFromEnd ? stretch.suffix(request.limit) : stretch.prefix(request.limit)
    return Page(rows: Array(page), isComplete: stretch.count <= request.limit)
  }

  /// Checks that pages between any bounds are parts of the full list, in every order and with every filter.
  ///
  /// - Parameter count: The number of pages in each order with each filter.
  static func check(
    _ engine: TableEngine, filters: [String] = ["", "one"], count: Int = 40, seed: UInt64 = 7
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let orders = [nil as Int?] + engine.table.columns.indices.map { $0 }
    for column in orders where column != engine.table.keyColumn || column == nil {
      for isDescending in [false, true] {
        for filter in filters {
          let order = TableOrder(column: column, isDescending: isDescending)
          let all = try await engine.all(filter, order: order)
          let query = TableQuery(
            filter: TableFilter(filter, of: engine.table.columns), order: order, generation: engine.generation
          )
          let requests = requests(of: all, count: count, using: &generator)
          let pages = try await engine.pages(requests, matching: query)
          for (request, page) in zip(requests, pages) {
            let expected = Self.page(of: all, request)
            expectEqual(page, expected, "\(engine.table.name) \(order) “\(filter)” \(request)")
            if page != expected { return }
          }
        }
      }
    }
  }
}
