import LibC
package import ListData

/// Makes tables and runs of bytes; nothing else does.
///
/// ```text
///  bytes ─▶ the pinned shape, fitted, or a new one ─▶ TextTable ─▶ RowIdentity ─▶ Run: number, problem
///                                                    chosen: other options, for the screen only ─▶ Run
/// ```
///
/// The shape of the first run is pinned: later runs are read by it. The last good rows are kept for a run that
/// fails. A copy has no effect on later runs of the original; both share the ``RowIdentity``.
package struct RunReader: Sendable {
  /// The result of reading a source once.
  package struct Reading: Sendable {
    package var bytes: TextBytes
    /// Whether there were more bytes than the store holds.
    package var isCut = false
    /// Whether the user stopped reading.
    package var isRestUnread = false
    package var diagnostics: [UInt8] = []
    /// How the command ended; nil if the source is not a command.
    package var end: CommandEnd?
    /// When the file was changed; nil if the source is no file.
    package var fileTime: WallTime?

    /// The facts about its run that do not depend on its rows.
    package var facts: Run.Facts {
      var problem: Run.Problem?
      if let end, !end.isSuccess, !isCut { problem = .failed(end) }
      return Run.Facts(
        problem: problem, notes: isCut ? [.cut] : isRestUnread ? [.left] : [], diagnostics: diagnostics,
        end: end,
        fileTime: fileTime)
    }

    package init(
      bytes: TextBytes, isCut: Bool = false, isRestUnread: Bool = false, diagnostics: [UInt8] = [],
      end: CommandEnd? = nil
    ) {
      (self.bytes, self.isCut, self.isRestUnread, self.diagnostics, self.end) = (
        bytes, isCut, isRestUnread, diagnostics, end
      )
    }
  }

  /// What became of the runs that were parts of the bytes of a run.
  package enum Parts: Sendable {
    case kept
    /// The run replaces them.
    case replaced
  }

  /// A part of a run.
  private struct Arrived {
    /// The shape as it was found; that of the table may have got more columns.
    var shape: TableShape
    var table: TextTable
    /// Whether enough has arrived to be sure of the shape.
    var isSettled: Bool
    /// Whether it does not fit the shape of earlier runs.
    var isMisfit: Bool
  }

  package var options: ReaderOptions
  package let identity: RowIdentity
  /// Whether rows are only ever appended, so that a row's position identifies it.
  private var isFollowing: Bool
  /// The shape by which later runs are read: that of the last good run with columns, or else of the first
  /// good run.
  private var pinned: TableShape?
  /// The part of the current run that has arrived; nil before its first bytes.
  private var arrived: Arrived?
  /// The rows of the last good run, and the time at which they were read.
  private var good: (table: TextTable, time: WallTime)?
  private var number = 0
  /// How the user wants runs to be read; nil if as the source reads them.
  private var choice: Choice?
  /// A number that distinguishes the choice from earlier ones.
  package private(set) var choiceNumber = 0

  package init(options: ReaderOptions, identity: RowIdentity, isFollowing: Bool = false) {
    self.options = options
    self.identity = identity
    self.isFollowing = isFollowing
  }

  /// Begins a series: the bytes so far are its first run, and each run has rows of its own.
  package mutating func beginSeries() {
    isFollowing = false
    startOver()
  }

  /// Forgets the part of the current run that has arrived.
  package mutating func startOver() { arrived = nil }

  /// Begins the run after those of another reader, which read parts of the same bytes.
  package mutating func takeNumber(of other: RunReader) { number = other.number }

  /// Whether the bytes have rows that fit the shape of earlier runs.
  package func fits(_ bytes: TextBytes) -> Bool {
    guard !bytes.isBlank else { return false }
    guard let pinned else { return true }
    return pinned.fitted(to: bytes).map { TextTable(bytes, shape: $0).rowCount > 0 } ?? false
  }

  /// Returns the run so far from a source that still delivers bytes.
  ///
  /// - Parameters:
  ///   - bytes: All bytes so far, including the earlier ones.
  ///   - time: When the last of them arrived.
  package mutating func grow(
    to bytes: TextBytes, progress: Run.Progress, at time: WallTime
  ) throws -> Run {
    let part = extend(to: bytes, isComplete: false)
    let table = part.table
    arrived = part
    if isFollowing, part.isSettled { try identity.start(with: table) }
    return Run(
      number: number + 1, time: time, table: table, identifiers: .positions(table.rowCount),
      facts: Run.Facts(key: identity.key, schema: identity.schema, progress: progress))
  }

  /// Returns the complete run.
  ///
  /// - Parameter parts: What became of the runs that were parts of the bytes; nil if there were none. Their
  ///   columns may be others, and their key is not that of the run that replaces them.
  package mutating func finish(
    _ reading: Reading, after parts: Parts? = nil, at time: WallTime
  ) throws -> Run {
    number += 1
    // Plain lines although an earlier run had columns.
    var hasOtherColumns = parts != nil || good?.table.shape.format == .lines && pinned?.format != .lines
    var facts = reading.facts
    var problem = facts.problem
    if problem == nil, reading.bytes.isBlank { problem = .nothing }
    let former = good
    var table = former?.table
    if problem == nil || table == nil {
      let new = extend(to: reading.bytes, isComplete: !reading.isRestUnread)
      problem = problem ?? message(new).map { .message($0) }
      if problem == nil || table == nil {
        table = new.table
        if new.isMisfit { facts.notes.insert(.misfit) }
        if problem == nil { keep(new, at: time) }
      }
      hasOtherColumns = hasOtherColumns || new.isMisfit
    }
    arrived = nil
    guard let table else { fatalError("a run has rows, if none") }
    if problem == nil {
      try hasOtherColumns ? identity.restart(with: table) : identity.start(with: table)
      if parts == .replaced { identity.guessAgain(for: table) }
    }
    (facts.key, facts.schema, facts.problem) = (identity.key, identity.schema, problem)
    facts.rowsTime = problem == nil ? nil : former?.time
    return Run(
      number: number, time: time, table: table,
      identifiers: isFollowing ? .positions(table.rowCount) : identity.identifiers(of: table), facts: facts)
  }

  /// Keeps the last good run. A short message in place of a table does not change how later runs are read.
  private mutating func keep(_ run: Arrived, at time: WallTime) {
    good = (run.table, time)
    if pinned == nil || run.shape.format != .lines { pinned = run.shape }
  }

  /// Returns the text of a run that is a message in place of a table: one or two lines without columns.
  private func message(_ new: Arrived) -> String? {
    guard new.isMisfit, let good, good.table.shape.format != .lines, new.table.shape.format == .lines,
      (1...2).contains(new.table.rowCount)
    else { return nil }
    return new.table.text(0, 0)
  }

  /// Returns the last good rows again, for a source that could not be read.
  package mutating func repeatGood(_ problem: Run.Problem, at time: WallTime) -> Run {
    number += 1
    let table = good?.table ?? Self.table(TextBytes([]), options)
    return Run(
      number: number, time: time, table: table, identifiers: identity.identifiers(of: table),
      facts: Run.Facts(
        key: identity.key, schema: identity.schema, problem: problem, rowsTime: good?.time))
  }

  /// Returns the table of the part of the current run that has arrived.
  private mutating func extend(to bytes: TextBytes, isComplete: Bool) -> Arrived {
    // The table is not copied.
    var part = arrived.take()
    // A shape that was found from few bytes may be wrong.
    if part?.isSettled != true {
      let isSettled = bytes.count > Run.sample
      let (shape, isMisfit) = shape(of: isComplete || isSettled ? bytes : bytes.wholeLines)
      guard part?.shape == shape else {
        let table = TextTable(bytes, shape: shape, isComplete: isComplete)
        return Arrived(shape: shape, table: table, isSettled: isSettled, isMisfit: isMisfit)
      }
      part?.isSettled = isSettled
      part?.isMisfit = isMisfit
    }
    part?.table.extend(to: bytes, isComplete: isComplete)
    guard let part else { fatalError("a part has a shape") }
    return part
  }

  /// Returns the shape of bytes: that of earlier runs, fitted to these bytes, or a new one if they do not
  /// fit.
  private func shape(of bytes: TextBytes) -> (shape: TableShape, isMisfit: Bool) {
    var other: TableShape?
    var isMisfit = false
    if let pinned, pinned.unmetOption == nil {
      // One or two lines before the first table do not decide how later runs are read.
      if pinned.format == .lines, options.format == nil, good.map({ $0.table.rowCount < 3 }) ?? false {
        other = TableReader.shape(of: bytes, options: options)
      }
      if other.map({ $0.format == .lines }) ?? true, let fitted = pinned.fitted(to: bytes) {
        return (fitted, false)
      }
      isMisfit = true
    }
    let found = other ?? TableReader.shape(of: bytes, options: options)
    if let pinned, pinned.unmetOption != nil { isMisfit = found.format != pinned.format }
    guard found.format == .binary else { return (found, isMisfit) }
    // Binary data are shown and printed as lines.
    var lines = options
    lines.format = .lines
    return (TableReader.shape(of: bytes, options: lines), isMisfit)
  }
}

