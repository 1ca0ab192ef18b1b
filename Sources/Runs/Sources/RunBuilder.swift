import LibC
package import ListData
package import Rows

/// Turns bytes into runs. Finds the shape of the table once, keeps it for later runs, and keeps the last good
/// rows.
package struct RunBuilder: Sendable {
  /// The result of reading a source once.
  package struct Reading: Sendable {
    package var bytes: TextBytes
    /// Whether there were more bytes than the store holds.
    package var isCut = false
    /// Whether the user stopped reading.
    var isLeft = false
    package var diagnostics: [UInt8] = []
    /// How the command ended; nil if the source is not a command.
    package var end: CommandEnd?

    package init(
      bytes: TextBytes, isCut: Bool = false, isLeft: Bool = false, diagnostics: [UInt8] = [],
      end: CommandEnd? = nil
    ) {
      (self.bytes, self.isCut, self.isLeft, self.diagnostics, self.end) = (
        bytes, isCut, isLeft, diagnostics, end
      )
    }
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

  private let options: ReaderOptions
  private let identity: RowIdentity
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

  package init(options: ReaderOptions, identity: RowIdentity, isFollowing: Bool = false) {
    self.options = options
    self.identity = identity
    self.isFollowing = isFollowing
  }

  /// Begins a series: the bytes so far are its first run, and each run has rows of its own.
  mutating func beginSeries() {
    isFollowing = false
    startOver()
  }

  /// Forgets the part of the current run that has arrived.
  mutating func startOver() { arrived = nil }

  /// Begins the run after those of another builder, which read parts of the same bytes.
  mutating func goOn(after other: RunBuilder) { number = other.number }

  /// Whether the bytes have rows that fit the shape of earlier runs.
  func fits(_ bytes: TextBytes) -> Bool {
    guard !bytes.isBlank else { return false }
    guard let pinned else { return true }
    return pinned.fitted(to: bytes).map { TextTable(bytes, shape: $0).rowCount > 0 } ?? false
  }

  /// Returns the run so far from a source that still delivers bytes.
  ///
  /// - Parameter bytes: All bytes so far, including the earlier ones.
  package mutating func grow(to bytes: TextBytes, progress: Run.Progress) throws -> Run {
    let part = extend(to: bytes, isComplete: false)
    let table = part.table
    arrived = part
    if isFollowing, part.isSettled { try identity.start(with: table) }
    return Run(
      number: number + 1, time: .now, table: table, identifiers: .places(table.rowCount),
      facts: Run.Facts(key: identity.key, schema: identity.schema, progress: progress))
  }

  package mutating func finish(_ reading: Reading) throws -> Run { try finish(reading, after: nil) }

  /// Returns the complete run.
  ///
  /// - Parameter parts: What became of the runs that were parts of the bytes; nil if there were none. Their
  ///   columns may be others, and their key is not that of the run that replaces them.
  mutating func finish(_ reading: Reading, after parts: RunSeries.Ending?) throws -> Run {
    number += 1
    // Plain lines although an earlier run had columns.
    var hasOtherColumns = parts != nil || good?.table.shape.format == .lines && pinned?.format != .lines
    var notes: Set<Run.Note> = reading.isCut ? [.cut] : reading.isLeft ? [.left] : []
    var problem: Run.Problem?
    if let end = reading.end, !end.isSuccess, !reading.isCut { problem = .failed(end) }
    if problem == nil, reading.bytes.isBlank { problem = .nothing }
    let former = good
    var table = former?.table
    if problem == nil || table == nil {
      let new = extend(to: reading.bytes, isComplete: !reading.isLeft)
      problem = problem ?? message(new).map { .message($0) }
      if problem == nil || table == nil {
        table = new.table
        if new.isMisfit { notes.insert(.misfit) }
        if problem == nil { keep(new) }
      }
      hasOtherColumns = hasOtherColumns || new.isMisfit
    }
    arrived = nil
    guard let table else { fatalError("a run has rows, if none") }
    if problem == nil {
      try hasOtherColumns ? identity.restart(with: table) : identity.start(with: table)
      if parts == .whole { identity.guessAgain(for: table) }
    }
    return Run(
      number: number, time: .now, table: table,
      identifiers: isFollowing ? .places(table.rowCount) : identity.identifiers(of: table),
      facts: Run.Facts(
        key: identity.key, schema: identity.schema, problem: problem,
        rowsTime: problem == nil ? nil : former?.time, notes: notes, diagnostics: reading.diagnostics,
        end: reading.end))
  }

  /// Keeps the last good run. A short message in place of a table does not change how later runs are read.
  private mutating func keep(_ run: Arrived) {
    good = (run.table, .now)
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
  mutating func repeatGood(_ problem: Run.Problem) -> Run {
    number += 1
    let table =
      good?.table ?? TextTable(TextBytes([]), shape: TableReader.shape(of: TextBytes([]), options: options))
    return Run(
      number: number, time: .now, table: table, identifiers: identity.identifiers(of: table),
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

extension TextBytes {
  /// The bytes up to the end of the last line that ends in a newline.
  var wholeLines: TextBytes {
    prefix((0..<count).last { self[$0] == 0x0A }.map { $0 + 1 } ?? 0)
  }

  /// Whether another text has the same bytes.
  package func isSame(as other: TextBytes) -> Bool { count == other.count && isBeginning(of: other) }

  /// Whether another text begins with these bytes.
  func isBeginning(of other: TextBytes) -> Bool {
    count <= other.count && (count == 0 || memcmp(base, other.base, count) == 0)
  }

  /// Whether there is nothing but white space.
  var isBlank: Bool {
    (0..<count).allSatisfy { self[$0] == 0x20 || (0x09...0x0D).contains(self[$0]) }
  }
}
