import Files
import ListData
import ListKit

/// What the lines around a list say of it.
@MainActor
struct StatusText {
  let source: Source
  let newest: Run
  let shown: Run
  let listing: Listing
  /// Whether letters filter, and none of them is a key.
  var isPicker = false
  /// Which match of a find is under the cursor, where one goes on.
  var find: String?
  /// Whether rows are being arranged anew.
  let isWorking: Bool
  /// How many seconds the next run has been going on, where they are many.
  var secondsRunning: Int?

  /// Whether it is read every interval.
  private var isCommand: Bool {
    switch source.kind {
    case .command, .database: true
    case .file, .files, .recording, .standardInput, .comparison: false
    }
  }

  private var isComparison: Bool { if case .comparison = source.kind { true } else { false } }

  /// `kubectl get pods · every 2 s · 22:04:12`: what is shown is cut where it would push the rest off the line.
  ///
  /// - Parameter columns: how many there are; one character is taken for one.
  func title(columns: Int) -> String {
    var parts: [String] = []
    if source.pacer.isPaused {
      parts.append("paused")
    } else if isCommand, source.isLive {
      parts.append("every \(source.reading.interval) s")
    }
    if let secondsRunning { parts.append("running for \(secondsRunning) s") }
    if source.isRecording { parts.append("\(shown.time.day) \(shown.time.timeOfDay)") }
    if source.isLive || source.isStream { parts.append(shown.time.timeOfDay) }
    let rest = parts.map { " · " + $0 }.joined()
    let room = max(columns - rest.count, Self.leastTitle)
    let name = source.title
    return (name.count <= room ? name : name.prefix(room - 1) + "…") + rest
  }

  private static let leastTitle = 8

  /// `25 rows · table · key NAME`; what is out of the ordinary comes first.
  var status: String {
    ([find].compactMap(\.self) + warnings + [rows]
      + [table, otherLines, format, key, isPicker ? work : nil].compactMap(\.self))
      .joined(separator: " · ")
  }

  /// How the input is written; nil for a database, which is asked for values.
  private var format: String? {
    if case .database = source.kind { nil } else { shown.table.shape.format.title }
  }

  private var warnings: [String] {
    var warnings: [String] = []
    if shown.number != newest.number {
      let comparison = listing.run.number == shown.number ? listing.comparison : nil
      let changes = comparison.flatMap { $0.isSinceReference ? nil : $0.summary }
      warnings.append(
        "run \(shown.number) of \(newest.number), \(shown.time.timeOfDay)" + (changes.map { ": \($0)" } ?? "")
      )
    }
    if let comparison = listing.comparison, comparison.isSinceReference, listing.run.number == shown.number {
      warnings.append(
        "since \(comparison.former.time.timeOfDay): \(comparison.summary ?? "nothing changed")")
    }
    if let problem { warnings.append(problem) }
    if let time = shown.rowsTime { warnings.append("rows of \(time.timeOfDay)") }
    if listing.comparison?.replacesNearlyAll == true {
      warnings.append("nearly all rows changed identity: \(otherKey)")
    }
    if listing.isPart { warnings.append("first rows only, still reading") }
    if listing.hasTooManyGroups { warnings.append("too many groups") }
    if shown.notes.contains(.misfit) { warnings.append("columns changed") }
    if shown.notes.contains(.cut) {
      let isDatabase = if case .database = source.kind { true } else { false }
      warnings.append(
        isDatabase
          ? "only the first rows: too many for a list without a key" : "truncated: memory limit reached")
    }
    if shown.notes.contains(.left) { warnings.append("stopped: only what was read") }
    if shown.notes.contains(.unfinished) { warnings.append("the recording ends within a run") }
    if let flaw = shown.table.flaw, shown.isComplete, !shown.notes.contains(.left) { warnings.append(flaw) }
    if listing.arrangement.showsOnlyChanged { warnings.append("only rows that changed") }
    if source.until != nil, let progress = newest.untilProgress { warnings.append("waiting: \(progress)") }
    if let problem = listing.query.problem { warnings.append(problem.description) }
    return warnings
  }

  /// Which of several tables is shown, with its name.
  private var table: String? {
    let shape = listing.run.table.shape
    guard shape.count > 1 else { return nil }
    let title = shape.title.map { title in
      " " + (title.count <= Self.mostTitle ? title : title.prefix(Self.mostTitle - 1) + "…")
    }
    return "table \(shape.number) of \(shape.count)" + (title ?? "")
  }

  private static let mostTitle = 24

  /// How many lines are in no row, and the key that shows them.
  private var otherLines: String? {
    let count = listing.otherLineCount
    return count == 0 ? nil : "\(count) other line\(count == 1 ? "" : "s")" + (isPicker ? "" : " (R)")
  }

  private var rows: String {
    let total = listing.run.table.rowCount - (listing.run.goneRows?.identifiers.count ?? 0)
    let rows = listing.count == total ? "\(total)" : "\(listing.count)/\(total)"
    return "\(rows) \(isComparison ? "change" : "row")\(total == 1 ? "" : "s")"
  }

  /// What `i` can do about a key that is none; it takes one column.
  private var otherKey: String {
    let columns = source.identity.alternatives(of: shown.schema).lazy.compactMap(\.columns)
    return columns.first { $0.count == 1 }.map { "try i on \(names(of: $0))" } ?? "choose another key with i"
  }

  private func names(of columns: [Int]) -> String {
    columns.map(shown.table.name).joined(separator: ", ")
  }

  private var key: String? {
    switch shown.key {
    case nil: nil
    case .columns(let columns)?: "key \(names(of: columns))"
    case .path?: "key " + shown.table.title(of: shown.key ?? .line)
    case .line?: "key line"
    case .place?: "no key"
    }
  }

  /// What goes on in a picker, which esc leaves all the same; a list shows it as work that esc stops.
  private var work: String? {
    if let percent = newest.progress?.percent { return "reading \(percent) %" }
    return isWorking ? "arranging" : nil
  }

  /// Why the rows are older than they might be.
  private var problem: String? {
    if shown.problem == .nothing { return isCommand ? "printed nothing" : "empty" }
    return shown.problem?.text(shown.diagnostics)
  }

  /// What stands where no rows do.
  var background: ListContentConfiguration {
    if isComparison, listing.run.table.rowCount == 0 {
      return ListContentConfiguration(text: "No differences")
    }
    if !listing.arrangement.query.isEmpty {
      return ListContentConfiguration(text: "No row matches", secondaryText: "esc clears the query")
    }
    if listing.arrangement.showsOnlyChanged {
      return ListContentConfiguration(text: "No row changed", secondaryText: "d shows all rows again")
    }
    let text = problem ?? (shown.isComplete ? "No rows" : "reading")
    let isCheckedAgain = source.isLive && shown.isComplete
    let waiting =
      isCheckedAgain ? isCommand ? "refreshing every \(source.reading.interval) s" : "watching the file" : nil
    return ListContentConfiguration(
      text: text, secondaryText: waiting)
  }
}
