package import ListData
import ListSearch

extension TextTable {
  /// The names of the columns; of a log without names what the cells are, `level`; else nil.
  package var head: [String?] { columns.map { $0.name ?? $0.role?.rawValue } }

  /// Whether a column has a name.
  package var isNamed: Bool { head.contains { $0 != nil } }

  /// Returns the name of a column; else its number, counted from 1.
  package func name(of column: Int) -> String {
    guard columns.indices.contains(column) else { return "\(column + 1)" }
    return columns[column].name ?? columns[column].role?.rawValue ?? "\(column + 1)"
  }

  /// The arrays of a JSON object that is the only row: their elements could be the rows instead.
  var arraysOfOneRow: [(name: String, count: Int)] {
    guard shape.format == .json, rowCount == 1 else { return [] }
    return columns.indices.compactMap { column in
      guard case .array(let count)? = nesting(0, column), count > 0, let name = columns[column].name else {
        return nil
      }
      return (name, count)
    }
  }

  /// Returns the start of a cell of ``shownCells(of:)`` for the screen: a JSON array as its count, `[3]`, an
  /// object as its text without white space.
  package func shownText(in cell: Range<Int>, limit: Int) -> String {
    switch nesting(in: cell) {
    case .array(let count)?: return "[\(count)]"
    case .object?:
      let text = UnsafeBufferPointer(rebasing: bytes[cell].prefix(limit))
      return String(decoding: JSONText.compact(text), as: UTF8.self)
    case nil: return beginning(in: cell, limit: limit)
    }
  }

  /// A description of an option that the input does not meet, or of an error in JSON; nil if there is
  /// neither.
  package var flaw: String? {
    if rowCount > 0, let unmet = shape.unmetOption { return Self.description(of: unmet) }
    return jsonFlaw.map(Self.description)
  }

  /// Returns what is wrong with the expression of a column.
  package func description(of problem: ComputedColumn.Problem) -> String {
    switch problem {
    case .unknown(let name):
      let others = columns.indices.filter { !columns[$0].isComputed }.map(self.name)
      return ColumnReference.Refusal(reference: name, names: others).description
    case .taken: return "there is a column of this name already; give another name"
    case .kinds(let sign, let one, let other):
      return "'\(sign)' has no result for a \(one.noun) and a \(other.noun)"
    }
  }

  private static func description(of option: UnmetOption) -> String {
    switch option {
    case .format(.json): "not valid JSON"
    case .format: "no columns found"
    case .header(let line): "line \(line) has no column names"
    case .table(let number): "there is no table \(number) in the input"
    case .rows(let path): "no array or object '\(path)' in the input"
    }
  }

  private static func description(of flaw: JSONFlaw) -> String {
    switch flaw {
    case .end: "the JSON is incomplete"
    case .rest: "text after the JSON array was ignored"
    case .row(let row): "row \(row + 1) is not valid JSON"
    }
  }

  /// Returns the first row that starts at or after a byte offset.
  ///
  /// - Complexity: O(log *n*) in the number of rows.
  package func firstRow(from offset: Int) -> Int {
    (0..<rowCount).partitioningIndex { line($0).lowerBound >= offset }
  }

  /// Returns the noun for the values of a column, as the screen names them: `number`, `date`, `object`.
  ///
  /// - Complexity: O(1): the first rows are examined.
  package func kindNoun(of column: Int) -> String {
    let kind = columns[column].kind
    guard kind == .text, shape.format == .json, !columns[column].isComputed else { return kind.noun }
    let starts = (0..<min(rowCount, 100)).compactMap { row in
      let cell = exactCell(row, column)
      // `null` is no value.
      return cell.isEmpty || bytes[cell].elementsEqual("null".utf8) ? nil : bytes[cell.lowerBound]
    }
    if !starts.isEmpty, starts.allSatisfy({ $0 == UInt8(ascii: "{") }) { return "object" }
    if !starts.isEmpty, starts.allSatisfy({ $0 == UInt8(ascii: "[") }) { return "array" }
    return kind.noun
  }

  /// Returns the key of a row as written on a command line: cells separated by commas, the line, or its
  /// number.
  package func keyText(of row: Int, by key: TableKey) -> String {
    switch key {
    case .columns(let columns): columns.map { text(row, $0) }.joined(separator: ",")
    case .path(let column):
      String(decoding: bytes[DrawnTree.text(of: row, in: column, of: self)], as: UTF8.self)
    case .line: String(decoding: bytes[line(row)], as: UTF8.self)
    case .position: "\(row + 1)"
    }
  }

  /// Whether the lines are the same; what is beyond the end of a truncated table is unknown.
  ///
  /// - Parameters:
  ///   - isPart: Whether this table is truncated.
  ///   - isOtherPart: Whether the other one is.
  package func hasSameLines(as other: TextTable, isPart: Bool = false, isOtherPart: Bool = false) -> Bool {
    (rowCount == other.rowCount || (rowCount < other.rowCount ? isPart : isOtherPart))
      && (0..<min(rowCount, other.rowCount)).allSatisfy {
        bytes[line($0)].elementsEqual(other.bytes[other.line($0)])
      }
  }

  /// Returns all cells of a row as text, including those beyond the columns.
  package func texts(of row: Int) -> [String] {
    columns.indices.map { text(row, $0) } + extraCells(row)
  }
}

extension ColumnNames {
  package init(of table: TextTable) { self.init(table.head) }
}

extension TextTable {
  /// Returns the same rows with columns for the named members of JSON that are not open; the table itself if
  /// there are none.
  ///
  /// - Complexity: O(*n*) in the bytes, for each level of each such name.
  package func opening(membersNamed names: [String]) -> TextTable {
    guard shape.format == .json else { return self }
    var table = self
    for name in names where ColumnNames(of: table).index(of: name) == nil {
      for outer in MemberPath.outer(of: name) {
        let column = table.columns.first { $0.name?.lowercased() == outer.lowercased() }
        guard let column = column?.name else { continue }
        table = table.reading(as: table.shape.opening(table.shape.openedMembers.union([column])))
      }
    }
    return table
  }
}

extension ExecTemplate {
  /// Returns the commands for some rows of a table; the members of JSON that they name are columns too.
  package func commands(for rows: [Int], of table: TextTable) throws(Refusal) -> [RowCommand] {
    let table = table.opening(membersNamed: memberNames)
    return try commands(for: rows, names: ColumnNames(of: table)) {
      Array(table.bytes[table.line($0)])
    } value: { row, column in
      table.withCell(row, column) { Array($0) }
    }
  }
}
