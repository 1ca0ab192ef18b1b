import ListData

/// Prints what changed from one file to another.
struct ChangePrinting: Sendable {
  private let options: MusterOptions
  private let selection: RowSelection

  init(_ options: MusterOptions, selection: RowSelection) {
    self.options = options
    self.selection = selection
  }

  /// Prints.
  ///
  /// - Returns: 0 where nothing is different, else 1; 2 where a file is not what it should be.
  func print(from old: String, to new: String) throws -> Int32 {
    let files = try ComparedFiles(from: old, to: new, options.reading)
    let text = ChangeText(
      files: files, format: options.use.output ?? (options.start.columns == nil ? .raw : .tsv),
      columns: try ComparedColumns(files, selection.wantedColumns))
    let changes = try chosen(
      ChangeList(of: files).changes, files,
      text.columns)
    var output = PrintedOutput(isExact: options.use.output != nil)
    if !changes.isEmpty { try output.write(text.head()) }
    for change in changes { try output.write(text.line(change)) }
    try output.finish()
    let flaws = [(old, files.old.flaw), (new, files.new.flaw)].compactMap { path, flaw in
      flaw.map { "\(path): \($0)" }
    }
    flaws.forEach(Muster.note)
    return flaws.isEmpty ? (changes.isEmpty ? 0 : 1) : 2
  }

  /// The changes in columns and of rows that are wanted, in their order.
  private func chosen(
    _ changes: [ListedChange], _ files: ComparedFiles, _ columns: ComparedColumns
  ) throws -> [ListedChange] {
    var chosen = changes
    if selection.wantedColumns != nil {
      chosen = chosen.compactMap { change in
        guard change.mark == .changed else { return change }
        var change = change
        change.columns.removeAll { !columns.contains($0) }
        change.goneColumns.removeAll { !columns.contains(gone: $0) }
        return change.columns.isEmpty && change.goneColumns.isEmpty ? nil : change
      }
    }
    if selection.isFiltered {
      let (old, new) = (
        Set(selection.matching(0..<files.old.rowCount, of: files.old)),
        Set(selection.matching(0..<files.new.rowCount, of: files.new))
      )
      chosen = chosen.filter { $0.row.map(new.contains) ?? false || $0.oldRow.map(old.contains) ?? false }
    }
    if selection.isInOrder { return chosen }
    // Rows that are gone, then the others in their new order.
    let (oldNames, names) = (
      ColumnNames(files.old.columns.map(\.name)), ColumnNames(files.new.columns.map(\.name))
    )
    let rows = try selection.rows(of: files.new, key: files.key, or: oldNames)
    let oldRows = try selection.rows(of: files.old, key: files.oldKey, or: names)
    let byRow = Dictionary(
      uniqueKeysWithValues: chosen.compactMap { change in change.row.map { ($0, change) } })
    let gone = Dictionary(
      uniqueKeysWithValues: chosen.compactMap { $0.row == nil ? ($0.oldRow ?? 0, $0) : nil })
    return oldRows.compactMap { gone[$0] } + rows.compactMap { byRow[$0] }
  }
}
