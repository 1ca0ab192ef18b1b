import ListData

/// Rows as objects of JSON, one a line: names of their own for all columns, numbers as they are written.
struct JSONRow: Sendable {
  private let table: TextTable
  private let columns: [Int]?
  /// The names of the columns as they stand before their values.
  private let keys: [[UInt8]]

  init(_ table: TextTable, columns: [Int]?) {
    self.table = table
    self.columns = columns
    keys = ColumnNames(table.columns.map(\.name)).names.map {
      JSONText.string(Array($0.utf8)) + [UInt8(ascii: ":")]
    }
  }

  /// The object of a row.
  func text(_ row: Int) -> [UInt8] {
    var text = [UInt8(ascii: "{")]
    func add(_ key: [UInt8], _ value: [UInt8]) {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += key
      text += value
    }
    let numbers = columns ?? Array(table.columns.indices)
    let names = columns == nil ? extraKeys(row) : []
    if table.shape.format == .json {
      table.withCells(of: row) { cells in
        for column in numbers where column < cells.count {
          if let value = member(cells[column]) { add(keys[column], value) }
        }
      }
      for (name, cell) in zip(names, names.isEmpty ? [] : table.extraCells(row)) {
        add(name, JSONText.string(Array(cell.utf8)))
      }
    } else {
      table.forEachCell(of: row, columns) { place, cell in
        if place < numbers.count {
          add(keys[numbers[place]], value(cell, numbers[place]))
        } else {
          add(names[place - numbers.count], JSONText.string(Array(cell)))
        }
      }
    }
    return text + [UInt8(ascii: "}")]
  }

  /// A value of JSON as it is written; nil where there is none.
  private func member(_ range: Range<Int>) -> [UInt8]? {
    range.isEmpty ? nil : JSONText.compact(table.bytes[range])
  }

  /// The keys of cells beyond the columns.
  private func extraKeys(_ row: Int) -> [[UInt8]] {
    let count = table.withCells(of: row) { $0.count }
    guard count > table.columns.count else { return [] }
    let names = ColumnNames(
      table.columns.map(\.name) + Array(repeating: nil, count: count - table.columns.count)
    ).names
    return names[table.columns.count...].map { JSONText.string(Array($0.utf8)) + [UInt8(ascii: ":")] }
  }

  /// A cell as a value; nil where an object of JSON has no such member.
  func value(_ row: Int, _ column: Int) -> [UInt8]? {
    if table.shape.format == .json { return member(table.cell(row, column)) }
    return table.exactBytes(row, column).withUnsafeBufferPointer { value($0, column) }
  }

  /// A number as it is written, without blanks around it; anything else as a string.
  private func value(_ cell: UnsafeBufferPointer<UInt8>, _ column: Int) -> [UInt8] {
    switch table.columns[column].kind {
    case .integer, .float:
      let number = cell.trimmed
      return number.isJSONNumber ? Array(number) : JSONText.string(Array(cell))
    default: return JSONText.string(Array(cell))
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
