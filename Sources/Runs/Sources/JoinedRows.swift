import ListData
import Rows

/// The rows of several tables as one list: first a column for the place where a row is from, such as its file,
/// then all columns of all tables.
///
/// ```text
///  a.csv  id,name     b.csv  name,size        FILE   id  name  size
///         1,ann              bob,3            a.csv  1   ann
///                                             b.csv      bob   3
/// ```
struct JoinedRows: Sendable {
  /// How the joined text is read.
  static let options = ReaderOptions(format: .csv, header: .line(1))

  /// The name of the column with the places.
  let column: String
  /// The columns of all tables.
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  private var rows: [UInt8] = []
  private let text = RowText(format: .csv, columns: nil)
  /// The number of rows.
  private(set) var rowCount = 0
  /// The columns of the table that was added last.
  private(set) var lastColumns: [String] = []

  init(column: String) { self.column = column }

  /// Adds the rows of a table. Columns with the same name become one column.
  ///
  /// - Complexity: O(bytes of the table).
  mutating func add(_ table: TextTable, of origin: [UInt8]) {
    lastColumns = ColumnNames(of: table).names
    let columns = lastColumns.map { place(of: $0) }
    for row in 0..<table.rowCount {
      var cells = [[UInt8]](repeating: [], count: names.count + 1)
      cells[0] = origin
      for (column, cell) in text.cells(row, of: table).enumerated() {
        // Cells beyond the last column get columns of their own.
        let name = "\(column + 1)"
        if column >= columns.count, !lastColumns.contains(name) { lastColumns.append(name) }
        let place = column < columns.count ? columns[column] : self.place(of: name)
        while cells.count < place + 2 { cells.append([]) }
        cells[place + 1] = cell
      }
      rows += text.line(cells)
      rowCount += 1
    }
  }

  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The joined rows as CSV with a header.
  var bytes: [UInt8] { CSVText.line(([column] + names).map { Array($0.utf8) }) + rows }

  /// Adds rows of joined rows that were read earlier.
  ///
  /// - Parameters:
  ///   - names: The columns of the earlier rows, without that of the place.
  ///   - wanted: The columns of these rows; the others have nothing in them.
  mutating func add(_ rows: Range<Int>, of table: TextTable, names: [String], wanted: [String]) {
    let columns = names.enumerated().filter { wanted.contains($0.element) }.map { column in
      (column.offset + 1, place(of: column.element) + 1)
    }
    for row in rows {
      var cells = [[UInt8]](repeating: [], count: self.names.count + 1)
      cells[0] = table.exactBytes(row, 0)
      for (column, place) in columns { cells[place] = table.exactBytes(row, column) }
      self.rows += text.line(cells)
      rowCount += 1
    }
  }
}
