import ListData
import ListKit
import Rows

/// `e` and `E`: the next and the previous row that matches `--alert`; without that option, with a word for an error.
extension RunList {
  func addErrorKeys() {
    let title = "next, previous row with an \(options.use.alert == nil ? "error" : "alert")"
    add("e", title) { list, _ in list.finder.goToError(by: 1) }
    add("E", title) { list, _ in list.finder.goToError(by: -1) }
  }
}

extension CellMeaning {
  /// Returns the nearest row after another, or before it, that matches `--alert`; without that option, that has a word
  /// for an error in a column of states.
  ///
  /// - Complexity: O(rows between the two), off the main actor.
  @concurrent
  static func error(in listing: Listing, from item: Int?, by step: Int) async -> Int? {
    let (table, order) = (listing.run.table, listing.items)
    let columns = table.columns.indices.filter {
      areStates(listing.widths.firstWords(ofColumn: $0), in: table.columns[$0])
    }
    var index = (item.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)) + step
    while order.indices.contains(index), !Task.isCancelled {
      defer { index += step }
      guard let row = listing.row(of: order[index]) else { continue }
      let isError =
        listing.run.alerts?.contains(order[index])
        ?? columns.contains { column in
          let word = word(of: table.beginning(row, column, limit: 40))
          return CellMeaning(of: word, role: table.columns[column].role) == .bad
        }
      if isError { return order[index] }
    }
    return nil
  }
}
