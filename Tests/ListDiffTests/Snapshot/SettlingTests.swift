import ListDiff
import TestSupport
import Testing

/// Lists with so many edits that their order is made explicit, several times.
@Suite("Many edits of a snapshot") struct SettlingTests {
  /// A list and its model, and earlier states of the list.
  private struct World {
    var generator: SeededGenerator
    var snapshot: NumberSnapshot
    var model: [Int]
    var former: [NumberSnapshot] = []
    /// The list and its model before a filter.
    var whole: (snapshot: NumberSnapshot, model: [Int])?
    static let bound = 700

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      model = Array(0..<400)
      snapshot = NumberSnapshot([(0, model)])
    }

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    /// Moves, deletes or inserts a single item; each of these edits leaves one or two runs.
    mutating func edit() {
      let item = number(Self.bound)
      let anchor = model[number(model.count)]
      switch (model.firstIndex(of: item), number(3)) {
      case (let place?, 0) where model.count > 200:
        snapshot.deleteItems([item])
        model.remove(at: place)
      case (_?, _) where item == anchor: break
      case (let place?, _):
        snapshot.moveItem(item, beforeItem: anchor)
        model.remove(at: place)
        model.insert(item, at: model.firstIndex(of: anchor)!)
      case (nil, _):
        snapshot.insertItems([item], beforeItem: anchor)
        model.insert(item, at: model.firstIndex(of: anchor)!)
      }
    }

    mutating func filterOrNot() {
      if let former = whole, number(2) == 0 {
        snapshot = former.snapshot
        model = former.model
        whole = nil
      } else {
        let divisor = 2 + number(5)
        whole = (snapshot, model)
        snapshot = snapshot.filtered { $0 % divisor > 0 }
        model = model.filter { $0 % divisor > 0 }
      }
    }

    func check() {
      expectEqual(snapshot.itemIdentifiers, model)
      for (place, item) in model.enumerated() where place % 7 == 0 {
        #expect(snapshot.indexOfItem(item) == place && snapshot.itemIdentifier(at: place) == item)
      }
      let standing = Set(model)
      #expect((0..<Self.bound).allSatisfy { snapshot.contains($0) == standing.contains($0) })
    }
  }

  @Test("A snapshot agrees with its model after many edits and filters", arguments: UInt64(1)...6)
  func randomEdits(seed: UInt64) {
    var world = World(seed: seed)
    for round in 0..<40 {
      for _ in 0..<1 + world.number(60) { world.edit() }
      if seed % 2 == 0, world.number(8) == 0 { world.filterOrNot() }
      world.check()
      for former in world.former.suffix(1)
        + [world.former.randomElement(using: &world.generator)].compactMap(\.self)
      where round % 4 == 0 {
        checkReplay(from: former, to: world.snapshot)
        checkReplay(from: world.snapshot, to: former)
      }
      world.former = (world.former + [world.snapshot]).suffix(12)
    }
  }

  @Test("Copies with an explicit order can be edited independently") func copies() {
    var world = World(seed: 9)
    for _ in 0..<300 { world.edit() }
    var other = world
    other.generator = SeededGenerator(seed: 10)
    for _ in 0..<20 {
      for _ in 0..<15 {
        world.edit()
        other.edit()
      }
      world.check()
      other.check()
      checkReplay(from: world.snapshot, to: other.snapshot)
    }
  }

  /// An item that is deleted before the order is made explicit, and inserted again with other content, has
  /// its new content.
  @Test("An item that is deleted and inserted again has its new content") func returningItems() {
    typealias Counted = DiffableDataSourceSnapshot<Int, CountingIdentifier>
    var items = (0..<400).map { CountingIdentifier($0, content: 0) }
    var snapshot = Counted([(0, items)])
    let first = snapshot
    snapshot.deleteItems([items[7], items[8]])
    // Each of these moves leaves a run.
    for place in stride(from: 20, to: 380, by: 2) { snapshot.moveItem(items[place], beforeItem: items[0]) }
    items[7] = CountingIdentifier(7, content: 1)
    snapshot.insertItems([items[7], items[8]], beforeItem: items[399])
    let place = snapshot.indexOfItem(items[7])!
    expectEqual(snapshot.itemIdentifier(at: place)?.content, 1)
    expectEqual(snapshot.itemIdentifier(at: place + 1), items[8])
    expectEqual(snapshot.numberOfItems, 400)
    let difference = snapshot.difference(from: first) { $0.content == $1.content }
    #expect(difference.insertedCount == 0 && difference.deletedCount == 0)
    expectEqual(difference.reconfiguredItems.count, 1)
  }
}
