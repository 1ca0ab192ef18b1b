/// What a person made of a list: which rows and columns, and in which order.
///
/// Columns are meant by their index in the table, which stays the same from run to run.
struct Arrangement: Hashable, Sendable {
  /// The order of rows by a column.
  struct Sort: Hashable, Sendable {
    var column: Int
    var isDescending = false
  }

  /// How rows are put together.
  enum Structure: Hashable, Sendable {
    case flat
    /// In sections, one for each value of a column.
    case groups(column: Int)
    /// Below the row whose key stands in a column.
    case tree(column: Int)
  }

  var query = ""
  /// Nil for the order in which rows came.
  var sort: Sort?
  var structure = Structure.flat
  /// Only rows that are others than in the run before.
  var showsOnlyChanged = false
  /// The columns that are shown, from left to right; nil for all.
  var columns: [Int]?

  /// The columns that are shown of so many: all, where a table has none of those that are wanted.
  func shownColumns(of count: Int) -> [Int] {
    let wanted = columns?.filter { $0 < count } ?? []
    return wanted.isEmpty ? Array(0..<count) : wanted
  }

  /// Sorts by a column; by the same again, the other way round.
  mutating func toggleSort(by column: Int) {
    if sort?.column == column {
      sort?.isDescending.toggle()
    } else {
      sort = Sort(column: column)
    }
  }

  /// Takes a column away; the last one stays.
  mutating func hide(_ column: Int, of count: Int) {
    let shown = shownColumns(of: count)
    if shown.count > 1 { columns = shown.filter { $0 != column } }
  }
}

extension Arrangement {
  /// The arrangement that the command line asks for.
  ///
  /// - Throws: which column there is not.
  init(_ options: StartOptions, columns names: ColumnNames) throws(ColumnReference.Refusal) {
    query = options.query ?? ""
    if let asked = options.sort {
      sort = Sort(column: try asked.column.index(in: names), isDescending: asked.isDescending)
    }
    if let tree = options.tree {
      structure = .tree(column: try tree.index(in: names))
    } else if let group = options.group {
      structure = .groups(column: try group.index(in: names))
    }
    if let asked = options.columns {
      var columns: [Int] = []
      for reference in asked.columns { columns.append(try reference.index(in: names)) }
      self.columns = columns
    }
  }
}
