/// The rows on the screen, each with its lines and columns.
///
/// ```text
///   line 0   ── header ──              pinned: one line of section 0
///        1     3     4     5           a line of a grid: three rows
///        2     6     7     x           x is leaving
///        3   ── header ──
/// ```
struct TableLayout {
  /// A row at its place.
  struct PlacedRow {
    var identifier: RowIdentifier
    /// Its place in the content; nil for a row that is leaving or carried.
    var row: TableRow?
    var transient: TransientRow?
    /// The line of rows it stands on.
    var address: LineAddress
    /// Its section in the content; nil for one that left.
    var section: Int?
    /// The line of the screen of its upper edge, counted from the top of the rows; negative where it is cut off.
    var line: Int
    var lines: Int
    /// The columns it takes; beyond the edges where it is cut off.
    var columns: Range<Int>
    /// How the items of its section stand.
    var geometry: LineGeometry
    var margins = RowMargins.standard
    /// Lines at the lower end that need not be seen for the row to be.
    var noteLines = 0

    /// Whether other items may stand beside it.
    var isShared: Bool { geometry.isShared && isItem }

    var isItem: Bool { if case .item = identifier { true } else { false } }

    var range: Range<Int> { line..<line + lines }

    /// The lines that are the row itself.
    var ownRange: Range<Int> { line..<line + lines - noteLines }
  }

  /// From top to bottom and left to right.
  var rows: [PlacedRow] = []
  /// Lines at the top under which rows are hidden by a pinned header.
  var pinnedLines = 0
  /// The section whose header is pinned, and what that is called.
  var pinnedSection: Int?
  var pinnedHeader: RowIdentifier?
  /// Whether nothing is above the first line, or below the last.
  var showsStart = true
  var showsEnd = true
  /// The lines of the screen, and the columns that items have on it.
  var lines = 0
  var itemColumns = 0..<0
  /// What it was made from: with the same, it can be used again.
  var generation = 0

  /// A row of the content.
  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.transient == nil }
  }

  /// The row at a place, which is not under the pinned header.
  func row(at place: Point) -> PlacedRow? {
    guard place.line >= pinnedLines else { return nil }
    return rows.first { $0.range.contains(place.line) && $0.columns.contains(place.column) }
  }

  /// The row that is carried.
  var carried: PlacedRow? {
    rows.first { $0.transient.map { $0.kind != .leaving } ?? false }
  }

  /// Whether items stand on a line that scrolls sideways.
  var hasStrips: Bool { rows.contains { $0.geometry.isStrip } }

  /// Whether a row is seen, as far as it fits.
  func isInView(_ placed: PlacedRow) -> Bool {
    (!placed.isShared || itemColumns.clamped(to: placed.columns) == placed.columns)
      && placed.line >= pinnedLines && placed.line < lines
      && (placed.ownRange.upperBound <= lines || placed.line == pinnedLines)
  }

  var hasLeavingRows: Bool { rows.contains { $0.transient?.kind == .leaving } }

  /// The first row of the content that nothing hides at the top, or else the first one at all.
  func top(without others: Set<RowIdentifier> = []) -> PlacedRow? {
    let rows = rows.lazy.filter { $0.row != nil && !others.contains($0.identifier) }
    return rows.first { $0.line >= pinnedLines } ?? rows.first
  }
}

// MARK: - LineGeometry

/// How the slots of a section stand in lines, at a certain width.
///
/// ```text
///   list: 1 a line      grid: n a line      strip: all on one, which scrolls sideways
///   0                   0  1  2             0  1  2  3  4  5 …
///   1                   3  4  5
///   2                   6
/// ```
///
/// All that goes by lines and columns asks it: the layout, the cursor, reordering, the mouse, rows that leave.
struct LineGeometry: Hashable {
  /// Slots of each line, the last one of a section apart.
  let slotsPerLine: Int
  /// Screen columns of each slot.
  let slotColumns: Int
  /// Whether slots may stand beside each other, even if there is room for one a line only.
  let isShared: Bool

  static func list(columns: Int) -> Self { Self(slotsPerLine: 1, slotColumns: columns, isShared: false) }

  static func grid(_ slots: Int, columns: Int) -> Self {
    Self(slotsPerLine: max(1, slots), slotColumns: columns / max(1, slots), isShared: true)
  }

  static func strip(slotColumns: Int) -> Self {
    Self(slotsPerLine: .max, slotColumns: max(1, slotColumns), isShared: true)
  }

  /// Whether a line may be longer than the screen is wide.
  var isStrip: Bool { slotsPerLine == .max }

  func line(of slot: Int) -> Int { slot / slotsPerLine }

  /// The column to keep on the way to other lines: none in a strip, which is entered where it was left.
  func column(of slot: Int) -> Int { isStrip ? 0 : slot % slotsPerLine }

  /// How many lines a number of slots take.
  func lines(of count: Int) -> Int { count == 0 ? 0 : line(of: count - 1) + 1 }

  func slots(ofLine line: Int, of count: Int) -> Range<Int> {
    let start = line * slotsPerLine
    return start..<(count - start > slotsPerLine ? start + slotsPerLine : max(start, count))
  }

  /// The slot on a line in a column, or the last one before it: where up, down and page lead.
  func slot(onLine line: Int, column: Int, of count: Int) -> Int {
    let slots = slots(ofLine: line, of: count)
    return max(slots.lowerBound, min(slots.lowerBound + column, slots.upperBound - 1))
  }

  /// The screen columns of a slot.
  ///
  /// - Parameter origin: the screen column of the first slot of each line.
  func columns(of slot: Int, origin: Int) -> Range<Int> {
    let start = origin + slot % slotsPerLine * slotColumns
    return start..<start + slotColumns
  }

  /// The slots of a line that are seen between two screen columns.
  func seenSlots(ofLine line: Int, in columns: Range<Int>, origin: Int, of count: Int) -> Range<Int> {
    let slots = slots(ofLine: line, of: count)
    guard isStrip, count > 0, !columns.isEmpty else { return isStrip ? 0..<0 : slots }
    let first = min(count - 1, max(0, columns.lowerBound - origin) / slotColumns)
    return first..<min(count - 1, max(first, (columns.upperBound - 1 - origin) / slotColumns)) + 1
  }
}

extension SectionLayout {
  /// Columns an item beside others has for its content, however many there should be on a line.
  private static let leastSlotContent = 2

  /// How items stand in a number of columns, gutters included.
  func geometry(in columns: Int) -> LineGeometry {
    switch kind {
    case .list: return .list(columns: columns)
    case .grid(let count):
      let most = max(1, columns / (margins.columns + Self.leastSlotContent))
      return .grid(min(max(1, count), most), columns: columns)
    case .gridOfWidth(let width):
      return .grid(columns / (max(1, width) + margins.columns), columns: columns)
    case .strip(let width, _): return .strip(slotColumns: min(max(1, width) + margins.columns, columns))
    }
  }

  /// The columns beside the content of each item.
  var margins: RowMargins { hasMargins ? .standard : .none }
}
