import ListDiff
import TestSupport

/// A program of random operations, performed on a snapshot and on the plain model.
struct RandomProgram {
  var generator: SeededGenerator
  var snapshot = NumberSnapshot()
  var model = NaiveSnapshot()
  /// The snapshot and its model before a filter.
  var unfiltered: (NumberSnapshot, NaiveSnapshot)?
  /// Items are numbers below this bound, sections numbers below the next one.
  var itemBound = 60
  var sectionBound = 6

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  /// Returns a few distinct items, whether or not the model contains them.
  mutating func someItems() -> [Int] {
    let count = number(8) == 0 ? number(itemBound) : number(4)
    return Array((0..<itemBound).shuffled(using: &generator).prefix(count))
  }

  mutating func step() {
    defer { model.forgetMarksOfDeleted() }
    switch number(18) {
    case 16, 17: restrict()
    case 0: addSections()
    case 1: removeSections()
    case 2: moveSection()
    case 3...6: appendItems()
    case 7, 8: insertItems()
    case 9, 10: moveItem()
    case 11, 12: deleteItems()
    case 13: removeByPredicate()
    case 14: mark()
    default: reset()
    }
  }

  private mutating func addSections() {
    let missing = (0..<sectionBound).filter { model.index(ofSection: $0) == nil }.shuffled(using: &generator)
    let new = Array(missing.prefix(1 + number(2)))
    guard let anchor = model.sections.randomElement(using: &generator)?.name, number(2) == 0 else {
      snapshot.appendSections(new)
      model.sections += new.map { ($0, []) }
      return
    }
    let place = model.index(ofSection: anchor) ?? 0
    if number(2) == 0 {
      snapshot.insertSections(new, beforeSection: anchor)
      model.sections.insert(contentsOf: new.map { ($0, []) }, at: place)
    } else {
      snapshot.insertSections(new, afterSection: anchor)
      model.sections.insert(contentsOf: new.map { ($0, []) }, at: place + 1)
    }
  }

  private mutating func removeSections() {
    if number(3) > 0 { return }
    let gone = [number(sectionBound)]
    snapshot.deleteSections(gone)
    model.sections.removeAll { gone.contains($0.name) }
  }

  private mutating func moveSection() {
    let names = model.sections.map(\.name).shuffled(using: &generator)
    guard names.count > 1 else { return }
    let offset = number(2)
    if offset == 0 {
      snapshot.moveSection(names[0], beforeSection: names[1])
    } else {
      snapshot.moveSection(names[0], afterSection: names[1])
    }
    model.moveSection(names[0], beside: names[1], offset: offset)
  }

  private mutating func appendItems() {
    guard !model.sections.isEmpty else { return }
    let items = someItems()
    let section = number(model.sections.count)
    if section == model.sections.count - 1, number(2) == 0 {
      snapshot.appendItems(items)
    } else {
      snapshot.appendItems(items, toSection: model.sections[section].name)
    }
    model.append(items, to: section)
  }

  private mutating func insertItems() {
    guard let anchor = model.items.randomElement(using: &generator) else { return }
    let items = someItems().filter { $0 != anchor }
    let offset = number(2)
    if offset == 0 {
      snapshot.insertItems(items, beforeItem: anchor)
    } else {
      snapshot.insertItems(items, afterItem: anchor)
    }
    model.insert(items, beside: anchor, offset: offset)
  }

  private mutating func moveItem() {
    let items = model.items
    guard let item = items.randomElement(using: &generator),
      let anchor = items.randomElement(using: &generator),
      item != anchor
    else { return }
    let offset = number(2)
    if offset == 0 {
      snapshot.moveItem(item, beforeItem: anchor)
    } else {
      snapshot.moveItem(item, afterItem: anchor)
    }
    model.insert([item], beside: anchor, offset: offset)
  }

  private mutating func deleteItems() {
    let items = someItems()
    snapshot.deleteItems(items)
    model.delete(items)
  }

  private mutating func removeByPredicate() {
    if number(4) > 0 { return }
    let divisor = 3 + number(5)
    snapshot.deleteItems(snapshot.itemIdentifiers.filter { $0 % divisor == 0 })
    model.delete((0..<itemBound).filter { $0 % divisor == 0 })
  }

  /// Filters by a predicate or by positions, and sometimes restores the snapshot from before a filter.
  private mutating func restrict() {
    if let (snapshot, model) = unfiltered, number(2) == 0 {
      self.snapshot = snapshot
      self.model = model
      unfiltered = nil
      return
    }
    if unfiltered == nil || number(4) == 0 { unfiltered = (snapshot, model) }
    let share = [1, 50, 90, 100][number(4)]
    let kept = model.items.indices.filter { _ in number(100) < share }
    let items = kept.map { model.items[$0] }
    switch number(3) {
    case 0: snapshot = snapshot.filtered(items.contains)
    case 1: snapshot = snapshot.restricted(toItemsAt: kept.shuffled(using: &generator))
    default: snapshot = snapshot.restricted(toItemsAt: PositionSet(kept, bound: model.items.count))
    }
    model.keep(items)
    if number(4) == 0 {
      snapshot.deleteEmptySections()
      model.sections.removeAll(where: \.items.isEmpty)
    }
  }

  private mutating func mark() {
    let items = someItems().filter { model.section(of: $0) != nil }
    if number(2) == 0 {
      snapshot.reloadItems(items)
      model.marks.reloaded += items.filter { !model.marks.reloaded.contains($0) }
    } else {
      snapshot.reconfigureItems(items)
      model.marks.reconfigured += items.filter { !model.marks.reconfigured.contains($0) }
    }
    if let section = model.sections.randomElement(using: &generator), number(4) == 0 {
      snapshot.reloadSections([section.name])
      if !model.marks.sections.contains(section.name) { model.marks.sections.append(section.name) }
    }
  }

  private mutating func reset() {
    switch number(12) {
    case 0:
      snapshot.deleteAllItems()
      model.sections = []
    case 1: snapshot = model.snapshot
    default: snapshot.removeAllMarks()
    }
    model.marks = NaiveSnapshot.Marks()
  }
}
