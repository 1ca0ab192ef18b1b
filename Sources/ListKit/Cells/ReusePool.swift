/// Cells without a row, waiting to serve another, and the classes they are made from.
@MainActor
struct ReusePool {
  private var classes: [String: TableViewCell.Type] = [:]
  private var waiting: [String: [TableViewCell]] = [:]

  /// More than a screenful is never needed again.
  private static let capacity = 128

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
    return classes[identifier]?.init(style: .default, reuseIdentifier: identifier)
  }

  mutating func enqueue(_ cell: TableViewCell) {
    guard let identifier = cell.reuseIdentifier, waiting[identifier, default: []].count < Self.capacity else {
      return
    }
    waiting[identifier, default: []].append(cell)
  }
}
