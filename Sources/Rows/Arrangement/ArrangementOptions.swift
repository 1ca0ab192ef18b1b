package import ListData

/// The requested order, columns and structure of a list, by names of columns, which a table may or may not have.
package struct ArrangementOptions: Hashable, Sendable {
  package var query: String?
  /// The number of rows to show before and after each row that matches.
  package var context: Int
  /// The number of rows to show, or of each group; nil for all.
  package var limit: Int?
  package var sort: SortOption?
  /// The columns of groups, the outermost first.
  package var group: ColumnList?
  /// Takes precedence over ``group``.
  package var tree: TreeOption?
  /// The column of paths of a tree. Takes precedence over ``group``.
  package var treePath: ColumnReference?
  /// Whether groups and trees are closed at first.
  package var startsClosed = false
  package var columns: ColumnsOption?
  package var totals: TotalOption?

  package init(
    query: String? = nil, context: Int = 0, limit: Int? = nil, sort: SortOption? = nil,
    group: ColumnList? = nil,
    tree: TreeOption? = nil,
    treePath: ColumnReference? = nil, startsClosed: Bool = false, columns: ColumnsOption? = nil,
    totals: TotalOption? = nil
  ) {
    (self.query, self.context, self.sort, self.group, self.tree) = (query, context, sort, group, tree)
    self.limit = limit
    (self.treePath, self.startsClosed, self.columns, self.totals) = (treePath, startsClosed, columns, totals)
  }

  /// Whether the options say how rows are structured.
  package var hasStructure: Bool { group != nil || tree != nil || treePath != nil }
}

/// The columns to show: `NAME,total=price*amount`; `*` stands for all that are not named.
package struct ColumnsOption: Hashable, Sendable {
  package var columns: [ColumnReference]
  package var computed: [ComputedColumn]

  package init?(argument: String) {
    (columns, computed) = ([], [])
    for part in Self.parts(of: argument) {
      if part.contains("=") {
        guard let column = ComputedColumn(part, now: WallTime.now.localSeconds) else { return nil }
        columns.append(ColumnReference(column.name))
        computed.append(column)
      } else {
        guard let list = ColumnList(argument: part) else { return nil }
        columns += list.columns
      }
    }
  }

  /// Returns the parts between commas that are not in quotes or braces.
  private static func parts(of argument: String) -> [String] {
    var (parts, isExpression, end) = ([""], false, Character?.none)
    for character in argument {
      if character == ",", end == nil {
        parts.append("")
        isExpression = false
        continue
      }
      parts[parts.count - 1].append(character)
      isExpression = isExpression || character == "="
      // A name may contain a quote.
      guard isExpression else { continue }
      if character == end {
        end = nil
      } else if end == nil, "{'\"".contains(character) {
        end = character == "{" ? "}" : character
      }
    }
    return parts
  }

  /// Returns the columns with those that `*` stands for.
  package func all(in names: ColumnNames) -> [ColumnReference] {
    guard let index = columns.firstIndex(where: Self.isRest), names.index(of: columns[index].text) == nil
    else {
      return columns
    }
    let named = Set(columns.compactMap { names.index(of: $0.text) })
    let rest = names.names.indices.filter { !named.contains($0) }.map { ColumnReference(names.names[$0]) }
    return columns[..<index].filter { !Self.isRest($0) } + rest
      + columns[index...].filter { !Self.isRest($0) }
  }

  package static func isRest(_ column: ColumnReference) -> Bool { column.text == "*" }
}

/// The order of the rows at the start.
package struct SortOption: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var column: ColumnReference
    /// Whether the greatest value comes first.
    package var isDescending: Bool
  }

  /// One or more columns; each decides among rows with equal values in those before it.
  package var columns: [Column]

  package init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    columns = parts.compactMap { part in
      let isDescending = part.hasPrefix("-")
      return ColumnReference(argument: String(part.dropFirst(isDescending ? 1 : 0)))
        .map { Column(column: $0, isDescending: isDescending) }
    }
    guard columns.count == parts.count else { return nil }
  }
}

/// A tree: the column with the key of the parent, and the column in which the tree is drawn: `PPID`,
/// `PPID:COMMAND`.
package struct TreeOption: Hashable, Sendable {
  private let whole: ColumnReference
  /// The parts before and after the last colon.
  private let parts: [ColumnReference]

  package init?(argument: String) {
    guard let whole = ColumnReference(argument: argument) else { return nil }
    self.whole = whole
    let sign = argument.lastIndex(of: ":") ?? argument.endIndex
    let texts = [argument[..<sign], argument[sign...].dropFirst()]
    parts = texts.compactMap { ColumnReference(argument: String($0)) }
  }

  package var references: [ColumnReference] { parts.count == 2 ? parts : [whole] }

  /// Returns the columns of a table that the option names: a name may contain a colon too.
  package func columns(in names: ColumnNames) -> (parent: ColumnReference, column: ColumnReference?) {
    parts.count == 2 && names.index(of: whole.text) == nil ? (parts[0], parts[1]) : (whole, nil)
  }
}

/// The totals of columns: `size=sum,cpu=mean`; `size` alone means its sum.
package struct TotalOption: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package var column: ColumnReference
    package var kind: ColumnTotal.Kind
  }

  package let columns: [Column]

  package init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    columns = parts.compactMap { part in
      // A name may contain the sign too.
      let sign = part.lastIndex(of: "=")
      guard
        let kind = sign.map({ ColumnTotal.Kind(rawValue: String(part[part.index(after: $0)...])) }) ?? .sum
      else { return nil }
      return ColumnReference(argument: String(part[..<(sign ?? part.endIndex)]))
        .map { Column(column: $0, kind: kind) }
    }
    guard columns.count == parts.count else { return nil }
  }
}

extension ArrangementOptions {
  /// Returns the options together with the order, columns and structure of a saved view that they do not set, as
  /// far as its columns exist.
  func filled(from kept: ArrangementOptions?, columns names: ColumnNames) -> ArrangementOptions {
    guard let kept else { return self }
    func exists(_ column: ColumnReference) -> Bool { names.index(of: column.text) != nil }
    var filled = self
    if sort == nil {
      filled.sort = kept.sort
      filled.sort?.columns.removeAll { !exists($0.column) }
    }
    if columns == nil {
      filled.columns = kept.columns
      filled.columns?.columns.removeAll { !exists($0) && !ColumnsOption.isRest($0) }
      if filled.columns?.columns.isEmpty == true { filled.columns = nil }
    }
    if !hasStructure {
      filled.group = kept.group
      filled.group?.columns.removeAll { !exists($0) }
      if filled.group?.columns.isEmpty == true { filled.group = nil }
      filled.treePath = kept.treePath.flatMap { exists($0) ? $0 : nil }
      filled.tree = kept.tree.flatMap { exists($0.columns(in: names).parent) ? $0 : nil }
    }
    return filled
  }
}
