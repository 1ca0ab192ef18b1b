import ListData
import ListKit

/// `e` and `E`: the next and the previous row with a word for an error.
extension ListController {
  func addErrorKeys() {
    add("e", "next, previous row with an error") { list in list.performOnRows { $0.goToError(by: 1) } }
    add("E", "next, previous row with an error") { list in list.performOnRows { $0.goToError(by: -1) } }
  }

  private func goToError(by step: Int) {
    let before = finding.task
    finding.task = Task { [weak self] in
      await before?.value
      guard let self, !Task.isCancelled, let listing = list.listing else { return }
      let cursor = cursorRow?.identifier
      do {
        let error = try await progress(of: "searching") { _ in
          await CellMeaning.error(in: listing, from: cursor, by: step)
        }
        if let error {
          moveCursor(toItem: error)
        } else {
          statusNote = "no \(step > 0 ? "further" : "earlier") error"
        }
      } catch {
        statusNote = "stopped"
      }
    }
  }
}

extension CellMeaning {
  /// Returns the nearest row after another, or before it, that has a word for an error in a column of few values.
  ///
  /// - Complexity: O(rows between the two), off the main actor.
  @concurrent
  fileprivate static func error(in listing: Listing, from item: Int?, by step: Int) async -> Int? {
    let (table, order) = (listing.run.table, listing.tree?.items ?? listing.sections.flatMap(\.items))
    let columns = table.columns.indices.filter(listing.widths.hasFewValues)
    var place = (item.flatMap(order.firstIndex) ?? (step > 0 ? -1 : order.count)) + step
    while order.indices.contains(place), !Task.isCancelled {
      defer { place += step }
      guard let row = listing.row(of: order[place]) else { continue }
      let isError = columns.contains { column in
        let word = word(of: table.beginning(row, column, limit: 40))
        return CellMeaning(of: word, role: table.columns[column].role) == .bad
      }
      if isError { return order[place] }
    }
    return nil
  }
}
