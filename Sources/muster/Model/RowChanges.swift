import ListData

/// Which rows came, went and changed with a run.
struct RowChanges: Sendable {
  let time: WallTime
  let tables: ComparedTables
  /// In the order of the rows; rows that only moved are not among them.
  let changes: [ListedChange]

  init(from old: Run, to new: Run) {
    time = new.time
    tables = ComparedTables(from: old, to: new)
    changes = ChangeList(of: tables).changes.filter { $0.mark != .moved }
  }

  /// Some rows of a run that are new, the last of a list that grows.
  init(new rows: Range<Int>, of run: Run) {
    time = run.time
    tables = ComparedTables(from: run, to: run)
    changes = rows.map { ListedChange(mark: .added, row: $0) }
  }
}

/// Finds what changed from run to run, as they pass.
///
/// Of what is read again, the rows of the first run are the beginning, and none of them is new. Of a stream every row is new
/// when it comes.
struct RowChangeReader: Sendable {
  private let isStream: Bool
  private var last: Run?
  /// How far rows of a run that is growing were reported.
  private var reported = (number: 0, end: 0)

  /// - Parameter isStream: whether rows come one by one.
  init(isStream: Bool) { self.isStream = isStream }

  /// What is different in a run; nil where there is nothing to compare with.
  mutating func changes(to run: Run) -> RowChanges? {
    // Rows that are kept because nothing better came say nothing.
    guard run.problem == nil, run.series != .open else { return nil }
    guard run.isComplete else { return isStream ? growth(of: run) : nil }
    defer { last = run }
    guard let last else { return isStream ? growth(of: run) : nil }
    guard Comparison.isPossible(from: last, to: run) else { return nil }
    return RowChanges(from: last, to: run)
  }

  /// The rows behind those that were reported.
  private mutating func growth(of run: Run) -> RowChanges? {
    let table = run.table
    guard table.rowCount > 0 else { return nil }
    let first = reported.number == run.number ? table.firstRow(from: reported.end) : 0
    reported = (run.number, table.line(table.rowCount - 1).upperBound)
    return first < table.rowCount ? RowChanges(new: first..<table.rowCount, of: run) : nil
  }
}

/// What commands are told of a change.
extension RowChanges {
  /// Whether a change is one that a hook waits for.
  func concerns(_ event: RowEvent, _ change: ListedChange) -> Bool {
    switch (event, change.mark) {
    case (.new, .added), (.gone, .removed): return true
    case (.changed(let columns), .changed):
      let names = ColumnNames(tables.new.columns.map(\.name))
      return columns.contains { column in
        (try? column.index(in: names)).map(change.columns.contains) ?? false
      }
    default: return false
    }
  }

  /// The words of a hook's command.
  func words(of hook: RowHook, _ change: ListedChange) throws(RowHook.Refusal) -> [[UInt8]] {
    // Members of JSON that it names are columns too.
    let members = hook.command.template.names
    let (old, new) = (tables.old.opening(membersNamed: members), tables.new.opening(membersNamed: members))
    let names = ColumnNames((change.row == nil ? old : new).columns.map(\.name))
    return try hook.words(names: names) { column, isOld in
      let (row, table) = isOld || change.row == nil ? (change.oldRow, old) : (change.row, new)
      guard let row, column < table.columns.count else { return [] }
      return table.withCell(row, column) { Array($0) }
    }
  }

  /// What the environment of a command says of a change.
  ///
  /// - Parameter limit: how many bytes of a value are handed on.
  func variables(_ change: ListedChange, limit: Int) -> [String: String] {
    var variables: [String: String] = [:]
    func add(_ name: String, _ bytes: some Sequence<UInt8>) {
      // No variable has a NUL.
      variables[name] = String(decoding: bytes.prefix(limit).prefix { $0 != 0 }, as: UTF8.self)
    }
    func addCells(_ row: Int, _ table: TextTable, _ suffix: String) {
      for (column, name) in ColumnNames(table.columns.map(\.name)).names.enumerated() {
        let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        table.withCell(row, column) { add("ROW_\(String(letters))\(suffix)", $0) }
      }
    }
    let event = [.added: "new", .removed: "gone", .changed: "changed"][change.mark] ?? ""
    variables = ["MUSTER_EVENT": event, "MUSTER_TIME": time.rfc3339]
    if let row = change.oldRow {
      addCells(row, tables.old, "_old")
      if change.row == nil { addCells(row, tables.old, "") }
      add("MUSTER_KEY", tables.old.keyText(of: row, by: tables.oldKey).utf8)
    }
    if let row = change.row {
      addCells(row, tables.new, "")
      add("MUSTER_KEY", tables.new.keyText(of: row, by: tables.key).utf8)
    }
    return variables
  }
}

/// Rows that came or changed a while ago and are still marked: as long as `--keep` says.
struct RowMarks: Hashable, Sendable {
  struct Mark: Hashable, Sendable {
    /// Whether the row came; else it changed.
    var isNew: Bool
    /// The columns in which it changed.
    var columns: Set<Int>
    /// When the mark ends, in seconds as ``WallTime`` has them.
    var end: Double
  }

  private let life: Double
  private var marks: [Int: Mark] = [:]

  /// - Parameter keep: how long a mark lives.
  init(keep: KeepOption) { life = keep.seconds }

  /// Marks what a run has that the one before had not. A row that changes again while it is marked is marked for both.
  ///
  /// - Complexity: O(rows that changed or are marked).
  mutating func note(_ comparison: Comparison, at time: WallTime) {
    let now = time.seconds
    marks = marks.filter { $0.value.end > now }
    guard !comparison.replacesNearlyAll else { return }
    for identifier in comparison.added {
      marks[identifier] = Mark(isNew: true, columns: [], end: now + life)
    }
    for identifier in comparison.loud {
      var mark = marks[identifier] ?? Mark(isNew: false, columns: [], end: 0)
      mark.columns.formUnion(comparison.columns(of: identifier))
      mark.end = now + life
      marks[identifier] = mark
    }
  }

  /// The mark of a row; nil where it has none.
  func mark(of identifier: Int, at now: Double) -> Mark? {
    marks[identifier].flatMap { $0.end > now ? $0 : nil }
  }

  /// When the next mark ends; nil where none does.
  func nextEnd(after now: Double) -> Double? {
    marks.values.lazy.map(\.end).filter { $0 > now && $0.isFinite }.min()
  }

  /// Takes all marks away.
  mutating func removeAll() { marks = [:] }
}
