import ListData

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
    /// As they were printed: below each other where a tree is drawn in them, else one after the other.
    case natural
    /// One after the other.
    case flat
    /// In sections, one for each value of a column.
    case groups(column: Int)
    /// Below the row whose key stands in a column.
    case tree(column: Int)

    /// The column it is by; nil where there is none.
    var column: Int? {
      switch self {
      case .natural, .flat: nil
      case .groups(let column), .tree(let column): column
      }
    }
  }

  var query = ""
  /// The columns by which rows are sorted; where values are equal, the next one decides. Empty for the order in which rows came.
  var sorts: [Sort] = []
  var structure = Structure.natural
  /// Only rows that changed since the run before.
  var showsOnlyChanged = false
  /// The columns that are shown, from left to right; nil for all.
  var columns: [Int]?
  /// The column in which a tree is drawn; nil for the one that fits best.
  var outlineColumn: Int?
  /// What is computed of columns, for all rows and for each group.
  var totals: [Int: ColumnTotal.Kind] = [:]

  /// The columns that are shown of so many: all, where a table has none of those that are wanted.
  func shownColumns(of count: Int) -> [Int] {
    let wanted = columns?.filter { $0 < count } ?? []
    return wanted.isEmpty ? Array(0..<count) : wanted
  }

  /// Sorts by a column; by the same again, the other way round. The former columns decide among equal values.
  mutating func toggleSort(by column: Int) {
    if sorts.first?.column == column { return reverse() }
    sorts.removeAll { $0.column == column }
    sorts.insert(Sort(column: column), at: 0)
    sorts = Array(sorts.prefix(Self.mostSorts))
  }

  private static let mostSorts = 3

  /// Turns the order by the first column round.
  mutating func reverse() { if !sorts.isEmpty { sorts[0].isDescending.toggle() } }

  /// The same for a table with other columns; what is by a column that it has not is left out.
  func moved(from old: ColumnNames, to new: ColumnNames) -> Arrangement {
    func place(_ column: Int) -> Int? {
      old.names.indices.contains(column) ? new.names.firstIndex(of: old.names[column]) : nil
    }
    var moved = self
    moved.sorts = sorts.compactMap { sort in
      place(sort.column).map { Sort(column: $0, isDescending: sort.isDescending) }
    }
    switch structure {
    case .natural, .flat: break
    case .groups(let column): moved.structure = place(column).map { .groups(column: $0) } ?? .natural
    case .tree(let column): moved.structure = place(column).map { .tree(column: $0) } ?? .natural
    }
    moved.outlineColumn = outlineColumn.flatMap(place)
    moved.totals = [:]
    for (column, kind) in totals { if let place = place(column) { moved.totals[place] = kind } }
    if let columns {
      var places: [Int] = []
      for column in columns where old.names.indices.contains(column) {
        for place in new.places(of: old.names[column]) where !places.contains(place) { places.append(place) }
      }
      moved.columns = places
    }
    return moved
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
  /// - Parameter others: the columns of another table; an option for a column that only it has is ignored.
  /// - Throws: which column does not exist.
  init(_ options: StartOptions, columns names: ColumnNames, or others: ColumnNames? = nil)
    throws(ColumnReference.Refusal)
  {
    if let refusal = apply(options, columns: names, or: others) { throw refusal }
  }

  /// Arranges as the command line asks for, as far as the columns exist.
  ///
  /// - Returns: the first column that does not exist.
  mutating func apply(_ options: StartOptions, columns names: ColumnNames, or others: ColumnNames? = nil)
    -> ColumnReference.Refusal?
  {
    var refusal: ColumnReference.Refusal?
    func index(_ reference: ColumnReference) -> Int? {
      do throws(ColumnReference.Refusal) {
        return try reference.index(in: names, or: others)
      } catch {
        refusal = refusal ?? error
        return nil
      }
    }
    query = options.query ?? ""
    sorts =
      options.sort?.columns.compactMap { asked in
        index(asked.column).map { Sort(column: $0, isDescending: asked.isDescending) }
      } ?? []
    let tree = options.tree?.columns(in: names)
    outlineColumn = tree?.column.flatMap(index)
    if let column = (tree?.parent).flatMap(index) {
      structure = .tree(column: column)
    } else if let column = options.group.flatMap(index) {
      structure = .groups(column: column)
    }
    totals = [:]
    for asked in options.totals?.columns ?? [] {
      if let column = index(asked.column) { totals[column] = asked.kind }
    }
    if let asked = options.columns {
      let found = asked.columns.compactMap(index)
      columns = found.isEmpty ? nil : found
    }
    return refusal
  }

  /// Arranges as the list was looked at last, as far as options do not ask for something else and the columns exist.
  mutating func fill(from kept: StartOptions, unless options: StartOptions, columns names: ColumnNames) {
    var former = Arrangement()
    _ = former.apply(kept, columns: names)
    if options.sort == nil { sorts = former.sorts }
    if options.columns == nil { columns = former.columns }
    if options.group == nil, options.tree == nil { structure = former.structure }
  }
}
