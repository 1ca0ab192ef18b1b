import ListKit

/// Tasks with subtasks. The list is a value: a program that stores one can return to it.
struct TaskList {
  /// The hierarchy and the expansion of the tasks, by their numbers.
  var outline = DiffableDataSourceSectionSnapshot<Int>()
  var titles: [String] = []
  var done: Set<Int> = []

  /// Adds a task: after a sibling, as the last child of a parent, or at the end. Its own children are
  /// visible.
  mutating func add(_ title: String, after sibling: Int? = nil, below parent: Int? = nil) -> Int {
    let task = titles.count
    titles.append(title)
    if let sibling {
      outline.insert([task], after: sibling)
    } else {
      outline.append([task], to: parent)
    }
    outline.expand([task])
    return task
  }
}
