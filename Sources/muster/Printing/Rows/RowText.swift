import ListData
import ListKit

/// Writes the rows of a table in one of the formats.
struct RowText: Sendable {
  let format: OutputFormat
  /// The columns that are printed; nil for all, and cells beyond.
  let columns: [Int]?

  /// What stands above the rows: the names of the columns, where they have some; for whole lines all that stands above
  /// the first one.
  func head(of table: TextTable) -> [UInt8] {
    switch format {
    case .raw:
      guard table.rowCount > 0, table.shape.format != .json else { return [] }
      return Array(table.bytes[0..<table.line(0).lowerBound])
    case .json: return []
    case .csv, .tsv:
      let names = (columns ?? Array(table.columns.indices)).map { table.columns[$0].name }
      guard names.contains(where: { $0 != nil }) else { return [] }
      return line(names.map { Array(($0 ?? "").utf8) })
    }
  }

  /// A row with the end of its line.
  func row(_ row: Int, of table: TextTable) -> [UInt8] {
    switch format {
    case .raw: Array(table.bytes[table.line(row)]) + [0x0A]
    case .csv, .tsv: line(cells(row, of: table))
    case .json: JSONRow(table, columns: columns).text(row) + [0x0A]
    }
  }

  /// The bytes of the cells that are printed.
  func cells(_ row: Int, of table: TextTable) -> [[UInt8]] {
    let cells = (columns ?? Array(table.columns.indices)).map { table.withCell(row, $0) { Array($0) } }
    return columns == nil ? cells + table.extraCells(row).map { Array($0.utf8) } : cells
  }

  /// Cells as a line of CSV, or between tabs.
  func line(_ cells: [[UInt8]]) -> [UInt8] {
    if format == .csv { return CSVText.line(cells) }
    return Array(cells.map { EscapedText($0).field }.joined(separator: "\t").utf8) + [0x0A]
  }
}

/// Cells between commas, quoted where they need it (RFC 4180); lines end as they do on Unix.
enum CSVText {
  static func line(_ cells: [[UInt8]]) -> [UInt8] {
    // An empty line would be no row.
    if cells.count == 1, cells[0].isEmpty { return Array("\"\"\n".utf8) }
    var line: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      add(cell, to: &line)
    }
    line.append(0x0A)
    return line
  }

  private static func add(_ cell: [UInt8], to line: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard cell.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }) else {
      line += cell
      return
    }
    line.append(quote)
    for byte in cell {
      if byte == quote { line.append(quote) }
      line.append(byte)
    }
    line.append(quote)
  }
}
