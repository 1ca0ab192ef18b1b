import Files
import ListData
import ListKit
import Rows
import Runs

/// The texts in the lines around a list.
@MainActor
struct StatusText {
  let source: Source
  let newest: Run
  let shown: Run
  let listing: Listing
  /// Whether letters filter, so that none of them is a key.
  var isPicker = false
  /// The position of the cursor among the matches of a find; nil if there is no find.
  var find: String?
  /// Whether the screen has a line for the title.
  var showsTitle = true
  /// Whether rows are being arranged again.
  let isWorking: Bool
  /// The seconds that the next run has taken so far, if it is slow.
  var secondsRunning: Int?
  /// What `--meter` shows.
  var meters: [String] = []

  /// `kubectl get pods · every 2 s · 22:04:12`. The name is cut if the rest would not fit on the line.
  ///
  /// - Parameter columns: The available columns; each character is taken to need one.
  func title(columns: Int) -> String {
    var parts: [String] = []
    if source.stream.isPaused {
      parts.append("paused")
    } else if source.isPolled, source.isLive {
      parts.append(
        source.reading.interval.isManual ? Self.byKey : "every \(source.reading.interval) s")
    }
    // Of the rows on the screen, to which `e` goes; the shown run may still be arranged.
    if let alerts = Self.alerts(in: listing.run) { parts.insert(alerts, at: 0) }
    if let secondsRunning { parts.append("running for \(secondsRunning) s") }
    if let until = source.until { parts.append("until \(until)") }
    if source.isRecording { parts.append("\(shown.time.day) \(shown.time.timeOfDay)") }
    if source.isLive || source.isStream {
      parts.append(shown.fileTime.map { "changed \($0.moment)" } ?? shown.time.timeOfDay)
    }
    parts += meters
    var rest = parts.map { " · " + $0 }.joined()
    if !shown.changeSummary.isEmpty { rest += "   " + shown.changeSummary }
    let room = max(columns - rest.count, Self.leastTitle)
    let name = source.title
    return (name.count <= room ? name : name.prefix(room - 1) + "…") + rest
  }

  private static let leastTitle = 8

  /// `2 alerts`; nil if no row matches `--alert`.
  static func alerts(in run: Run) -> String? {
    guard let count = run.alerts?.count, count > 0 else { return nil }
    return counted(count, "alert")
  }

  /// `25 rows · 2 other lines (R)`; unusual facts come first. `R` shows how the input was read.
  var status: String {
    ([find, showsTitle ? nil : Self.alerts(in: listing.run)].compactMap(\.self) + warnings + [rows]
      + [runs, table, otherLines, isPicker ? work : nil].compactMap(\.self)).joined(separator: " · ")
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if shown.number != newest.number {
      let comparison = listing.run.number == shown.number ? listing.comparison : nil
      let changes = comparison.flatMap { $0.isSinceReference ? nil : $0.words }
      warnings.append("\(pastRuns)" + (changes.map { ": \($0)" } ?? ""))
    }
    if let comparison = listing.comparison, comparison.isSinceReference, listing.run.number == shown.number {
      warnings.append(
        "since \(comparison.former.time.timeOfDay): \(comparison.words ?? "nothing changed")")
    }
    // Where there are no rows, the problem is in their place.
    if let problem, !isProblemInPlaceOfRows { warnings.append(problem) }
    for file in shown.staleFiles { warnings.append(file.description) }
    if let time = shown.rowsTime { warnings.append("rows from \(time.timeOfDay)") }
    if listing.comparison?.replacesNearlyAll == true {
      warnings.append("nearly all rows changed identity: \(otherKey)")
    }
    if listing.isPart { warnings.append("first rows only, still reading") }
    if listing.lacksContext { warnings.append("matches only: --context needs the order of the input") }
    if let limit = listing.arrangement.limit, listing.tree == nil || !listing.groupColumns.isEmpty {
      warnings.append("first \(grouped(limit))" + (listing.groupColumns.isEmpty ? "" : " of each group"))
    }
    if listing.hasTooManyGroups { warnings.append("too many groups") }
    if shown.notes.contains(.misfit) { warnings.append("columns changed") }
    if shown.notes.contains(.cut) {
      warnings.append(truncation)
    }
    if shown.notes.contains(.left) { warnings.append("stopped: only rows read so far") }
    if shown.notes.contains(.unfinished) { warnings.append(Run.unfinished) }
    if let flaw = shown.table.flaw, shown.isComplete, !shown.notes.contains(.left) { warnings.append(flaw) }
    if listing.arrangement.showsOnlyChanged {
      let changes = listing.comparison.flatMap { comparison in
        comparison.isSinceReference || shown.number != newest.number ? nil : comparison.words
      }
      warnings.append("only rows that changed" + (changes.map { ": \($0)" } ?? ""))
    }
    if source.until != nil, let progress = newest.untilProgress { warnings.append("waiting: \(progress)") }
    if let problem = newest.optionProblem, problem.kind != .open { warnings.append(problem.description) }
    if let problem = listing.query.problem?.description ?? listing.query.missing?.description
      ?? (listing.count == 0 ? listing.query.remark : nil)
    {
      warnings.append(problem)
    }
    return warnings
  }

