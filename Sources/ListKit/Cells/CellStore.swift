/// The cells of the rows on the screen, what is known of their rows, and cells and views that wait to be used again.
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
  var pool = ReusePool<TableViewCell>(capacity: 128) { $0.init(style: .default, reuseIdentifier: $1) }
  var headerFooterPool = ReusePool<TableViewHeaderFooterView>(capacity: 64) { $0.init(reuseIdentifier: $1) }
  /// Cells replaced on the screen, which serve other rows once the delegate knows.
  private var retired: [TableViewCell] = []
  private var heights: [RowIdentifier: Measure] = [:]
  private var drawing = 0

  // MARK: Heights

  /// The height measured last.
  func height(of identifier: RowIdentifier) -> RowHeight? { heights[identifier]?.height }

  mutating func setHeight(_ height: RowHeight, of identifier: RowIdentifier) {
    heights[identifier] = Measure(height: height, drawing: drawing)
  }

  mutating func forgetHeights() { heights.removeAll(keepingCapacity: true) }

  /// Begins a drawing, for which every row that is seen is measured anew.
  mutating func beginDrawing() { drawing += 1 }

  /// Whether a row was measured for the drawing that was begun last.
  func isFresh(_ identifier: RowIdentifier) -> Bool { heights[identifier]?.drawing == drawing }

  // MARK: Reuse

  /// Takes a row's cell, which another one is to serve instead.
  mutating func retire(_ identifier: RowIdentifier) {
    heights[identifier] = nil
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

/// Cells or views that wait to be used again, and the classes they are made from.
@MainActor
struct ReusePool<Element: ReusableView> {
  /// How many wait at most for each identifier: more than a screenful is never needed again.
  let capacity: Int
  let make: (Element.Type, String) -> Element
  private var classes: [String: Element.Type] = [:]
  private var waiting: [String: [Element]] = [:]

  init(capacity: Int, make: @escaping (Element.Type, String) -> Element) {
    self.capacity = capacity
    self.make = make
  }

  mutating func register(_ elementClass: Element.Type?, _ identifier: String) {
    classes[identifier] = elementClass
    waiting[identifier] = nil
  }

  func isRegistered(_ identifier: String) -> Bool { classes[identifier] != nil }

  /// A waiting one, emptied, or a new one; nil where no class is registered.
  mutating func dequeue(_ identifier: String) -> Element? {
    if let element = waiting[identifier]?.popLast() {
      element.prepareForReuse()
      return element
    }
    return classes[identifier].map { make($0, identifier) }
  }

  mutating func enqueue(_ element: Element) {
    guard let identifier = element.reuseIdentifier, waiting[identifier, default: []].count < capacity else {
      return
    }
    waiting[identifier, default: []].append(element)
  }
}
