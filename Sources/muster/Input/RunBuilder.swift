import ListData

/// Makes runs of what arrives: finds the shape once, keeps it, and keeps the last good rows.
struct RunBuilder: Sendable {
  /// What one reading came to.
  struct Reading: Sendable {
    var bytes: TextBytes
    /// Whether there was more than is kept.
    var isCut = false
    /// Whether the user wanted no more.
    var isLeft = false
    var diagnostics: [UInt8] = []
    /// How a command ended; nil for what is no command.
    var end: CommandEnd?
  }

  /// How many bytes the shape is found from; by fewer it may be found to be another one.
  static let sample = 64 * 1024

  private let options: ReaderOptions
  private let identity: RowIdentity
  /// Whether rows are only ever added, so that a row's place identifies it.
  private var isFollowing: Bool
  /// How the last good run was read, by which the next are read too: that which had columns, if there was one.
  private var pinned: TableShape?
  /// How this run is read, as far as that is known.
  private var shape: TableShape?
  /// Whether enough has arrived of this run to know that.
  private var isSettled = false
  /// Whether it is no such table as the one before.
  private var isMisfit = false
  private var growing: TextTable?
  private var good: TextTable?
  private var goodTime: WallTime?
  /// Whether the last good run was lines, where the one before had columns.
  private var isGoodRunMisfit: Bool { good?.shape.format == .lines && pinned?.format != .lines }
  private var number = 0

  init(options: ReaderOptions, identity: RowIdentity, isFollowing: Bool = false) {
    self.options = options
    self.identity = identity
    self.isFollowing = isFollowing
  }

  /// What has arrived is the first of several runs, each with rows of its own.
  mutating func beginSeries() {
    isFollowing = false
    (growing, shape, isSettled) = (nil, nil, false)
  }

  /// Whether bytes have rows that can be read as those of the run before.
  func fits(_ bytes: TextBytes) -> Bool {
    guard !bytes.isBlank else { return false }
    guard let pinned else { return true }
    return pinned.fitted(to: bytes).map { TextTable(bytes, shape: $0).rowCount > 0 } ?? false
  }

  /// What has arrived so far of something that goes on.
  ///
  /// - Parameter bytes: All of it, which begins with what was there before.
  mutating func grow(to bytes: TextBytes, progress: Run.Progress) throws -> Run {
    let table = extend(to: bytes, isComplete: false)
    if isFollowing, isSettled { try identity.start(with: table) }
    return Run(
      number: number + 1, time: .now, table: table, identifiers: .places(table.rowCount),
      facts: Run.Facts(key: identity.key, schema: identity.schema, progress: progress))
  }

  /// All of it.
  mutating func finish(_ reading: Reading) throws -> Run {
    number += 1
    let wasMisfit = isGoodRunMisfit
    var notes: Set<Run.Note> = reading.isCut ? [.cut] : reading.isLeft ? [.left] : []
    var problem: Run.Problem?
    if let end = reading.end, !end.isSuccess, !reading.isCut { problem = .failed(end) }
    if problem == nil, reading.bytes.isBlank { problem = .nothing }
    var table = good
    if problem == nil || table == nil {
      let new = extend(to: reading.bytes, isComplete: !reading.isLeft)
      problem = problem ?? message(new).map { .message($0) }
      if problem == nil || table == nil {
        table = new
        if isMisfit { notes.insert(.misfit) }
        if problem == nil { keep(new) }
      }
    }
    (growing, isSettled) = (nil, false)
    guard let table else { fatalError("a run has rows, if none") }
    if problem == nil {
      try isMisfit || wasMisfit ? identity.restart(with: table) : identity.start(with: table)
    }
    return Run(
      number: number, time: .now, table: table,
      identifiers: isFollowing ? .places(table.rowCount) : identity.identifiers(of: table),
      facts: Run.Facts(
        key: identity.key, schema: identity.schema, problem: problem,
        rowsTime: problem == nil ? nil : goodTime, notes: notes, diagnostics: reading.diagnostics,
        end: reading.end))
  }

  /// Takes a run for the last good one. A few words that came instead of a table do not say how the next is to be read.
  private mutating func keep(_ table: TextTable) {
    good = table
    goodTime = .now
    if pinned == nil || table.shape.format != .lines { pinned = shape }
  }

  /// What a run says instead of the rows of a table that was there before: a line or two without columns.
  private func message(_ new: TextTable) -> String? {
    guard isMisfit, let good, good.shape.format != .lines, new.shape.format == .lines,
      (1...2).contains(new.rowCount)
    else { return nil }
    return new.text(0, 0)
  }

  /// The last good rows once more, for what could not be read.
  mutating func repeatGood(_ problem: Run.Problem) -> Run {
    number += 1
    let table =
      good ?? TextTable(TextBytes([]), shape: TableReader.shape(of: TextBytes([]), options: options))
    return Run(
      number: number, time: .now, table: table, identifiers: identity.identifiers(of: table),
      facts: Run.Facts(
        key: identity.key, schema: identity.schema, problem: problem, rowsTime: goodTime))
  }

  private mutating func extend(to bytes: TextBytes, isComplete: Bool) -> TextTable {
    // What was found from little may be wrong.
    if !isSettled {
      isSettled = bytes.count > Self.sample
      let found = shape(of: isComplete || isSettled ? bytes : bytes.wholeLines)
      if found != shape || growing == nil { (shape, growing) = (found, nil) }
    }
    guard let shape else { fatalError("a shape is found before rows are") }
    if var table = growing {
      growing = nil
      table.extend(to: bytes, isComplete: isComplete)
      growing = table
      return table
    }
    let table = TextTable(bytes, shape: shape, isComplete: isComplete)
    growing = table
    return table
  }

  /// How bytes are read: as the run before, measured anew, or where they are no such table, as they look themselves.
  private mutating func shape(of bytes: TextBytes) -> TableShape {
    isMisfit = false
    var other: TableShape?
    if let pinned, pinned.unmetOption == nil {
      // Nor does a message of a line or two that came before the first table.
      if pinned.format == .lines, options.format == nil, good.map({ $0.rowCount < 3 }) ?? false {
        other = TableReader.shape(of: bytes, options: options)
      }
      if other?.headerLine == nil, let fitted = pinned.fitted(to: bytes) { return fitted }
      isMisfit = true
    }
    let found = other ?? TableReader.shape(of: bytes, options: options)
    if let pinned, pinned.unmetOption != nil { isMisfit = found.format != pinned.format }
    guard found.format == .binary else { return found }
    // Something is shown of it, and printed.
    var lines = options
    lines.format = .lines
    return TableReader.shape(of: bytes, options: lines)
  }
}

extension TextBytes {
  /// All up to the end of the last line that has one.
  var wholeLines: TextBytes {
    prefix((0..<count).last { self[$0] == 0x0A }.map { $0 + 1 } ?? 0)
  }

  /// Whether there is nothing but blanks.
  var isBlank: Bool {
    (0..<count).allSatisfy { self[$0] == 0x20 || (0x09...0x0D).contains(self[$0]) }
  }
}

extension ByteStore {
  /// What is there at the moment.
  var text: TextBytes { TextBytes(base: base, count: count, owner: self) }
}
