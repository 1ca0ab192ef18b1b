import ListData
import ListKit
import ListSearch
import Rows

/// Find: moves the cursor to rows that contain some words, and keeps the other rows: `?`, `n`, `N`.
extension ListController {
  /// The state of a find.
  struct FindState {
    /// The text as typed.
    var text = ""
    /// The row at which the find started.
    var origin: Int?
    /// The rows that match; nil before they were searched.
    var found: FoundRows?
    /// Performs one search after the other.
    var task: Task<Void, Never>?
  }

  func find(_ action: FindAction) {
    switch action {
    case .search(let text):
      if finding.text.isEmpty { finding.origin = cursorRow?.identifier }
      finding.text = text
      // The result of earlier text is not needed.
      finding.task?.cancel()
      look(from: finding.origin, startingThere: true, by: 1)
    case .next(let step): look(from: nil, startingThere: false, by: step)
    case .end(let isCancelled):
      finding.task?.cancel()
      if isCancelled { moveCursor(toItem: finding.origin) }
      finding = FindState()
      reconfigure()
      describeState()
    }
  }

  /// Searches a changed list again; the cursor stays.
  func findAgain() {
    guard finding.found != nil else { return }
    look(from: nil, startingThere: true, by: 0)
  }

  /// Moves the cursor to a match.
  ///
  /// - Parameters:
  ///   - item: The row at which to start; nil for the row under the cursor.
  ///   - startingThere: Whether that row counts.
  ///   - step: The number of matches to move by; 0 to keep the cursor.
  private func look(from item: Int?, startingThere: Bool, by step: Int) {
    let before = finding.task
    finding.task = Task { [weak self] in
      await before?.value
      guard let self, !Task.isCancelled, let listing = list.listing else { return }
      let text = finding.text
      if finding.found?.text != text || finding.found?.isOf(listing) != true {
        let found = try? await progress(of: "searching") { _ in
          await FoundRows.make(text, in: listing, now: WallTime.now.localSeconds)
        }
        guard !Task.isCancelled, finding.text == text else { return }
        guard let found else { return statusNote = "stopped" }
        finding.found = found
        reconfigure()
      }
      let start = item ?? cursorRow?.identifier
      if step != 0, let match = finding.found?.match(from: start, startingThere: startingThere, by: step) {
        moveCursor(toItem: match)
      } else if step != 0, startingThere {
        moveCursor(toItem: finding.origin)
      }
      describeState()
    }
  }

  /// Moves the cursor to a row, and expands the group or parents that hide it.
  private func moveCursor(toItem item: Int?) {
    guard let item else { return }
    if list.listing?.tree == nil {
      let section = dataSource.snapshot().sectionIdentifier(containingItem: item)
      if let section, dataSource.isCollapsed(section) { dataSource.setCollapsed(false, sections: [section]) }
    } else if dataSource.indexPath(for: item) == nil {
      var outline = dataSource.snapshot(for: Section())
      guard outline.contains(item) else { return }
      outline.reveal(item)
      dataSource.apply(outline, to: Section())
    }
    if let indexPath = dataSource.indexPath(for: item) { tableView.moveCursor(to: indexPath) }
  }

  /// The status of the find; nil if there is none.
  var findStatus: String? {
    guard let found = finding.found, !finding.text.isEmpty else { return nil }
    if let problem = found.query.problem?.description ?? found.query.missing?.description { return problem }
    if found.matches.isEmpty { return "no row has '\(finding.text)'" }
    let number = found.number(of: cursorRow?.identifier)
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

  /// Searches for rows, off the main actor.
  ///
  /// - Complexity: O(*n*) in the number of bytes of the rows.
  @concurrent
  static func make(_ text: String, in listing: Listing, now: Double) async -> FoundRows {
    FoundRows(text, in: listing, now: now)
  }

  init(_ text: String, in listing: Listing, now: Double) {
    self.text = text
    self.listing = listing
    order = (listing.tree?.items ?? listing.sections.flatMap(\.items)).filter { listing.row(of: $0) != nil }
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

  /// Returns the number of a row among the matches, counted from 1.
  func number(of item: Int?) -> Int? {
    guard let position = item.flatMap(order.firstIndex) else { return nil }
    let index = matches.indices.partitioningIndex { matches[$0] >= position }
    return index < matches.count && matches[index] == position ? index + 1 : nil
  }
}