// MARK: - Rows that are read in pieces

extension RunReader {
  /// Returns the rows of a piece of a stream, below the head of the stream.
  package static func piece(_ bytes: TextBytes, by shape: TableShape, isComplete: Bool) -> TextTable {
    TextTable(bytes, shape: shape, isComplete: isComplete)
  }

  /// Returns the next run, whose rows are those of pieces.
  package mutating func run(of table: TextTable, at time: WallTime, _ facts: Run.Facts) -> Run {
    number += 1
    var facts = facts
    (facts.key, facts.schema) = (identity.key, identity.schema)
    return Run(
      number: number, time: time, table: table, identifiers: identity.identifiers(of: table), facts: facts)
  }
}

// MARK: - Tables that are no runs

extension RunReader {
  /// Returns the table of a text of its own.
  package static func table(_ bytes: TextBytes, _ options: ReaderOptions = ReaderOptions()) -> TextTable {
    TextTable(bytes, shape: TableReader.shape(of: bytes, options: options))
  }

  /// Returns the table of a text that was a part of another table or run, and was converted with it.
  package static func table(
    _ bytes: TextBytes, by shape: TableShape, isComplete: Bool = true
  ) -> TextTable {
    TextTable(bytes, shape: shape.ofConvertedText, isComplete: isComplete)
  }

