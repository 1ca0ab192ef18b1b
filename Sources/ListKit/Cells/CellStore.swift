/// The cells of the rows on the screen, what is known of their rows, and cells that wait to be used again.
@MainActor
struct CellStore {
  /// How high a row is, and since which drawing that is known.
  private struct Measure {
    var height: RowHeight
    var drawing: Int
  }

  var cells: [RowIdentifier: TableViewCell] = [:]
  /// The rows that were on the screen at the last drawing.
  var appearances: [RowIdentifier: Appearance] = [:]
  /// What rows looked like at the last drawing, for those that leave.
  var drawn: [RowIdentifier: [[Glyph]]] = [:]
  /// The cell that the provider configures again.
  var reconfigured: TableViewCell?
  var pool = ReusePool()
  /// Cells replaced on the screen, which serve other rows once the delegate knows.
  private var retired: [TableViewCell] = []
  private var heights: [RowIdentifier: Measure] = [:]
  /// Another number whenever a height that a layout may have used is another one, or forgotten.
  private(set) var heightsVersion = 0
  private var drawing = 0

  // MARK: Heights

  /// The height measured last.
  func height(of identifier: RowIdentifier) -> RowHeight? { heights[identifier]?.height }

  mutating func setHeight(_ height: RowHeight, of identifier: RowIdentifier) {
    if let former = heights[identifier], former.height != height { heightsVersion += 1 }
    heights[identifier] = Measure(height: height, drawing: drawing)
  }

  mutating func forgetHeights() {
    heights.removeAll(keepingCapacity: true)
    heightsVersion += 1
  }

  /// Begins a drawing, for which every row that is seen is measured anew.
  mutating func beginDrawing() { drawing += 1 }

  /// Whether a row was measured for the drawing that was begun last.
  func isFresh(_ identifier: RowIdentifier) -> Bool { heights[identifier]?.drawing == drawing }

  // MARK: Reuse

  /// Takes a row's cell, which another one is to serve instead.
  mutating func retire(_ identifier: RowIdentifier) {
    if heights.removeValue(forKey: identifier) != nil { heightsVersion += 1 }
    guard let cell = cells.removeValue(forKey: identifier) else { return }
    if appearances[identifier]?.cell === cell { retired.append(cell) } else { pool.enqueue(cell) }
  }

  /// Puts cells whose rows left the screen back into the pool.
  mutating func keepOnly(_ visible: Set<RowIdentifier>) {
    for (identifier, cell) in cells where !visible.contains(identifier) {
      pool.enqueue(cell)
      cells[identifier] = nil
    }
    heights = heights.filter { visible.contains($0.key) }
  }

  /// Lets retired cells serve other rows.
  mutating func releaseRetired() {
    for cell in retired { pool.enqueue(cell) }
    retired = []
  }
}

// MARK: - ReusePool

/// Cells that wait to be used again, and the classes they are made from.
@MainActor
struct ReusePool {
  /// How many wait at most for each identifier: more than a screenful is never needed again.
  private static let capacity = 128
  private var classes: [String: TableViewCell.Type] = [:]
  private var waiting: [String: [TableViewCell]] = [:]

  mutating func register(_ cellClass: TableViewCell.Type?, _ identifier: String) {
    classes[identifier] = cellClass
    waiting[identifier] = nil
  }

  /// A waiting cell, emptied, or a new one; nil where no class is registered.
  mutating func dequeue(_ identifier: String) -> TableViewCell? {
    if let cell = waiting[identifier]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    return classes[identifier].map { $0.init(style: .default, reuseIdentifier: identifier) }
  }

  mutating func enqueue(_ cell: TableViewCell) {
    guard let identifier = cell.reuseIdentifier, waiting[identifier, default: []].count < Self.capacity else {
      return
    }
    waiting[identifier, default: []].append(cell)
  }
}
