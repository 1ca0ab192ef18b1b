/// Something that serves one row or section after the other.
@MainActor
protocol Reusable: AnyObject {
  var reuseIdentifier: String? { get }
  func prepareForReuse()
  /// A new one.
  static func made(reuseIdentifier: String) -> Self
}

/// Cells or views that wait to be used again, and the classes they are made from.
@MainActor
struct ReusePool<Element: Reusable> {
  /// More are never kept.
  let capacity: Int
  private var classes: [String: Element.Type] = [:]
  private var waiting: [String: [Element]] = [:]

  /// - Parameter capacity: how many wait at most for each identifier: more than a screenful is never needed again.
  init(capacity: Int) { self.capacity = capacity }

  mutating func register(_ elementClass: Element.Type?, _ identifier: String) {
    classes[identifier] = elementClass
    waiting[identifier] = nil
  }

  /// A waiting one, emptied, or a new one; nil where no class is registered.
  mutating func dequeue(_ identifier: String) -> Element? {
    if let element = waiting[identifier]?.popLast() {
      element.prepareForReuse()
      return element
    }
    return classes[identifier]?.made(reuseIdentifier: identifier)
  }

  mutating func enqueue(_ element: Element) {
    guard let identifier = element.reuseIdentifier, waiting[identifier, default: []].count < capacity else {
      return
    }
    waiting[identifier, default: []].append(element)
  }
}

extension TableViewCell: Reusable {
  static func made(reuseIdentifier: String) -> Self {
    Self(style: .default, reuseIdentifier: reuseIdentifier)
  }
}

extension TableViewHeaderFooterView: Reusable {
  static func made(reuseIdentifier: String) -> Self { Self(reuseIdentifier: reuseIdentifier) }
}
