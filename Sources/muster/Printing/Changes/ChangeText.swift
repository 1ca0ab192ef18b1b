import ListData

/// Writes changes of rows: a mark, a tab, the row, each cell that is another as `old → new`.
struct ChangeText: Sendable {
  let files: ComparedFiles
  let format: OutputFormat
  /// The columns of the old file, and of the new one, that count; nil for all.
  let oldColumns: [Int]?
  let columns: [Int]?

  private static let arrow = Array(" → ".utf8)

  /// What stands above the changes: names, in CSV.
  func head() -> [UInt8] {
    guard format == .csv else { return [] }
    let table = files.new
    let names = (columns ?? Array(table.columns.indices)).map { table.columns[$0].name ?? "" }
    guard names.contains(where: { !$0.isEmpty }) else { return [] }
    return CSVText.line([Array("change".utf8)] + names.map { Array($0.utf8) })
  }

  /// A change with the end of its line.
  func line(_ change: ListedChange) -> [UInt8] {
    let mark = Array(change.mark.rawValue.utf8)
    switch format {
    case .raw: return mark + [0x09] + rawLine(change) + [0x0A]
    case .json: return object(change) + [0x0A]
    case .csv, .tsv:
      let text = RowText(format: format, columns: change.row == nil ? oldColumns : columns)
      return text.line([mark] + cells(change))
    }
  }

  private func cells(_ change: ListedChange) -> [[UInt8]] {
    guard let row = change.row else {
      return RowText(format: format, columns: oldColumns).cells(change.oldRow ?? 0, of: files.old)
    }
    var cells = RowText(format: format, columns: columns).cells(row, of: files.new)
    for column in change.columns {
      let new = cellBytes(files.new, row, column)
      let old = oldCell(change, column)
      guard let place = columns == nil ? column : columns?.firstIndex(of: column) else { continue }
      // A cell that only the old row has too many.
      while cells.count <= place { cells.append([]) }
      cells[place] = old + Self.arrow + new
    }
    return cells
  }

  /// The line as it stands, the cells that are others in their places.
  private func rawLine(_ change: ListedChange) -> [UInt8] {
    guard let row = change.row else { return Array(files.old.bytes[files.old.line(change.oldRow ?? 0)]) }
    let table = files.new
    let line = table.line(row)
    var text: [UInt8] = []
    var start = line.lowerBound
    let places = change.columns.map { column in
      column < table.columns.count
        ? (table.cell(row, column), column) : (line.upperBound..<line.upperBound, column)
    }
    for (range, column) in places.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
    where range.lowerBound >= start {
      text += table.bytes[start..<range.lowerBound]
      // A cell that is no more stands nowhere.
      if range.isEmpty, range.lowerBound == line.upperBound { text.append(0x20) }
      text += oldCell(change, column) + Self.arrow + Array(table.bytes[range])
      start = range.upperBound
    }
    text += table.bytes[start..<line.upperBound]
    // A row stands on one line.
    return text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }

  private func object(_ change: ListedChange) -> [UInt8] {
    var members = [("change", JSONText.string(Array(change.mark.rawValue.utf8)))]
    if let row = change.row {
      members.append(("row", JSONRow(files.new, columns: columns).text(row)))
    } else {
      members.append(("row", JSONRow(files.old, columns: oldColumns).text(change.oldRow ?? 0)))
    }
    if change.mark == .changed, let oldRow = change.oldRow {
      let names = ColumnNames(files.new.columns.map(\.name)).names
      let former = change.columns.filter { $0 < names.count }.map { column in
        let value = oldColumn(column).flatMap { JSONRow(files.old, columns: nil).value(oldRow, $0) }
        return (names[column], value ?? Array("null".utf8))
      }
      members.append(("old", JSONRow.object(former)))
    }
    return JSONRow.object(members.map { (name: $0.0, value: $0.1) })
  }

  private func oldCell(_ change: ListedChange, _ column: Int) -> [UInt8] {
    guard let oldRow = change.oldRow else { return [] }
    if column >= files.new.columns.count {
      return cellBytes(files.old, oldRow, column - files.new.columns.count + files.old.columns.count)
    }
    return oldColumn(column).map { cellBytes(files.old, oldRow, $0) } ?? []
  }

  private func cellBytes(_ table: TextTable, _ row: Int, _ column: Int) -> [UInt8] {
    if column < table.columns.count { return table.withCell(row, column) { Array($0) } }
    let extra = table.extraCells(row)
    let index = column - table.columns.count
    return extra.indices.contains(index) ? Array(extra[index].utf8) : []
  }

  /// The column of the old file that a column of the new one was.
  private func oldColumn(_ column: Int) -> Int? {
    guard let name = files.new.columns[column].name else {
      return column < files.old.columns.count ? column : nil
    }
    // Of equal names the first is the first.
    let place = files.new.columns[...column].count { $0.name == name }
    let places = files.old.columns.indices.filter { files.old.columns[$0].name == name }
    return places.count >= place ? places[place - 1] : nil
  }
}
