package import ListData

/// The arrangement of a list that the user chose: which rows and columns are shown, and in which order.
///
/// Columns are identified by their index in the table, which stays the same from run to run.
package struct Arrangement: Hashable, Sendable {
  /// The order of rows by a column.
  package struct Sort: Hashable, Sendable {
    package var column: Int
    package var isDescending = false
  }

  /// How rows are structured.
  package enum Structure: Hashable, Sendable {
    /// As printed: a tree if one is drawn in the rows, else a flat list.
    case natural
    case flat
    /// Sections, one for each value of a column; for several columns a tree of groups in groups.
    case groups(columns: [Int])
    /// A tree. A column contains the key of each row's parent.
    case tree(column: Int)
    /// A tree of the paths in a column.
    case paths(column: Int)

    /// The columns that define the structure.
    package var columns: [Int] {
      switch self {
      case .natural, .flat: []
      case .groups(let columns): columns
      case .tree(let column), .paths(let column): [column]
      }
    }
  }

  package var query = ""
  /// The number of rows to show before and after each row that matches, if the rows are a list in the order of the input.
  package var context = 0
  /// The sort columns. Each one decides among rows with equal values in those before it. Empty for the order
  /// of the input.
  package var sorts: [Sort] = []
  package var structure = Structure.natural
  /// The number of rows that are shown, of each group the first ones; nil for all. A tree shows all.
  package var limit: Int?
  /// Whether groups and trees are closed at first.
  package var startsClosed = false
  /// Whether only changed rows are shown.
  package var showsOnlyChanged = false
  /// Whether a list of changes also shows the unchanged rows.
  package var showsUnchanged = false
  /// The shown columns, from left to right; nil for all.
  package var columns: [Int]?
  /// The column in which a tree is drawn; nil for the column that fits best.
  package var outlineColumn: Int?
  /// The kinds of totals, by column, for all rows and for each group.
  package var totals: [Int: ColumnTotal.Kind] = [:]

  /// Creates the arrangement of a list as it is read.
  package init() {}

  /// Returns the shown columns of a table with this many columns: all of them, if it has none of ``columns``.
  package func shownColumns(of count: Int) -> [Int] {
    let wanted = columns?.filter { $0 < count } ?? []
    return wanted.isEmpty ? Array(0..<count) : wanted
  }

  /// Sorts by a column, or reverses the order if the list is already sorted by it. The previous sort columns
  /// decide among equal values.
  package mutating func toggleSort(by column: Int) {
    if sorts.first?.column == column { return reverse() }
    sorts.removeAll { $0.column == column }
    sorts.insert(Sort(column: column), at: 0)
    sorts = Array(sorts.prefix(Self.mostSorts))
  }

  private static let mostSorts = 3

  /// Groups by a column inside the present groups, or removes the column from them.
  package mutating func toggleGroup(by column: Int) {
    guard case .groups(var columns) = structure else { return structure = .groups(columns: [column]) }
    columns.contains(column) ? columns.removeAll { $0 == column } : columns.append(column)
    structure = columns.isEmpty ? .natural : .groups(columns: columns)
  }

  /// Reverses the order by the first sort column.
  package mutating func reverse() { if !sorts.isEmpty { sorts[0].isDescending.toggle() } }

  /// Returns the arrangement for a table with other columns, without the parts whose column it does not have.
  package func moved(from old: ColumnNames, to new: ColumnNames) -> Arrangement {
    func newIndex(_ column: Int) -> Int? {
      old.names.indices.contains(column) ? new.names.firstIndex(of: old.names[column]) : nil
    }
    var moved = self
    moved.sorts = sorts.compactMap { sort in
      newIndex(sort.column).map { Sort(column: $0, isDescending: sort.isDescending) }
    }
    switch structure {
    case .natural, .flat: break
    case .groups(let columns):
      let columns = columns.compactMap(newIndex)
      moved.structure = columns.isEmpty ? .natural : .groups(columns: columns)
    case .tree(let column): moved.structure = newIndex(column).map { .tree(column: $0) } ?? .natural
    case .paths(let column): moved.structure = newIndex(column).map { .paths(column: $0) } ?? .natural
    }
    moved.outlineColumn = outlineColumn.flatMap(newIndex)
    moved.totals = [:]
    for (column, kind) in totals { if let index = newIndex(column) { moved.totals[index] = kind } }
    if let columns {
      var indexes: [Int] = []
      for column in columns where old.names.indices.contains(column) {
        for index in new.indexes(of: old.names[column]) where !indexes.contains(index) {
          indexes.append(index)
        }
      }
      moved.columns = indexes
    }
    return moved
  }
}

extension Arrangement {
  /// Creates the arrangement that the command line requests.
  ///
  /// - Throws: an error that names a column that does not exist.
  package init(_ options: ArrangementOptions, columns names: ColumnNames) throws(ColumnReference.Refusal) {
    if let refusal = apply(options, columns: names) { throw refusal }
  }

  /// Applies the options of the command line, as far as their columns exist.
  ///
  /// - Returns: an error for the first column that does not exist; nil if all columns exist.
  package mutating func apply(_ options: ArrangementOptions, columns names: ColumnNames)
    -> ColumnReference.Refusal?
  {
    var refusal: ColumnReference.Refusal?
    func index(_ reference: ColumnReference) -> Int? {
      do throws(ColumnReference.Refusal) {
        return try reference.index(in: names)
      } catch {
        refusal = refusal ?? error
        return nil
      }
    }
    query = options.query ?? ""
    context = options.context
    limit = options.limit
    sorts =
      options.sort?.columns.compactMap { asked in
        index(asked.column).map { Sort(column: $0, isDescending: asked.isDescending) }
      } ?? []
    let tree = options.tree?.columns(in: names)
    outlineColumn = tree?.column.flatMap(index)
    if let column = (tree?.parent).flatMap(index) {
      structure = .tree(column: column)
    } else if let column = options.treePath.flatMap(index) {
      structure = .paths(column: column)
    } else if let columns = options.group?.columns.compactMap(index), !columns.isEmpty {
      structure = .groups(columns: columns)
    }
    startsClosed = options.startsClosed
    totals = [:]
    for asked in options.totals?.columns ?? [] {
      if let column = index(asked.column) { totals[column] = asked.kind }
    }
    if let asked = options.columns {
      let found = asked.all(in: names).compactMap(index)
      columns = found.isEmpty ? nil : found
    }
    return refusal
  }
}
