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

  /// Makes a task the last child of its previous sibling.
  mutating func indent(_ task: Int) {
    let siblings = outline.parent(of: task).map { outline.children(of: $0) } ?? outline.rootItems
    guard let index = siblings.firstIndex(of: task), index > 0 else { return }
    let parent = siblings[index - 1]
    outline.move(task, to: parent)
    outline.expand([parent])
  }

  /// Moves a task after its parent.
  mutating func outdent(_ task: Int) {
    if let parent = outline.parent(of: task) { outline.move(task, after: parent) }
  }
}
