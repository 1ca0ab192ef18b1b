import ListDiff
import Testing

@Suite("Transactions") struct TransactionTests {
  @Test("A move within a section is a transaction of this section only") func withinSection() throws {
    let old = Snapshot([("A", [1, 2, 3]), ("B", [4, 5])])
    var new = old
    new.moveItem(5, beforeItem: 4)
    let transaction = DiffableDataSourceTransaction(from: old, to: new)
    #expect(transaction.difference.count == 2, "one removal and one insertion")
    #expect(transaction.difference.removals.count == 1)
    guard case .remove(_, _, let to) = try #require(transaction.difference.removals.first) else { return }
    #expect(to != nil, "associated with each other")
    #expect(old.itemIdentifiers.applying(transaction.difference) == new.itemIdentifiers)
    #expect(transaction.sectionTransactions.map(\.sectionIdentifier) == ["B"])
    let section = try #require(transaction.sectionTransactions.first)
    #expect([4, 5].applying(section.difference) == [5, 4])
    #expect(section.initialSnapshot.items == [4, 5] && section.finalSnapshot.items == [5, 4])
    #expect(transaction.initialSnapshot == old && transaction.finalSnapshot == new)
  }

  @Test("A move to another section is a transaction of both sections") func betweenSections() {
    let old = Snapshot([("A", [1, 2, 3]), ("B", [4, 5]), ("C", [6])])
    var new = old
    new.moveItem(2, afterItem: 4)
    let transaction = DiffableDataSourceTransaction(from: old, to: new)
    #expect(transaction.sectionTransactions.map(\.sectionIdentifier) == ["A", "B"])
    var store = ["A": [1, 2, 3], "B": [4, 5]]
    for part in transaction.sectionTransactions {
      store[part.sectionIdentifier] = store[part.sectionIdentifier]?.applying(part.difference)
    }
    #expect(store == ["A": [1, 3], "B": [4, 2, 5]])
    let source = transaction.sectionTransactions[0].difference
    #expect(source.count == 1 && source.insertions.isEmpty)
    guard case .remove(let offset, _, let associated)? = source.first else { return }
    #expect(offset == 1 && associated == nil)
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
      #expect(transaction.difference.count == 2)
      let section = transaction.sectionTransactions[0].difference
      let removed = section.removals.map { change in
        if case .remove(_, let element, _) = change { element } else { 0 }
      }
      #expect(removed == (moved == [1] ? [1, 10] : [2]), "with all below it")
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
    #expect(before.items.applying(part.difference) == [2, 1, 10, 11])
    #expect(transaction.difference.count == 2)
  }

  @Test("A transaction without changes has no section transactions") func noChanges() {
    let transaction = DiffableDataSourceTransaction(from: vector(), to: vector())
    #expect(transaction.sectionTransactions.isEmpty && transaction.difference.isEmpty)
  }
}
