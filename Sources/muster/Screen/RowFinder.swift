import ListData
import ListKit
import ListSearch
import Rows

/// Moves the cursor to rows of runs that contain some words, and keeps the other rows: ctrl-f, `n`, `N`.
@MainActor
final class RowFinder {
  private weak var owner: RunList?
  /// The text as typed.
  private var text = ""
  /// The row at which the find started.
  private var origin: Int?
  /// The rows that match; nil before they were searched.
  private var found: FoundRows?
  /// Performs one search after the other.
  private var work: Task<Void, Never>?

  init(in owner: RunList) { self.owner = owner }

  deinit { work?.cancel() }

  /// The query to highlight; nil if there is none.
  var query: RowQuery? { found?.query }

  /// Returns when the searches so far are done.
  func done() async { await work?.value }

  func find(_ action: FindAction) {
    switch action {
    case .search(let text):
      if self.text.isEmpty { origin = owner?.cursorRow?.identifier }
      self.text = text
      // The result of earlier text is not needed.
      work?.cancel()
      look(from: origin, startingThere: true, by: 1)
    case .next(let step): look(from: nil, startingThere: false, by: step)
    case .end(let isCancelled):
      work?.cancel()
      if isCancelled { owner?.moveCursor(toItem: origin) }
      (text, origin, found) = ("", nil, nil)
      owner?.screen?.reconfigureRows()
      owner?.screen?.describeState()
    }
  }

  /// Searches a changed list again; the cursor stays.
  func findAgain() {
    guard found != nil else { return }
    look(from: nil, startingThere: true, by: 0)
  }

  /// Moves the cursor to the next or the previous row with a word for an error.
  func goToError(by step: Int) {
    search { owner, screen, listing in
      let cursor = owner.cursorRow?.identifier
      let error = await screen.result(of: "searching") { _ in
        await CellMeaning.error(in: listing, from: cursor, by: step)
      }
      switch error {
      case nil: break
      case let error??: owner.moveCursor(toItem: error)
      case .some(nil):
        let noun = owner.options.use.alert == nil ? "error" : "alert"
        screen.statusNote = "no \(step > 0 ? "further" : "earlier") \(noun)"
      }
    }
  }

  /// Moves the cursor to a match.
  ///
  /// - Parameters:
  ///   - item: The row at which to start; nil for the row under the cursor.
  ///   - startingThere: Whether that row counts.
  ///   - step: The number of matches to move by; 0 to keep the cursor.
  private func look(from item: Int?, startingThere: Bool, by step: Int) {
    search { [weak self] owner, screen, listing in
      guard let self else { return }
      let text = text
      if found?.text != text || found?.isOf(listing) != true {
        let next = await screen.result(of: "searching") { _ in
          await offMainActor { FoundRows(text, in: listing, now: WallTime.now.localSeconds) }
        }
        guard let next, !Task.isCancelled, self.text == text else { return }
        found = next
        screen.reconfigureRows()
      }
      let start = item ?? owner.cursorRow?.identifier
      if step != 0, let match = found?.match(from: start, startingThere: startingThere, by: step) {
        owner.moveCursor(toItem: match)
        if let column = found?.column(of: match, among: owner.shownColumns) { screen.jump(toColumn: column) }
      } else if step != 0, startingThere {
        owner.moveCursor(toItem: origin)
      }
      screen.describeState()
    }
  }

  /// Performs a search in the rows on the screen, after those before it.
  private func search(
    _ body: @escaping @MainActor (RunList, ListScreenController, Listing) async -> Void
  ) {
    let before = work
    work = Task { [weak self] in
      await before?.value
      guard !Task.isCancelled, let owner = self?.owner, let screen = owner.screen,
        let listing = owner.list.listing
      else { return }
      await body(owner, screen, listing)
    }
  }

  /// The status of the find; nil if there is none.
  var status: String? {
    guard let found, !text.isEmpty else { return nil }
    if let problem = found.query.problem?.description ?? found.query.missing?.description { return problem }
    if found.matches.isEmpty { return "no row has '\(text)'" }
    let number = found.number(of: owner?.cursorRow?.identifier)
    return number.map { "match \($0) of \(found.matches.count)" } ?? "\(found.matches.count) matches"
  }
}

/// The rows of a listing that match a find.
struct FoundRows: Sendable {
  let text: String
  let query: RowQuery
  /// All rows, in the order of the screen, including collapsed ones.
  private let order: [Int]
  /// The positions in ``order`` of the rows that match.
  let matches: [Int]
  private let listing: Listing

  /// - Complexity: O(*n*) in the number of bytes of the rows.
  init(_ text: String, in listing: Listing, now: Double) {
    self.text = text
    self.listing = listing
    order = listing.items.filter { listing.row(of: $0) != nil }
    let rows = order.compactMap(listing.row)
    let query = RowQuery(text, for: listing.run.table, now: now)
    let found = query.isEmpty ? RowQuery.Found(rows: [], query: query) : query.search(among: rows, .letters)
    self.query = found.query
    // The search keeps the order of the rows.
    var next = found.rows[...]
    matches = rows.indices.filter { position in
      guard next.first == rows[position] else { return false }
      next.removeFirst()
      return true
    }
  }

  /// Returns whether a listing has these rows in this order.
  func isOf(_ other: Listing) -> Bool {
    listing.run.hasSameRows(as: other.run) && listing.arrangement == other.arrangement
  }

  /// Returns the row of another match, some matches further; after the last match comes the first.
  func match(from item: Int?, startingThere: Bool, by step: Int) -> Int? {
    guard !matches.isEmpty else { return nil }
    let position = item.flatMap(order.firstIndex) ?? 0
    // The number of matches before the row.
    let before = matches.indices.partitioningIndex { matches[$0] >= position }
    let isMatch = before < matches.count && matches[before] == position
    if startingThere { return order[matches[before % matches.count]] }
    let start = step < 0 || isMatch ? before : before - 1
    let index = (start + step) % matches.count
    return order[matches[index < 0 ? index + matches.count : index]]
  }

  /// Returns the first of some columns whose cell has the text, in a row.
  func column(of item: Int, among columns: [Int]) -> Int? {
    guard let row = listing.row(of: item) else { return nil }
    return columns.first { column in
      let text = listing.run.table.beginning(row, column, limit: RowCells.most)
      return !query.highlights(in: text, column: column).isEmpty
    }
  }

  /// Returns the number of a row among the matches, counted from 1.
  func number(of item: Int?) -> Int? {
    guard let position = item.flatMap(order.firstIndex) else { return nil }
    let index = matches.indices.partitioningIndex { matches[$0] >= position }
    return index < matches.count && matches[index] == position ? index + 1 : nil
  }
}
