import ListDiff
import TestSupport
import Testing

@Suite("Transactions") struct TransactionTests {
  @Test("A move within a section is a transaction of this section only") func withinSection() throws {
    let old = Snapshot([("A", [1, 2, 3]), ("B", [4, 5])])
    var new = old
    new.moveItem(5, beforeItem: 4)
    let transaction = DiffableDataSourceTransaction(from: old, to: new)
    expectEqual(transaction.difference.count, 2, "one removal and one insertion")
    expectEqual(transaction.difference.removals.count, 1)
    guard case .remove(_, _, let to) = try #require(transaction.difference.removals.first) else { return }
    #expect(to != nil, "associated with each other")
    expectEqual(old.itemIdentifiers.applying(transaction.difference), new.itemIdentifiers)
    expectEqual(transaction.sectionTransactions.map(\.sectionIdentifier), ["B"])
    let section = try #require(transaction.sectionTransactions.first)
    expectEqual([4, 5].applying(section.difference), [5, 4])
    #expect(section.initialSnapshot.items == [4, 5] && section.finalSnapshot.items == [5, 4])
    #expect(transaction.initialSnapshot == old && transaction.finalSnapshot == new)
  }

  @Test("A move to another section is a transaction of both sections") func betweenSections() {
    let old = Snapshot([("A", [1, 2, 3]), ("B", [4, 5]), ("C", [6])])
    var new = old
    new.moveItem(2, afterItem: 4)
    let transaction = DiffableDataSourceTransaction(from: old, to: new)
    expectEqual(transaction.sectionTransactions.map(\.sectionIdentifier), ["A", "B"])
    var store = ["A": [1, 2, 3], "B": [4, 5]]
    for part in transaction.sectionTransactions {
      store[part.sectionIdentifier] = store[part.sectionIdentifier]?.applying(part.difference)
    }
    expectEqual(store, ["A": [1, 3], "B": [4, 2, 5]])
    let source = transaction.sectionTransactions[0].difference
    #expect(source.count == 1 && source.insertions.isEmpty)
    guard case .remove(let offset, _, let associated)? = source.first else { return }
    #expect(offset == 1 && associated == nil)
  }

  @Test("A change of a filtered list changes the whole list, as the documentation shows") func filteredList()
  {
    let whole = DiffableDataSourceSnapshot([("A", Array("abcdef"))])
    let initial = whole.filtered("ace".contains)
    var final = initial
    final.moveItem("e", beforeItem: "c")
    let transaction = DiffableDataSourceTransaction(from: initial, to: final)
    let change = transaction.difference(in: whole)
    expectEqual(change?.new.itemIdentifiers, Array("aebcdf"))
    expectEqual(change.flatMap { whole.applying($0) }, change?.new)
    expectEqual(change.flatMap { Array("abcdef").applying($0.collectionDifference) }, Array("aebcdf"))
    expectEqual(change?.movedCount, 1)
  }

  @Test("A change of a part keeps the other items, and shows the part as it was changed", arguments: 0..<200)
  func parts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    let names = ["A", "B", "C"]
    let items = Array(0..<12).shuffled(using: &generator)
    let whole = Snapshot(names.map { name in (name, items.filter { $0 % 3 == names.firstIndex(of: name) }) })
    let seen = Set(items.filter { _ in number(2) == 0 })
    var initial = whole.filtered(seen.contains)
    if number(2) == 0 { initial.deleteEmptySections() }
    var final = initial
    for _ in 0..<number(4) {
      guard let item = final.itemIdentifiers.randomElement(using: &generator),
        let section = final.sectionIdentifiers.randomElement(using: &generator)
      else { break }
      switch number(4) {
      case 0: final.appendItems([item], toSection: section)
      case 1: final.deleteItems([item])
      case 2: final.appendItems([100 + number(3)], toSection: section)
      default:
        if let other = final.itemIdentifiers.randomElement(using: &generator), other != item {
          final.moveItem(item, beforeItem: other)
        }
      }
    }
    let transaction = DiffableDataSourceTransaction(from: initial, to: final)
    let change = try #require(transaction.difference(in: whole))
    let others = Set(items).subtracting(seen)
    expectEqual(change.new.filtered(others.contains), whole.filtered(others.contains))
    for section in final.sectionIdentifiers {
      let shown = change.new.itemIdentifiers(inSection: section).filter { !others.contains($0) }
      expectEqual(shown, final.itemIdentifiers(inSection: section))
    }
    #expect(change.new.sectionIdentifiers == names && change.old == whole)
    expectEqual(whole.applying(change), change.new)
  }

  @Test("A change has no effect on a list of which it does not show a part") func otherLists() {
    let initial = Snapshot([("A", [1, 2]), ("B", [3])])
    var final = initial
    final.moveItem(1, afterItem: 2)
    let transaction = DiffableDataSourceTransaction(from: initial, to: final)
    #expect(transaction.difference(in: Snapshot([("A", [2, 1]), ("B", [3])])) == nil)
    #expect(transaction.difference(in: Snapshot([("A", [1, 2])])) == nil)
    #expect(transaction.difference(in: Snapshot([("A", [1]), ("B", [3]), ("C", [2])])) == nil)
    final.appendItems([9])
    let arrival = DiffableDataSourceTransaction(from: initial, to: final)
    #expect(arrival.difference(in: Snapshot([("A", [9, 1, 2]), ("B", [3])])) == nil)
  }

  @Test("A transaction reports the given item as moved, together with its subtree") func movedItem() throws {
    let old = Snapshot([("A", [1, 2, 3])])
    let new = Snapshot([("A", [2, 1, 3])])
    var tree = DiffableDataSourceSectionSnapshot<Int>()
    tree.append([1, 2, 3])
    tree.append([10], to: 1)
    var after = tree
    after.move(1, after: 2)
    for (moved, changes) in [([1], [0, 1]), ([2], [1, 0])] {
      let transaction = DiffableDataSourceTransaction(
        new.difference(from: old, moved: moved), moved: moved, initialTree: { _ in tree },
        finalTree: { _ in after })
      let removal = try #require(transaction.difference.removals.first)
      guard case .remove(let from, let element, let to) = removal else { continue }
      #expect(element == moved[0] && from == changes[0] && to == changes[1])
      expectEqual(transaction.difference.count, 2)
      let section = transaction.sectionTransactions[0].difference
      let removed = section.removals.map { change in
        if case .remove(_, let element, _) = change { element } else { 0 }
      }
      expectEqual(removed, (moved == [1] ? [1, 10] : [2]), "with all below it")
    }
  }

  @Test("The transaction of a section includes the hidden items of its tree") func hiddenItems() {
    var before = DiffableDataSourceSectionSnapshot<Int>()
    before.append([1, 2])
    before.append([10, 11], to: 1)
    var after = before
    after.move(1, after: 2)
    let transaction = DiffableDataSourceTransaction(
      from: Snapshot([("A", before.visibleItems)]), to: Snapshot([("A", after.visibleItems)]),
      initialTree: { _ in before }, finalTree: { _ in after })
    let part = transaction.sectionTransactions[0]
    expectEqual(before.items.applying(part.difference), [2, 1, 10, 11])
    expectEqual(transaction.difference.count, 2)
  }

  @Test("A transaction without changes has no section transactions") func noChanges() {
    let transaction = DiffableDataSourceTransaction(from: vector(), to: vector())
    #expect(transaction.sectionTransactions.isEmpty && transaction.difference.isEmpty)
  }
}
