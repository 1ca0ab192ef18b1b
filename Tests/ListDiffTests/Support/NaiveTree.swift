import ListDiff

/// The simplest possible model of a section snapshot: each item with its level, top to bottom.
struct NaiveTree {
  struct Line: Equatable {
    var item: Int
    var level: Int
    var isExpanded = false
  }

  var lines: [Line] = []

  func index(of item: Int) -> Int? { lines.firstIndex { $0.item == item } }

  /// Returns the range of an item and all its descendants.
  func subtree(at index: Int) -> Range<Int> {
    let end = lines[(index + 1)...].firstIndex { $0.level <= lines[index].level }
    return index..<(end ?? lines.count)
  }

  func parent(at index: Int) -> Int? { lines[..<index].lastIndex { $0.level < lines[index].level } }

  func isVisible(at index: Int) -> Bool {
    guard let parent = parent(at: index) else { return true }
    return lines[parent].isExpanded && isVisible(at: parent)
  }

  var visible: [Int] { lines.indices.filter { isVisible(at: $0) }.map { lines[$0].item } }

  mutating func append(_ items: [Int], to parent: Int?) {
    guard let parent else {
      lines += items.map { Line(item: $0, level: 0) }
      return
    }
    guard let index = index(of: parent) else { return }
    let level = lines[index].level + 1
    lines.insert(contentsOf: items.map { Line(item: $0, level: level) }, at: subtree(at: index).upperBound)
  }

  mutating func insert(_ other: [Line], beside item: Int, after: Bool) {
    guard let index = index(of: item) else { return }
    let level = lines[index].level
    let place = after ? subtree(at: index).upperBound : index
    lines.insert(
      contentsOf: other.map { Line(item: $0.item, level: $0.level + level, isExpanded: $0.isExpanded) },
      at: place)
  }

  mutating func delete(_ item: Int) {
    guard let index = index(of: item) else { return }
    lines.removeSubrange(subtree(at: index))
  }

  /// Removes a subtree and returns its lines, with levels counted from 0.
  mutating func cut(_ item: Int) -> [Line] {
    guard let index = index(of: item) else { return [] }
    let range = subtree(at: index)
    let level = lines[index].level
    defer { lines.removeSubrange(range) }
    return lines[range].map { Line(item: $0.item, level: $0.level - level, isExpanded: $0.isExpanded) }
  }
}
