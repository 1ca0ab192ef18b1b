import ListDiff
import TestSupport
import Testing

/// A program of random operations, performed on a tree and on the plain model.
struct TreeProgram {
  var generator: SeededGenerator
  var tree = DiffableDataSourceSectionSnapshot<Int>()
  var model = NaiveTree()
  /// The tree and its model before the last filter.
  var unfiltered: (DiffableDataSourceSectionSnapshot<Int>, NaiveTree)?
  var next = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func newItems() -> [Int] {
    defer { next += 3 }
    return Array((next..<next + 3).shuffled(using: &generator).prefix(number(4)))
  }

  mutating func someItem() -> Int? { model.lines.randomElement(using: &generator)?.item }

  mutating func step() {
    switch number(13) {
    case 12: appendForest()
    case 11: restrict()
    case 0: append(to: nil)
    case 1, 2, 3: append(to: someItem())
    case 4: insert()
    case 5: graft()
    case 6: delete()
    case 7, 8: expand()
    case 9: replace()
    default: move()
    }
  }

  private mutating func append(to parent: Int?) {
    let items = newItems()
    tree.append(items, to: parent)
    model.append(items, to: parent)
  }

  private mutating func insert() {
    guard let anchor = someItem() else { return }
    let items = newItems()
    let after = number(2) == 0
    if after { tree.insert(items, after: anchor) } else { tree.insert(items, before: anchor) }
    model.insert(items.map { NaiveTree.Line(item: $0, level: 0) }, beside: anchor, after: after)
  }

  /// Returns a small forest of new items.
  private mutating func forest() -> (DiffableDataSourceSectionSnapshot<Int>, NaiveTree) {
    var other = DiffableDataSourceSectionSnapshot<Int>()
    var plain = NaiveTree()
    for _ in 0..<3 {
      let parent = plain.lines.randomElement(using: &generator)?.item
      let items = newItems()
      other.append(items, to: parent)
      plain.append(items, to: parent)
      if let parent, number(2) == 0, let index = plain.index(of: parent) {
        other.expand([parent])
        plain.lines[index].isExpanded = true
      }
    }
    return (other, plain)
  }

  private mutating func graft() {
    guard let anchor = someItem() else { return }
    let (other, plain) = forest()
    let after = number(2) == 0
    if after { tree.insert(other, after: anchor) } else { tree.insert(other, before: anchor) }
    model.insert(plain.lines, beside: anchor, after: after)
  }

  private mutating func appendForest() {
    let parent = number(3) == 0 ? nil : someItem()
    let (other, plain) = forest()
    tree.append(other, to: parent)
    let index = parent.flatMap(model.index(of:))
    let (place, level) =
      index.map { (model.subtree(at: $0).upperBound, model.lines[$0].level + 1) } ?? (model.lines.count, 0)
    model.lines.insert(
      contentsOf: plain.lines.map {
        NaiveTree.Line(item: $0.item, level: $0.level + level, isExpanded: $0.isExpanded)
      }, at: place)
  }

  private mutating func delete() {
    guard let item = someItem() else { return }
    tree.delete([item])
    model.delete(item)
  }

  private mutating func expand() {
    guard let item = someItem(), let index = model.index(of: item) else { return }
    let isExpanded = number(3) > 0
    if isExpanded { tree.expand([item, -1]) } else { tree.collapse([item, -1]) }
    model.lines[index].isExpanded = isExpanded
  }

  /// Filters by a predicate or by positions, and sometimes restores the tree from before the last filter.
  private mutating func restrict() {
    if let (tree, model) = unfiltered, number(2) == 0 {
      self.tree = tree
      self.model = model
      unfiltered = nil
      return
    }
    unfiltered = (tree, model)
    let share = [5, 50, 100][number(3)]
    let wanted = model.lines.indices.filter { _ in number(100) < share }
    if number(2) == 0 {
      tree = tree.restricted(toItemsAt: PositionSet(wanted, bound: model.lines.count))
    } else {
      let items = Set(wanted.map { model.lines[$0].item })
      tree = tree.filtered(items.contains)
    }
    let kept = wanted.reduce(into: Set<Int>()) { kept, index in
      var line: Int? = index
      while let next = line {
        kept.insert(next)
        line = model.parent(at: next)
      }
    }
    model.lines = kept.sorted().map { model.lines[$0] }
  }

  private mutating func replace() {
    guard number(3) == 0, let item = someItem(), let index = model.index(of: item) else { return }
    let (other, plain) = forest()
    tree.replace(childrenOf: item, using: other)
    let range = model.subtree(at: index)
    let level = model.lines[index].level + 1
    model.lines.replaceSubrange(
      range.dropFirst(),
      with: plain.lines.map {
        NaiveTree.Line(item: $0.item, level: $0.level + level, isExpanded: $0.isExpanded)
      })
  }

  private mutating func move() {
    guard let item = someItem(), let index = model.index(of: item), let target = someItem() else { return }
    let range = model.subtree(at: index)
    guard let place = model.index(of: target), !range.contains(place) else { return }
    let lines = model.cut(item)
    switch number(3) {
    case 0:
      tree.move(item, before: target)
      model.insert(lines, beside: target, after: false)
    case 1:
      tree.move(item, after: target)
      model.insert(lines, beside: target, after: true)
    default:
      tree.move(item, to: nil)
      model.lines += lines
    }
  }
}

@Suite("Random edits of trees") struct SectionSnapshotProgramTests {
  @Test("A tree agrees with its model after every step of a random program", arguments: 0..<4)
  func agreement(seed: Int) throws {
    var program = TreeProgram(seed: UInt64(seed))
    for step in 0..<2_500 {
      if program.model.lines.count > 120 {
        program.tree.deleteAll()
        program.model.lines = []
      }
      program.step()
      try check(program, thorough: step % 5 == 0)
    }
  }

  private func check(_ program: TreeProgram, thorough: Bool) throws {
    let (tree, model) = (program.tree, program.model)
    try #require(tree.items == model.lines.map(\.item))
    try #require(tree.visibleItems == model.visible)
    guard thorough else { return }
    for (index, line) in model.lines.enumerated() {
      try #require(tree.level(of: line.item) == line.level)
      try #require(tree.index(of: line.item) == index)
      try #require(tree.isExpanded(line.item) == line.isExpanded)
      try #require(tree.isVisible(line.item) == model.isVisible(at: index))
      try #require(tree.parent(of: line.item) == model.parent(at: index).map { model.lines[$0].item })
      let below = model.lines[model.subtree(at: index).dropFirst()]
      try #require(tree.snapshot(of: line.item).items == below.map(\.item))
      try #require(tree.children(of: line.item) == below.filter { $0.level == line.level + 1 }.map(\.item))
      try #require(tree.isLeaf(line.item) == below.isEmpty)
      let node = try #require(tree.node(of: line.item))
      try #require(node.parent == tree.parent(of: line.item) && node.level == line.level)
      try #require(node.isExpanded == line.isExpanded && node.hasChildren == !below.isEmpty)
    }
    try #require(tree.node(of: .min) == nil)
    try #require(tree.rootItems == model.lines.filter { $0.level == 0 }.map(\.item))
    try #require(tree.expandedItems == model.lines.filter(\.isExpanded).map(\.item))
    try #require(tree.numberOfItems == model.lines.count)
  }
}
