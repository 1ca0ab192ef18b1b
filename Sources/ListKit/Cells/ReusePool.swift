/// Cells or views that wait to be used again, and the classes they are made from.
@MainActor
struct ReusePool<Element: ReusableView> {
  /// How many wait at most for each identifier: more than a screenful is never needed again.
  let capacity: Int
  let make: (Element.Type, String) -> Element
  private var classes: [String: Element.Type] = [:]
  private var waiting: [String: [Element]] = [:]

  init(capacity: Int, make: @escaping (Element.Type, String) -> Element) {
    (self.capacity, self.make) = (capacity, make)
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
