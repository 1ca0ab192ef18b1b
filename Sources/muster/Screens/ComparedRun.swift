import ListData

/// What changed from one file to the other, as a list of its own: a row a change, its kind in the first column.
enum ComparedRun {
  /// - Throws: what cannot be read.
  static func make(from old: String, to new: String, _ options: ReadingOptions) throws -> Run {
    let files = try ComparedFiles(from: old, to: new, options)
    let list = ChangeList(of: files)
    let text = ChangeText(files: files, format: .csv, columns: try ComparedColumns(files, nil))
    let head = text.head()
    let bytes = list.changes.reduce(into: head) { $0 += text.line($1) }
    let options = ReaderOptions(format: .csv, header: head.isEmpty ? .none : .line(1))
    // Of a file that is not there any more nobody asks who its rows were.
    var builder = RunBuilder(options: options, naming: RowNaming(choice: KeyOption.none))
    var run = try builder.finish(RunBuilder.Reading(bytes: TextBytes(bytes)))
    // One further right, for the kind of the change stands before them.
    run.key = files.key.columns.map { .columns($0.map { $0 + 1 }) } ?? files.key
    return run
  }
}