  /// Returns the columns of a text of which the beginning is known.
  package static func columns(ofBeginning bytes: TextBytes, _ options: ReaderOptions) -> [Column] {
    var reader = RunReader(options: options, identity: RowIdentity(choice: KeyOption.none))
    return reader.extend(to: bytes, isComplete: true).table.columns
  }

  /// Returns the tables of two files. Both have the same shape if possible, because a row of one file may hide
  /// what the two have in common.
  package static func both(
    _ old: TextBytes, _ new: TextBytes, _ options: ReaderOptions
  ) -> (old: TextTable, new: TextTable) {
    let tables = (old: table(old, options), new: table(new, options))
    let (oldShape, newShape) = (tables.old.shape, tables.new.shape)
    // A file without rows does not show what shape they would have.
    if tables.new.rowCount == 0 { return (tables.old, TextTable(new, shape: oldShape)) }
    if tables.old.rowCount == 0 { return (TextTable(old, shape: newShape), tables.new) }
    let isRenamed = oldShape.headerLine != nil && newShape.headerLine != nil && oldShape.head != newShape.head
    guard !isRenamed else { return tables }
    if oldShape.headerLine != nil, let fitted = oldShape.fitted(to: new) {
      return (tables.old, TextTable(new, shape: fitted))
    }
    if newShape.headerLine != nil, let fitted = newShape.fitted(to: old) {
      return (TextTable(old, shape: fitted), tables.new)
    }
    return tables
  }
}

