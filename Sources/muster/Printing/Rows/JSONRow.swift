import ListData

/// Rows as objects of JSON, one a line: names of their own for all columns, numbers as they are written.
struct JSONRow: Sendable {
  private let table: TextTable
  private let columns: [Int]?

  init(_ table: TextTable, columns: [Int]?) {
    self.table = table
    self.columns = columns
  }

  /// The object of a row.
  func text(_ row: Int) -> [UInt8] {
    let extra = columns == nil ? table.extraCells(row) : []
    let names = ColumnNames(table.columns.map(\.name) + extra.map { _ in nil }).names
    var members: [(name: String, value: [UInt8])] = []
    for column in columns ?? Array(table.columns.indices) {
      if let value = value(row, column) { members.append((names[column], value)) }
    }
    for (index, cell) in extra.enumerated() {
      members.append((names[table.columns.count + index], JSONText.string(Array(cell.utf8))))
    }
    return Self.object(members)
  }

  /// A cell as a value; nil where an object of JSON has no such member.
  func value(_ row: Int, _ column: Int) -> [UInt8]? {
    if table.shape.format == .json {
      let range = table.cell(row, column)
      return range.isEmpty ? nil : JSONText.compact(table.bytes[range])
    }
    return table.withCell(row, column) { cell in
      switch table.columns[column].kind {
      case .integer, .float:
        let bytes = Array(cell)
        return JSONText.isNumber(bytes) ? bytes : JSONText.string(bytes)
      default: return JSONText.string(Array(cell))
      }
    }
  }

  /// An object with members in this order.
  static func object(_ members: [(name: String, value: [UInt8])]) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += JSONText.string(Array(member.name.utf8))
      text.append(UInt8(ascii: ":"))
      text += member.value
    }
    return text + [UInt8(ascii: "}")]
  }
}
