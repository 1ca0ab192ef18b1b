import ListData

/// The rows that a run adds, removes and changes.
package struct RowChanges: Sendable {
  package let time: WallTime
  package let tables: ComparedTables
  /// The changes, in the order of the rows, without rows that only moved.
  package let changes: [ListedChange]

  package init(from old: Run, to new: Run) {
    time = new.time
    tables = ComparedTables(from: old, to: new)
    // Rows beyond the end of a truncated run are neither removed nor new.
    changes = ChangeList(of: tables).changes.filter { change in
      switch change.kind {
      case .moved, .unchanged: false
      case .added: !old.isPart
      case .removed: !new.isPart
      case .changed: true
      }
    }
  }

  /// Creates changes that add some rows of a run, the last ones of a growing list.
  package init(new rows: Range<Int>, of run: Run) {
    time = run.time
    tables = ComparedTables(from: run, to: run)
    changes = rows.map { ListedChange(kind: .added, row: $0) }
  }
}

/// Finds the changes from run to run, as runs arrive.
///
/// If the input is read repeatedly, the rows of the first run are not new. In a stream, every row is new when
/// it arrives.
package struct RowChangeReader: Sendable {
  private let isStream: Bool
  private var last: Run?
  /// The last run whose rows were reported while it grew, and the byte offset up to which they were.
  private var reported = (number: 0, end: 0)

  /// - Parameter isStream: whether rows arrive one by one.
  package init(isStream: Bool) { self.isStream = isStream }

  /// Returns the changes in a run; nil if there is nothing to compare it with.
  package mutating func changes(to run: Run) -> RowChanges? {
    // Rows that a run repeats because of a problem are not changes.
    guard run.problem == nil, run.series != .open else { return nil }
    guard run.isComplete else { return isStream ? growth(of: run) : nil }
    defer { last = run }
    guard let last else { return isStream ? growth(of: run) : nil }
    guard Comparison.isPossible(from: last, to: run) else { return nil }
    return RowChanges(from: last, to: run)
  }

  /// Returns the rows after those that were reported.
  private mutating func growth(of run: Run) -> RowChanges? {
    let table = run.table
    guard table.rowCount > 0 else { return nil }
    let first = reported.number == run.number ? table.firstRow(from: reported.end) : 0
    reported = (run.number, table.line(table.rowCount - 1).upperBound)
    return first < table.rowCount ? RowChanges(new: first..<table.rowCount, of: run) : nil
  }
}

/// The data of a change for commands.
extension RowChanges {
  /// Whether a change matches the event of a hook.
  package func concerns(_ event: RowEvent, _ change: ListedChange) -> Bool {
    switch (event, change.kind) {
    case (.new, .added), (.gone, .removed): return true
    case (.changed(let columns), .changed):
      return columns.contains { column in
        tables.names.index(of: column.text).map(change.columns.contains) ?? false
      }
    default: return false
    }
  }

  /// The words of a hook's command for the changes of a run.
  package struct HookWords {
    private typealias Template = Result<ExecTemplate.Inserting, Refusal>

    private let hook: RowHook
    /// The members of JSON that the command names are columns too.
    private let tables: ComparedTables
    /// Only one of the tables may have the columns.
    private let (new, old): (Template, Template)

    /// - Complexity: O(*n*) in the bytes of the tables if the command names members of JSON.
    package init(of hook: RowHook, _ changes: RowChanges) {
      let tables = changes.tables.opening(membersNamed: hook.command.template.memberNames)
      func inserting(_ names: ColumnNames) -> Template {
        Template { () throws(Refusal) in try hook.inserting(names) }
      }
      (self.hook, self.tables) = (hook, tables)
      new = inserting(tables.names)
      old = tables.oldNames == tables.names ? new : inserting(tables.oldNames)
    }

    /// Returns the words and the variables for a change.
    package func words(of change: ListedChange) throws(Refusal) -> (words: [[UInt8]], variables: RowVariables)
    {
      let (table, row) = change.row.map { (tables.new, $0) } ?? (tables.old, change.oldRow ?? 0)
      let line = Array(table.bytes[table.line(row)])
      let template = try (change.row == nil ? old : new).get()
      return try hook.words(template, line: line) { column, isOld in
        let (row, table) = isOld || change.row == nil ? (change.oldRow, tables.old) : (change.row, tables.new)
        guard let row, column < table.columns.count else { return [] }
        return table.withCell(row, column) { Array($0) }
      }
    }
  }

  /// Returns the environment variables that describe a change to a command.
  package func variables(_ change: ListedChange) -> [String: [UInt8]] {
    let event = [.added: "new", .removed: "gone", .changed: "changed"][change.kind] ?? ""
    let key =
      change.row.map { tables.new.keyText(of: $0, by: tables.key) }
      ?? change.oldRow.map { tables.old.keyText(of: $0, by: tables.oldKey) } ?? ""
    let texts = ["MUSTER_EVENT": event, "MUSTER_TIME": time.rfc3339, "MUSTER_KEY": key]
    // A variable cannot contain NUL.
    return texts.mapValues { Array($0.utf8.prefix { $0 != 0 }.prefix(RowVariables.longest)) }
  }
}

/// Marks of rows that were added or changed recently; a mark lasts as long as `--keep` says.
package struct RowMarks: Hashable, Sendable {
  package struct Mark: Hashable, Sendable {
    /// Whether the row was added; otherwise it changed.
    package var isNew: Bool
    package var columns: Set<Int>
    /// The time at which the mark ends, on the scale of ``WallTime/seconds``.
    package var end: Double
  }

  private let life: Double
  private var marks: [Int: Mark] = [:]

  /// - Parameter keep: how long a mark lasts.
  package init(keep: KeepOption) { life = keep.seconds }

  /// Marks the rows that a run adds and changes. A row that changes again while it is marked keeps its mark
  /// too.
  ///
  /// - Complexity: O(rows that changed or are marked).
  package mutating func note(_ comparison: Comparison, at time: WallTime) {
    let now = time.seconds
    marks = marks.filter { $0.value.end > now }
    guard !comparison.replacesNearlyAll else { return }
    for identifier in comparison.added {
      marks[identifier] = Mark(isNew: true, columns: [], end: now + life)
    }
    for identifier in comparison.marked {
      var mark = marks[identifier] ?? Mark(isNew: false, columns: [], end: 0)
      mark.columns.formUnion(comparison.columns(of: identifier))
      mark.end = now + life
      marks[identifier] = mark
    }
  }

  /// Returns the mark of a row; nil if it has none.
  package func mark(of identifier: Int, at now: Double) -> Mark? {
    marks[identifier].flatMap { $0.end > now ? $0 : nil }
  }

  /// Returns the time at which the next mark ends; nil if none does.
  package func nextEnd(after now: Double) -> Double? {
    marks.values.lazy.map(\.end).filter { $0 > now && $0.isFinite }.min()
  }

  package mutating func removeAll() { marks = [:] }
}

/// How long a changed row stays marked: a span of time, or `always`.
package struct KeepOption: Hashable, Sendable {
  package let seconds: Double

  package init?(argument: String) {
    if argument == "always" {
      seconds = .infinity
    } else {
      guard let limit = TimeLimit(argument: argument) else { return nil }
      seconds = limit.seconds
    }
  }
}
