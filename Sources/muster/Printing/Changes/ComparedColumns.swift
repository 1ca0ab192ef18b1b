import ListData

/// The columns of two files that are printed beside each other: those of the new file, then those that only the old one has.
struct ComparedColumns: Sendable {
  /// Where a column stands in each file; in one of them at least.
  struct Pair: Hashable, Sendable {
    var old: Int?
    var new: Int?
  }

  /// What is printed of each row; nil for all there is of it, in both files the same columns, and cells beyond.
  let pairs: [Pair]?

  /// - Parameter wanted: nil for all.
  /// - Throws: which column none of the files has.
  init(_ files: ComparedFiles, _ wanted: [ColumnReference]?) throws(ColumnReference.Refusal) {
    let (old, new) = (ColumnNames(files.old.columns.map(\.name)), ColumnNames(files.new.columns.map(\.name)))
    if let wanted {
      pairs = try wanted.map { reference throws(ColumnReference.Refusal) in
        if let column = try reference.index(in: new, or: old) {
          return Pair(old: files.oldColumn(column), new: column)
        }
        return Pair(old: try reference.index(in: old), new: nil)
      }
    } else if old != new {
      let common = files.new.columns.indices.map { Pair(old: files.oldColumn($0), new: $0) }
      pairs = common + files.goneColumns.map { Pair(old: $0, new: nil) }
    } else {
      pairs = nil
    }
  }

  /// What the columns are called; empty where they have no name.
  func names(_ files: ComparedFiles) -> [String] {
    guard let pairs else { return files.new.columns.map { $0.name ?? "" } }
    return pairs.map { pair in
      let name =
        pair.new.map { files.new.columns[$0].name } ?? pair.old.map { files.old.columns[$0].name } ?? nil
      return name ?? ""
    }
  }

  /// Whether a change of a column of the new file is printed.
  func contains(_ column: Int) -> Bool { pairs?.contains { $0.new == column } ?? true }

  /// Whether that a column of the old file is gone is printed.
  func contains(gone column: Int) -> Bool { place(ofGone: column) != nil }

  /// Where a column of the new file is printed.
  func place(of column: Int) -> Int? {
    pairs.map { pairs in pairs.firstIndex { $0.new == column } } ?? column
  }

  /// Where a column is printed that only the old file has.
  func place(ofGone column: Int) -> Int? {
    pairs?.firstIndex { $0.new == nil && $0.old == column }
  }
}
