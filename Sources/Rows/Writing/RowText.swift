package import ListData
import struct ListKit.EscapedText

/// Writes the rows of a table in one of the formats.
package struct RowText: Sendable {
  package let format: OutputFormat
  /// The printed columns; nil for all, including cells beyond them.
  package let columns: [Int]?

  package init(format: OutputFormat, columns: [Int]?) {
    (self.format, self.columns) = (format, columns)
  }

  /// Returns the text above the rows: the names of the columns, if there are any; for entire lines,
  /// everything above the first row.
  package func head(of table: TextTable) -> [UInt8] {
    switch format {
    case .raw:
      guard table.rowCount > 0, table.shape.format != .json else { return [] }
      return Array(table.bytes[table.startOfHead..<table.line(0).lowerBound])
    case .json, .template: return []
    case .csv, .tsv:
      guard table.isNamed else { return [] }
      return line((columns ?? Array(table.columns.indices)).map { Array(table.name(of: $0).utf8) })
    }
  }

  /// Calls a closure with each row as text, including its line end.
  package func write(_ rows: some Sequence<Int>, of table: TextTable, _ body: ([UInt8]) throws -> Void)
    rethrows
  {
    let objects = JSONRow(table, columns: columns)
    for row in rows {
      switch format {
      case .raw: try body(Array(table.bytes[table.line(row)]) + [0x0A])
      case .json: try body(objects.text(row) + [0x0A])
      case .template(let template): try body(template.line(cells(row, of: table)) + [0x0A])
      case .csv, .tsv:
        var text: [UInt8] = []
        table.forEachCell(of: row, columns) { index, cell in add(cell, at: index, to: &text) }
        try body(end(text))
      }
    }
  }

  /// Returns the bytes of the printed cells.
  package func cells(_ row: Int, of table: TextTable) -> [[UInt8]] {
    var cells: [[UInt8]] = []
    table.forEachCell(of: row, columns) { cells.append(Array($1)) }
    return cells
  }

  /// What a cell is that belongs to no table of text.
  package enum CellKind: Sendable { case text, number, null }

  /// Returns cells as a line, separated by commas in CSV and otherwise by tabs.
  package func line(_ cells: [[UInt8]]) -> [UInt8] {
    line(cells.count) { index, add in cells[index].withUnsafeBufferPointer { add($0, .text, []) } }
  }

  /// Returns the line of a row that belongs to no table of text, but to a database.
  ///
  /// - Parameter cell: Calls a function with the cell at an index, what it is, and its key in JSON.
  package func line(
    _ count: Int,
    cell: (_ index: Int, _ add: (UnsafeBufferPointer<UInt8>, CellKind, _ key: [UInt8]) -> Void) -> Void
  ) -> [UInt8] {
    if case .template(let template) = format {
      var values: [[UInt8]] = []
      for index in 0..<count { cell(index) { bytes, _, _ in values.append(Array(bytes)) } }
      return template.line(values) + [0x0A]
    }
    let isJSON = format == .json
    var text = isJSON ? [UInt8(ascii: "{")] : []
    for index in 0..<count {
      cell(index) { bytes, kind, key in
        guard isJSON else { return add(bytes, at: index, to: &text) }
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += key
        text += kind == .null ? Array("null".utf8) : JSONText.value(bytes, isNumber: kind == .number)
      }
    }
    return isJSON ? text + Array("}\n".utf8) : end(text)
  }

  /// Appends a cell to a line.
  private func add(_ cell: UnsafeBufferPointer<UInt8>, at index: Int, to text: inout [UInt8]) {
    let isCSV = format == .csv
    if index > 0 { text.append(UInt8(ascii: isCSV ? "," : "\t")) }
    if isCSV {
      CSVText.add(cell, to: &text)
    } else if cell.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) {
      text += cell
    } else {
      text += EscapedText(cell).field.utf8
    }
  }

  /// Returns a line with its line end. In CSV, an empty line would not be a row.
  private func end(_ text: [UInt8]) -> [UInt8] {
    format == .csv && text.isEmpty ? Array("\"\"\n".utf8) : text + [0x0A]
  }
}

extension RowSelection {
  /// Returns the writer for the rows of a table.
  ///
  /// - Throws: an error that names a column that does not exist.
  package func text(_ format: OutputFormat, of table: TextTable) throws(ColumnReference.Refusal) -> RowText {
    guard let template = format.template else {
      return RowText(format: format, columns: try columns(of: table))
    }
    let names = ColumnNames(of: table)
    return RowText(
      format: format,
      columns: try template.columns.map { column throws(ColumnReference.Refusal) in
        try column.index(in: names)
      })
  }
}

extension TextTable {
  /// The start of the text above the first row: the start of the input or, with several tables, of the
  /// header.
  fileprivate var startOfHead: Int {
    guard shape.count > 1 else { return 0 }
    guard let header = shape.headerLine else { return line(0).lowerBound }
    var start = 0
    for _ in 1..<header { start = (bytes[start..<bytes.count].firstIndex(of: 0x0A) ?? 0) + start + 1 }
    return min(start, line(0).lowerBound)
  }
}

/// Comma-separated cells, quoted if necessary (RFC 4180); lines end with a line feed.
package enum CSVText {
  package static func line(_ cells: [[UInt8]]) -> [UInt8] { RowText(format: .csv, columns: nil).line(cells) }

  fileprivate static func add(_ cell: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard cell.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }) else {
      text += cell
      return
    }
    text.append(quote)
    for byte in cell {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    text.append(quote)
  }
}
