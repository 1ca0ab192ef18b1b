import ListData
package import Rows
import Synchronization

/// Checks that the columns, the table and the array that options name exist, as soon as that is known.
///
/// ```text
///  NAME                      a single line may be the header, or a message above it: unsure
///  NAME   STATUS
///  web-1  Running            --until 'sttaus:=Running'  ▶  no column 'sttaus'; there are NAME, STATUS
/// ```
///
/// Once all of them exist, a later run without them is no mistake of the user. Where the rows are printed, a problem
/// that is sure ends the runs.
package final class OptionCheck: RunObserver {
  /// Whether a sure problem ends the program. On a screen, it is a warning in the status.
  var isFatal: Bool { selection != nil }
  private let queries: [(option: String, text: String)]
  private let hooks: [RowHook]
  /// The printed rows; nil on a screen, which shows rows before the columns of their arrangement exist.
  private let selection: (rows: RowSelection, format: OutputFormat)?
  /// Whether rows that still arrive may have other columns.
  private let canGrow: Bool
  private let isPassed = Atomic(false)

  /// - Parameters:
  ///   - queries: The queries whose columns must exist, each with its option.
  ///   - hooks: The commands whose columns must exist.
  ///   - selection: The printed rows and their format; nil on a screen.
  ///   - canGrow: Whether rows that still arrive may have other columns.
  package init(
    queries: [(option: String, text: String?)], hooks: [RowHook],
    selection: (rows: RowSelection, format: OutputFormat)?, canGrow: Bool
  ) {
    self.queries = queries.compactMap { option, text in text.map { (option, $0) } }
    self.hooks = hooks
    self.selection = selection
    self.canGrow = canGrow
  }

  package func take(_ run: inout Run) throws {
    guard run.series != .open else { return }
    run.optionProblem = problem(with: run)
    if let problem = run.optionProblem, problem.kind == .sure, isFatal { throw problem }
  }

  /// Returns the first option that a run does not meet; nil if it meets all, and if an earlier run did.
  package func problem(with run: Run) -> OptionProblem? {
    guard !isPassed.load(ordering: .relaxed), run.problem == nil, !run.table.columns.isEmpty else {
      return nil
    }
    switch run.table.shape.unmetOption {
    case .table? where isFatal, .rows? where isFatal:
      let isSure = run.progress.map { $0.bytes > Run.sample } ?? !canGrow
      return OptionProblem(description: run.table.flaw ?? "", kind: isSure ? .sure : .open)
    default: break
    }
    let isSure = areColumnsSure(of: run)
    if let missing = missingColumn(in: run) {
      return OptionProblem(description: missing, kind: isSure ? .sure : .open)
    }
    let isFound = isSure || run.table.shape.format == .json && run.table.rowCount > 0
    if isFound, let remark = remark(on: run) { return OptionProblem(description: remark, kind: .remark) }
    isPassed.store(isFound, ordering: .relaxed)
    return nil
  }

  /// Returns the remark on a query whose effect shows only when a row matches; nil if there is none.
  private func remark(on run: Run) -> String? {
    for (option, text) in queries where option != "--query" {
      let query = RowQuery(text, for: run.table, now: run.time.localSeconds)
      if let remark = query.remark { return "\(option): \(remark)" }
    }
    return nil
  }

  /// Whether later rows hardly have other columns: a header names them, or there are too many rows for one to
  /// follow. Every row of JSON may have other members.
  private func areColumnsSure(of run: Run) -> Bool {
    let table = run.table
    if table.shape.format == .json { return false }
    if run.progress.map({ $0.bytes > Run.sample }) ?? false { return true }
    let isNamed = table.columns.contains { $0.name != nil }
    return table.rowCount >= (isNamed ? 1 : run.isComplete ? Self.fewRows : Self.manyRows)
  }

  /// One or two lines may be a message in place of the list.
  private static let fewRows = 3
  /// The number of lines of a stream above which a header is not expected any more.
  private static let manyRows = 64

  private func missingColumn(in run: Run) -> String? {
    if let (column, problem) = run.table.problemsOfComputedColumns.first {
      return "\(column.name)=\(column.expression): \(run.table.description(of: problem))"
    }
    for (option, text) in queries {
      let query = RowQuery(text, for: run.table, now: run.time.localSeconds)
      if let problem = query.problem?.description ?? query.missing?.description {
        return "\(option): \(problem)"
      }
    }
    do {
      for hook in hooks {
        let table = run.table.opening(membersNamed: hook.command.template.memberNames)
        try hook.check(names: ColumnNames(of: table))
      }
      guard let selection else { return nil }
      _ = try Arrangement(selection.rows.options, columns: ColumnNames(of: run.table))
      _ = try selection.rows.text(selection.format, of: run.table)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
