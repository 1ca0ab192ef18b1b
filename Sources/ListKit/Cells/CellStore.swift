/// The cells of the rows on the screen, what is known of their rows, and cells that wait to be used again.
@MainActor
struct CellStore {
  /// An item's row that was on the screen at the last drawing, and the cell that drew it.
  struct Appearance {
    var indexPath: IndexPath
    var cell: TableViewCell
  }

  /// How high a row is, and since which drawing that is known.
  private struct Measure {
    var height: RowHeight
    var drawing: Int
  }

  private(set) var cells: [RowIdentifier: TableViewCell] = [:]
  /// The cell that the provider configures again.
  private(set) var reconfigured: TableViewCell?
  /// The rows that were on the screen at the last drawing.
  private var appearances: [RowIdentifier: Appearance] = [:]
  /// What rows looked like at the last drawing, for those that leave.
  private var pictures: [RowIdentifier: [[Glyph]]] = [:]
  /// Cells replaced on the screen, which serve other rows once the delegate knows.
  private var retired: [TableViewCell] = []
  private var heights: [RowIdentifier: Measure] = [:]
  /// Another number whenever a height that a layout may have used is another one, or forgotten.
  private(set) var heightsVersion = 0
  private var drawing = 0
  private var classes: [String: TableViewCell.Type] = [:]
  /// The cells that wait, by reuse identifier.
  private var waiting: [String: [TableViewCell]] = [:]
  /// How many wait at most for each identifier: more than a screenful is never needed again.
  private static let capacity = 128

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

  /// Takes the rows of a drawing for those on the screen.
  ///
  /// - Returns: the appearances that ended and those that began, from top to bottom.
  mutating func update(_ rows: some Sequence<TableLayout.PlacedRow>) -> (
    ended: [Appearance], begun: [Appearance]
  ) {
    let former = appearances
    appearances = [:]
    for placed in rows {
      guard let indexPath = placed.row?.indexPath, let cell = cells[placed.identifier] else { continue }
      appearances[placed.identifier] = Appearance(indexPath: indexPath, cell: cell)
    }
    func missing(from others: [RowIdentifier: Appearance], in all: [RowIdentifier: Appearance])
      -> [Appearance]
    {
      all.filter { others[$0.key]?.cell !== $0.value.cell }.values.sorted { $0.indexPath < $1.indexPath }
    }
    return (missing(from: appearances, in: former), missing(from: former, in: appearances))
  }

  mutating func forgetAppearances() { appearances = [:] }

  // MARK: Reuse

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

  /// Takes a row's cell, which another one is to serve instead.
  mutating func retire(_ identifier: RowIdentifier) {
    if heights.removeValue(forKey: identifier) != nil { heightsVersion += 1 }
    guard let cell = cells.removeValue(forKey: identifier) else { return }
    if appearances[identifier]?.cell === cell { retired.append(cell) } else { enqueue(cell) }
  }

  /// Puts cells whose rows left the screen back to those that wait.
  mutating func keepOnly(_ visible: Set<RowIdentifier>) {
    for (identifier, cell) in cells where !visible.contains(identifier) {
      enqueue(cell)
      cells[identifier] = nil
    }
    heights = heights.filter { visible.contains($0.key) }
  }

  /// Lets retired cells serve other rows.
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