extension TableShape {
  /// The names of the columns as one line, independent of how its words were combined into names.
  fileprivate var head: String { columns.map { $0.name ?? "" }.joined(separator: " ") }
}

// MARK: - Options that the user chose

extension RunReader {
  /// Options that the user chose: another of several tables, or members of JSON as columns.
  private struct Choice: Sendable {
    let options: ReaderOptions
    /// The shape with which the last run was read, and its schema.
    var shape: TableShape?
    var schema: Int?
    /// The rows of a run that is still arriving, and the shape with which the source reads them.
    var growing: (number: Int, sourceShape: TableShape, table: TextTable)?

    mutating func shape(of bytes: TextBytes) -> TableShape {
      if let fitted = shape?.fitted(to: bytes) { return fitted }
      let found = TableReader.shape(of: bytes, options: options)
      (shape, schema) = (found, nil)
      return found
    }
  }

  /// The chosen options; nil if runs are shown as the source reads them.
  package var chosenOptions: ReaderOptions? { choice?.options }

  /// Chooses other options from now on; nil for those of the source.
  package mutating func choose(_ options: ReaderOptions?) {
    choice = options.map { Choice(options: $0) }
    choiceNumber += 1
  }

  /// Returns a run of the source, or of an earlier choice, read with the chosen options. The source, its history
  /// and the awaited condition do not change. Later runs are read with the shape of the first one, and have its
  /// schema.
  ///
  /// - Complexity: O(*n*) in the bytes of the run, or in those that have arrived since the last call.
  package mutating func chosen(_ run: Run) -> Run {
    guard var choice else { return run }
    defer { self.choice = choice }
    var table: TextTable
    if let growing = choice.growing, growing.number == run.number, growing.sourceShape == run.table.shape,
      growing.table.bytes.count <= run.table.bytes.count
    {
      table = run.table.reading(as: growing.table.shape, extending: growing.table)
    } else {
      table = run.table.reading(as: choice.shape(of: run.table.bytes))
    }
    choice.growing = run.isComplete ? nil : (run.number, run.table.shape, table)
    var read = run
    read.table = table
    // As long as the source has no key, it has no schema either.
    guard run.key != nil else {
      read.identifiers = .positions(table.rowCount)
      return read
    }
    let schema = choice.schema ?? identity.schema(of: table)
    choice.schema = schema
    read.schema = schema
    read.key = identity.key(of: schema)
    read.identifiers =
      isFollowing || !run.isComplete
      ? .positions(table.rowCount) : identity.identifiers(of: table, in: schema)
    return read
  }

  /// Reads a run off the main actor.
  @concurrent
  package func reading(_ run: Run) async -> (run: Run, reader: RunReader) {
    var reader = self
    let run = reader.chosen(run)
    return (run, reader)
  }
}

extension TextBytes {
  /// The bytes up to the end of the last line that ends in a newline.
  package var wholeLines: TextBytes {
    prefix((0..<count).last { self[$0] == 0x0A }.map { $0 + 1 } ?? 0)
  }

  /// Whether another text has the same bytes.
  package func isSame(as other: TextBytes) -> Bool { count == other.count && isBeginning(of: other) }

  /// Whether another text begins with these bytes.
  package func isBeginning(of other: TextBytes) -> Bool {
    count <= other.count && (count == 0 || memcmp(base, other.base, count) == 0)
  }

  /// Whether there is nothing but white space.
  package var isBlank: Bool {
    (0..<count).allSatisfy { self[$0] == 0x20 || (0x09...0x0D).contains(self[$0]) }
  }
}
