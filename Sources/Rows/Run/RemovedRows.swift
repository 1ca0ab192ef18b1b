import ListData

/// Removed rows, which a former run has and a newer run does not, shown in the newer run at their old
/// position.
///
/// ```text
///  former  a b c d        run  a d e        shown  a b̶ c̶ d e
/// ```
package struct RemovedRows: Sendable {
  /// The identifiers of the removed rows.
  package let identifiers: Set<Int>
  /// For each shown row, whether it is from the former table, and its position in its table.
  private let origins: [(isRemoved: Bool, row: Int)]
  private let former: TextTable
  private let table: TextTable

  /// The maximum size of both texts, in bytes. In larger ones, removed rows are counted but not shown.
  private static let mostBytes = 64 << 20

  /// Returns the run with the removed rows. Returns the run unchanged if there are none, if the run is truncated
  /// or the texts are too large, if a tree is drawn in the rows, or if the columns differ.
  ///
  /// - Complexity: O(bytes of the runs).
  package static func shown(in run: Run, of former: Run) -> Run {
    let (old, new) = (former.table, run.table)
    guard !run.isPart, old.bytes.count + new.bytes.count <= mostBytes,
      old.columns.map(\.name) == new.columns.map(\.name),
      DrawnTree.column(of: new) == nil, run.identifiers.count == new.rowCount,
      former.identifiers.count == old.rowCount
    else { return run }
    let staying = Set(run.identifiers)
    guard former.identifiers.contains(where: { !staying.contains($0) }) else { return run }
    // Removed rows, by the row before them that still exists.
    var removed: [Int: [Int]] = [:]
    var last = noIdentifier
    for (row, identifier) in former.identifiers.enumerated() {
      if staying.contains(identifier) { last = identifier } else { removed[last, default: []].append(row) }
    }
    var origins: [(isRemoved: Bool, row: Int)] = []
    func addRemoved(behind identifier: Int) { origins += (removed[identifier] ?? []).map { (true, $0) } }
    addRemoved(behind: noIdentifier)
    for (row, identifier) in run.identifiers.enumerated() {
      origins.append((false, row))
      addRemoved(behind: identifier)
    }
    var shown = run
    shown.identifiers = .list(
      origins.map { $0.isRemoved ? former.identifiers[$0.row] : run.identifiers[$0.row] })
    shown.table = combined(origins, old, new)
    guard shown.table.rowCount == origins.count, shown.table.columns.count == new.columns.count else {
      return run
    }
    shown.removedRows = RemovedRows(
      identifiers: Set(origins.lazy.filter(\.isRemoved).map { former.identifiers[$0.row] }), origins: origins,
      former: old, table: new)
    return shown
  }

  private static let noIdentifier = -1

  /// Combines rows of two tables by their cells: the lines of each may have the columns at other positions.
  private static func combined(
    _ origins: [(isRemoved: Bool, row: Int)], _ old: TextTable, _ new: TextTable
  ) -> TextTable {
    let text = RowText(format: .csv, columns: nil)
    let head = text.head(of: new)
    var bytes = head
    for (isRemoved, row) in origins { bytes += text.line(text.cells(row, of: isRemoved ? old : new)) }
    let options = ReaderOptions(format: .csv, header: head.isEmpty ? .none : .line(1))
    return RunReader.table(TextBytes(bytes), options)
  }

  /// Whether a row of the combined table is a removed one.
  package func contains(row: Int) -> Bool { origins[row].isRemoved }

  /// Returns the line of a row as it was read.
  package func line(_ row: Int) -> [UInt8] {
    let (isRemoved, index) = origins[row]
    let table = isRemoved ? former : table
    return Array(table.bytes[table.line(index)])
  }
}
