import ListDiff
import TestSupport
import Testing

/// Every programming error stops the program with a message that names the operation and contains Apple's
/// phrase.
@Suite("Programming errors with snapshots") struct TrapTests {
  @Test("Appending items to a snapshot without sections traps") func noSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendItems([1])
    }
    expectTrap(
      result,
      "appendItems(_:toSection:): There are currently no sections in the data source. Please add a "
        + "section first.")
  }

  @Test("Appending items to an unknown section traps") func unknownSection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [4, 5])])
      snapshot.appendItems([6], toSection: "Z")
    }
    expectTrap(
      result,
      "appendItems(_:toSection:): no section Z among [A, B] (Invalid parameter not satisfying: "
        + "section != NSNotFound)")
  }

  @Test("Inserting items beside an unknown item traps") func unknownItem() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.insertItems([6], beforeItem: 99)
    }
    expectTrap(
      result,
      "insertItems(_:beforeItem:): no item 99 in the snapshot (Invalid parameter not satisfying: "
        + "section != NSNotFound)")
  }

  @Test("Appending the same item twice in one call traps") func duplicates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.appendItems([7, 8, 7])
    }
    expectTrap(
      result,
      "appendItems(_:toSection:): Fatal: supplied item identifiers are not unique. Duplicate "
        + "identifiers: {(7)}")
  }

  /// Items that the snapshot stored before it found the duplicate are not reported as present.
  @Test("The message about duplicates does not report new items as present") func newDuplicates() async {
    let appended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendSections(["A", "B"])
      snapshot.appendItems([1, 2, 2], toSection: "A")
    }
    expectTrap(
      appended,
      "appendItems(_:toSection:): Fatal: supplied item identifiers are not unique."
        + " Duplicate identifiers: {(2)}")
    let inserted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1])])
      snapshot.insertItems([9, 8, 9], afterItem: 1)
    }
    expectTrap(
      inserted,
      "insertItems(_:afterItem:): Fatal: supplied item identifiers are not unique."
        + " Duplicate identifiers: {(9)}")
    let copied = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let snapshot = DiffableDataSourceSnapshot([("A", Array(1...200)), ("B", [])])
      var copy = snapshot
      copy.moveItem(1, afterItem: 7)
      copy.appendItems([300, 7, 301, 7, 300])
      _ = snapshot
    }
    expectTrap(
      copied,
      "appendItems(_:toSection:): Fatal: supplied item identifiers are not unique."
        + " Duplicate identifiers: {(7, 300)}; already present: 7 in section A")
  }

  @Test("The message about duplicates names the sections of items that are present")
  func presentDuplicates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [])])
      snapshot.insertItems([2, 9, 2], afterItem: 3)
    }
    expectTrap(
      result,
      "insertItems(_:afterItem:): Fatal: supplied item identifiers are not unique. Duplicate "
        + "identifiers: {(2)}; already present: 2 in section A")
  }

  @Test("Deleting, reloading or reconfiguring the same item twice in one call traps")
  func duplicateArguments() async {
    let deleting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.deleteItems([1, 1])
    }
    expectTrap(
      deleting,
      "deleteItems(_:): Fatal: supplied item identifiers are not unique. Duplicate identifiers: "
        + "{(1)}; already present: 1 in section A", in: nil)
    let reloading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reloadItems([1, 1])
    }
    expectTrap(
      reloading,
      "reloadItems(_:): Fatal: supplied item identifiers are not unique. Duplicate identifiers: "
        + "{(1)}; already present: 1 in section A", in: nil)
    let reconfiguring = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reconfigureItems([1, 1])
    }
    expectTrap(
      reconfiguring,
      "reconfigureItems(_:): Fatal: supplied item identifiers are not unique. Duplicate "
        + "identifiers: {(1)}; already present: 1 in section A", in: nil)
  }

  @Test("Creating a snapshot with duplicate items traps") func initializer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1, 2]), ("B", [2])])
    }
    expectTrap(
      result, "init(_:): Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(2)}",
      in: nil)
  }

  @Test("Appending the same section twice in one call traps") func duplicateSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendSections(["A", "B", "A"])
    }
    expectTrap(
      result,
      "appendSections(_:): Fatal: supplied section identifiers are not unique. Duplicate "
        + "identifiers: {(A)}")
  }

  @Test("Inserting sections beside an unknown section traps") func unknownAnchor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1])])
      snapshot.insertSections(["B"], afterSection: "Z")
    }
    expectTrap(
      result,
      "insertSections(_:afterSection:): no section Z among [A] (Invalid parameter not satisfying: "
        + "insertIndex != NSNotFound)")
  }

  @Test("Appending a section that exists traps") func existingSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1]), ("B", [])])
      snapshot.appendSections(["A"])
    }
    expectTrap(
      result,
      "appendSections(_:): Diffable data source detected an attempt to insert or append 1 section "
        + "identifier(s) that already exist(s) in the snapshot. Identifiers in a snapshot must be "
        + "unique. Section identifier(s) that already exist(s): [A], among [A, B]")
  }

  @Test("Querying the items of an unknown section traps") func sectionQueries() async {
    let counting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).numberOfItems(inSection: "Z")
    }
    expectTrap(
      counting,
      "numberOfItems(inSection:): no section Z among [A]. Section identifier was not found. You can "
        + "verify the section exists by calling indexOfSection(_:), the indexOfSectionIdentifier API "
        + "(which has O(1) performance)", in: nil)
    let listing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).itemIdentifiers(inSection: "Z")
    }
    expectTrap(
      listing,
      "itemIdentifiers(inSection:): no section Z among [A]. Section identifier was not found. You "
        + "can verify the section exists by calling indexOfSection(_:), the indexOfSectionIdentifier "
        + "API (which has O(1) performance)", in: nil)
  }

  @Test("Inserting items or sections beside one of themselves traps") func insertedAnchors() async {
    let items = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertItems([1], beforeItem: 1)
    }
    expectTrap(
      items,
      "insertItems(_:beforeItem:): Invalid update: destination for insertion operation [1] is in "
        + "the insertion identifier list for update")
    let sections = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertSections(["B", "A"], beforeSection: "A")
    }
    expectTrap(
      sections,
      "insertSections(_:beforeSection:): Invalid update: destination for section operation [A] is "
        + "in the inserted section list for update")
  }
}
