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
