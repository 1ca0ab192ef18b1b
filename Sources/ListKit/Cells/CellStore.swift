/// The cells of the visible rows, the heights of their rows, and the cells that wait for reuse.
@MainActor
struct CellStore {
  /// The row of an item that was visible in the last drawing, with the cell that drew it.
  struct ShownCell {
    var indexPath: IndexPath
    var cell: TableViewCell
  }

  /// The height of a row, and the drawing in which it was measured.
  private struct Measure {
    var height: RowHeight
    var drawing: Int
  }

  private(set) var cells: [RowIdentifier: TableViewCell] = [:]
  private(set) var reconfigured: TableViewCell?
  /// The rows that were visible in the last drawing.
  private var shown: [RowIdentifier: ShownCell] = [:]
  /// The pictures of the rows in the last drawing, for rows that are removed.
  private var pictures: [RowIdentifier: [[Glyph]]] = [:]
  /// Cells that were replaced while visible. Other rows can reuse them after the delegate was told.
  private var retired: [TableViewCell] = []
  private var heights: [RowIdentifier: Measure] = [:]
  /// A number that changes whenever a height that a layout may have used changes or is removed.
  private(set) var heightsVersion = 0
  private var drawing = 0
  private var classes: [String: TableViewCell.Type] = [:]
  /// The cells that wait for reuse, by reuse identifier.
  private var waiting: [String: [TableViewCell]] = [:]
  /// The maximum number of waiting cells per identifier; no more than a screenful is needed.
  private static let capacity = 128

  // MARK: Heights

  func height(of identifier: RowIdentifier) -> RowHeight? { heights[identifier]?.height }

  mutating func setHeight(_ height: RowHeight, of identifier: RowIdentifier) {
    if let former = heights[identifier], former.height != height { heightsVersion += 1 }
    heights[identifier] = Measure(height: height, drawing: drawing)
  }

  mutating func forgetHeights() {
    heights.removeAll(keepingCapacity: true)
    heightsVersion += 1
  }

  /// Starts a drawing, for which every visible row is measured again.
  mutating func beginDrawing() { drawing += 1 }

  /// Returns whether a row was measured for the current drawing.
  func isFresh(_ identifier: RowIdentifier) -> Bool { heights[identifier]?.drawing == drawing }

  // MARK: Pictures

  func picture(of identifier: RowIdentifier) -> [[Glyph]]? { pictures[identifier] }

  mutating func keepPicture(_ lines: [[Glyph]], of identifier: RowIdentifier) {
    pictures[identifier] = lines
  }

  mutating func forgetPictures() { pictures.removeAll(keepingCapacity: true) }

  // MARK: Cells

  mutating func keep(_ cell: TableViewCell, for identifier: RowIdentifier) { cells[identifier] = cell }

  mutating func beginReconfiguring(_ cell: TableViewCell) { reconfigured = cell }

  mutating func endReconfiguring() { reconfigured = nil }

  /// Records the rows of a drawing as the visible ones.
  ///
  /// - Returns: the cells that are no longer shown, and those that now are, from top to bottom.
  mutating func update(_ rows: some Sequence<TableLayout.PlacedRow>) -> (
    ended: [ShownCell], begun: [ShownCell]
  ) {
    let former = shown
    shown = [:]
    for placed in rows {
      guard let indexPath = placed.row?.indexPath, let cell = cells[placed.identifier] else { continue }
      shown[placed.identifier] = ShownCell(indexPath: indexPath, cell: cell)
    }
    func missing(from others: [RowIdentifier: ShownCell], in all: [RowIdentifier: ShownCell])
      -> [ShownCell]
    {
      all.filter { others[$0.key]?.cell !== $0.value.cell }.values.sorted { $0.indexPath < $1.indexPath }
    }
    return (missing(from: shown, in: former), missing(from: former, in: shown))
  }

  mutating func forgetShown() { shown = [:] }

  // MARK: Reuse

  mutating func register(_ cellClass: TableViewCell.Type?, _ identifier: String) {
    classes[identifier] = cellClass
    waiting[identifier] = nil
  }

  /// Returns a waiting cell, emptied, or a new one; nil if no class is registered.
  mutating func dequeue(_ identifier: String) -> TableViewCell? {
    if let cell = waiting[identifier]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    return classes[identifier].map { $0.init(style: .default, reuseIdentifier: identifier) }
  }

  /// Removes the cell of a row, so that another one replaces it.
  mutating func retire(_ identifier: RowIdentifier) {
    if heights.removeValue(forKey: identifier) != nil { heightsVersion += 1 }
    guard let cell = cells.removeValue(forKey: identifier) else { return }
    if shown[identifier]?.cell === cell { retired.append(cell) } else { enqueue(cell) }
  }

  /// Makes the cells of rows that are no longer visible available for reuse.
  mutating func keepOnly(_ visible: Set<RowIdentifier>) {
    for (identifier, cell) in cells where !visible.contains(identifier) {
      enqueue(cell)
      cells[identifier] = nil
    }
    heights = heights.filter { visible.contains($0.key) }
  }

  /// Makes the retired cells available for reuse.
  mutating func releaseRetired() {
    for cell in retired { enqueue(cell) }
    retired = []
  }

  private mutating func enqueue(_ cell: TableViewCell) {
    guard let identifier = cell.reuseIdentifier, waiting[identifier, default: []].count < Self.capacity else {
      return
    }
    waiting[identifier, default: []].append(cell)
  }
}