  /// `run 3 of 9, 22:04:12`, and for equal runs `runs 3–5 of 9, 3 equal, 22:04:12–22:04:16`.
  private var pastRuns: String {
    guard let span = source.history.span(of: shown.number), span.numbers.count > 1 else {
      return "run \(shown.number) of \(newest.number), \(shown.time.timeOfDay)"
    }
    let (numbers, times) = (span.numbers, span.times)
    return "runs \(numbers.lowerBound)–\(numbers.upperBound) of \(newest.number), \(numbers.count) equal, "
      + "\(times.lowerBound.timeOfDay)–\(times.upperBound.timeOfDay)"
  }

  /// Why rows are missing, and what happens to the rest of the input.
  private var truncation: String {
    switch source.subject {
    case .polledText: "only the first rows: too many for a list without a key"
    case _ where source.reading.update: "memory limit reached: rows with new keys are dropped"
    case .standardInput: "truncated: memory limit reached, the rest is not read"
    case .command where source.isStream: "truncated: memory limit reached, the command waits"
    case .command, .hosts: "truncated: memory limit reached, the rest of the output is dropped"
    case .file, .files, .comparison: "truncated: memory limit reached"
    }
  }

  /// The number and title of the table on the screen, if there are several.
  private var table: String? {
    let shape = listing.run.table.shape
    guard shape.count > 1 else { return nil }
    let title = shape.title.map { title in
      " " + (title.count <= Self.mostTitle ? title : title.prefix(Self.mostTitle - 1) + "…")
    }
    return "table \(shape.number) of \(shape.count)" + (title ?? "")
  }

  private static let mostTitle = 24

  /// The number of runs of a pipe that has ended, and the key that shows them.
  private var runs: String? {
    guard case .standardInput = source.subject, shown.series == .whole, !isPicker else { return nil }
    return "\(shown.number - 1) runs ([)"
  }

  /// The number of lines that belong to no row, and the key that shows them.
  private var otherLines: String? {
    let count = listing.otherLineCount
    return count == 0 ? nil : counted(count, "other line") + (isPicker ? "" : " (R)")
  }

  private var rows: String {
    let all = listing.run.table.rowCount - (listing.run.removedRows?.identifiers.count ?? 0)
    let changes = all - listing.run.unchangedCount
    let showsChanges = source.isComparison && !listing.arrangement.showsUnchanged
    let total = showsChanges ? changes : all
    let rows = (listing.count == total ? "" : grouped(listing.count) + "/") + grouped(total)
    let words = "\(rows) \(showsChanges ? "change" : "row")\(total == 1 ? "" : "s")"
    guard source.isComparison else { return words }
    return ([words, showsChanges ? nil : counted(changes, "change")].compactMap(\.self) + changedColumns)
      .joined(separator: " · ")
  }

  /// The columns with the most changed cells, and their numbers: `revenue 5`, `state 2`.
  private var changedColumns: [String] {
    listing.run.changedCells.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4)
      .map { "\(shown.table.name(of: $0.key)) \(grouped($0.value))" }
  }

  /// A suggestion to choose another key with `i`: if possible a single column, because `i` takes one.
  private var otherKey: String {
    let columns = source.identity.alternatives(of: shown.schema).lazy.compactMap(\.columns)
    return columns.first { $0.count == 1 }.map { "try i on \(names(of: $0))" } ?? "choose another key with i"
  }

  private func names(of columns: [Int]) -> String {
    columns.map(shown.table.name).joined(separator: ", ")
  }

  /// The work in progress in a picker. A list shows it as work that esc stops, but in a picker esc always
  /// leaves.
  private var work: String? {
    if let percent = newest.progress?.percent { return "reading \(percent) %" }
    return isWorking ? "arranging" : nil
  }

  /// The reason why the rows are out of date.
  private var problem: String? {
    if shown.problem == .nothing { return source.isPolled ? "printed nothing" : "empty" }
    return shown.problem?.text(shown.diagnostics)
  }

  private var isProblemInPlaceOfRows: Bool {
    problem != nil && listing.count == 0 && listing.arrangement.query.isEmpty
      && !listing.arrangement.showsOnlyChanged
  }

  /// The text in place of rows if there are none.
  var background: ListContentConfiguration {
    if source.isComparison, listing.run.table.rowCount == listing.run.unchangedCount,
      !listing.arrangement.showsUnchanged
    {
      return ListContentConfiguration(text: "No differences")
    }
    if !listing.arrangement.query.isEmpty {
      return ListContentConfiguration(text: "No row matches", secondaryText: "esc clears the query")
    }
    if listing.arrangement.showsOnlyChanged {
      return ListContentConfiguration(
        text: listing.comparison == nil ? "Nothing to compare with" : "No row changed",
        secondaryText: "d shows all rows again")
    }
    let text = problem ?? (shown.isComplete ? "No rows" : "reading")
    return ListContentConfiguration(
      text: text, secondaryText: source.isLive && shown.isComplete ? whenReadAgain : nil)
  }

  /// When a source that is live is read again.
  private var whenReadAgain: String {
    if !source.isPolled { return "watching the file" }
    return source.reading.interval.isManual ? Self.byKey : "refreshing every \(source.reading.interval) s"
  }

  private static let byKey = "F5 runs it again"
}
