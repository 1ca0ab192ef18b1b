import ListData
import ListKit

/// How the command line wants the rows, as far as that is known.
struct Beginning {
  /// Whether the columns are sure by which it was arranged.
  var isSure = false
  /// What was asked for, by the columns of the last run.
  var arrangement = Arrangement()
  /// What was said of a column that was not there yet.
  var refusal: String?
}

extension ListController {
  /// Arranges the rows as the command line asks for.
  ///
  /// What is found from the first bytes of a stream may be wrong: until there are more of them, a column that is not
  /// there is only said.
  func start(with run: Run) throws {
    // What a command that fails says has other columns.
    guard !beginning.isSure, run.problem == nil, !run.table.columns.isEmpty else { return }
    let isSure = run.progress.map { $0.bytes > RunBuilder.sample } ?? !source.isStream
    do {
      let names = ColumnNames(run.table.columns.map(\.name))
      let wanted = try Arrangement(options.start, columns: names)
      try options.use.exec?.check(names: names)
      beginning.isSure = isSure
      if remark != nil, remark == beginning.refusal { remark = nil }
      // What a person has arranged meanwhile stays.
      guard arrangement == beginning.arrangement, wanted != arrangement else { return }
      beginning.arrangement = wanted
      arrangement = wanted
      if !wanted.query.isEmpty { searchBar?.text = wanted.query }
    } catch {
      if isSure { throw error }
      if run.isComplete {
        beginning.refusal = "\(error)"
        remark = beginning.refusal
      }
    }
  }
}
