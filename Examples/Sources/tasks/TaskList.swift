import ListKit

/// Tasks, each with tasks below it. It is a value: to keep one is to be able to go back to it.
struct TaskList {
  /// What stands below what, and what is open, by the numbers of the tasks.
  var outline = DiffableDataSourceSectionSnapshot<Int>()
  var titles: [String] = []
  var done: Set<Int> = []

  /// Adds a task: behind another one, or as the last child of one, else at the end. What comes below it is seen.
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

  /// Makes a task the last child of the one before it.
  mutating func indent(_ task: Int) {
    let siblings = outline.parent(of: task).map(outline.children) ?? outline.rootItems
    guard let index = siblings.firstIndex(of: task), index > 0 else { return }
    let parent = siblings[index - 1]
    outline.move(task, to: parent)
    outline.expand([parent])
  }

  /// Puts a task behind its parent.
  mutating func outdent(_ task: Int) {
    if let parent = outline.parent(of: task) { outline.move(task, after: parent) }
  }
}
