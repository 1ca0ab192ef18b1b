import ListData
import Rows

/// The rows of one of several files, or of a host for which a command runs, as a part of a list.
struct ListPart: Sendable {
  /// Its name, as its rows show it.
  let name: [UInt8]
  /// Its last rows; nil if there never were any.
  var table: TextTable?
  /// When it was read successfully for the last time; nil if it never was.
  var time: WallTime?
  /// Why these are not its newest rows; nil if they are.
  var reason: String?

  init(name: [UInt8]) { self.name = name }

  var hasRows: Bool { table.map { $0.rowCount > 0 } ?? false }

  /// What the status line says of it; nil if its rows are the newest.
  var stale: Run.StaleFile? {
    reason.map { Run.StaleFile(reason: $0, name: name, time: hasRows ? time : nil) }
  }
}

/// Several parts as one list: first a column with the name of the part that a row is from, such as its file,
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

  /// The name of the column with the names of the parts.
  let column: String
  /// The columns of all tables.
  private var names: [String] = []
  private var indexes: [String: Int] = [:]
  private var rows: [UInt8] = []
  private let text = RowText(format: .csv, columns: nil)

  /// - Parameter column: The name of the column with the names of the parts.
  /// - Complexity: O(bytes of the tables).
  init(column: String, _ parts: [ListPart]) {
    self.column = column
    for part in parts { if let table = part.table { add(table, of: part.name) } }
  }

  /// Adds the rows of a table. Columns with the same name become one column.
  private mutating func add(_ table: TextTable, of origin: [UInt8]) {
    let columns = ColumnNames(of: table).names.map { index(of: $0) }
    for row in 0..<table.rowCount {
      var cells = [[UInt8]](repeating: [], count: names.count + 1)
      cells[0] = origin
      for (column, cell) in text.cells(row, of: table).enumerated() {
        // Cells beyond the last column get columns of their own.
        let index = column < columns.count ? columns[column] : self.index(of: "\(column + 1)")
        while cells.count < index + 2 { cells.append([]) }
        cells[index + 1] = cell
      }
      rows += text.line(cells)
    }
  }

  private mutating func index(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The joined rows as CSV with a header.
  var bytes: [UInt8] { CSVText.line(([column] + names).map { Array($0.utf8) }) + rows }
}
