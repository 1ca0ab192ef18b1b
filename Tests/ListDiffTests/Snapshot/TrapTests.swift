import ListDiff
import TestSupport
import Testing

/// Every programming error stops the program with a message that names the operation and contains Apple's
/// phrase.
@Suite("Programming errors with snapshots") struct TrapTests {
  // Phrases of Apple.
  private static let twice = "Fatal: supplied item identifiers are not unique. Duplicate identifiers:"
  private static let unsatisfied = "Invalid parameter not satisfying:"

  private static let mistakes: [Mistake] = [
    Mistake(
      "appendItems(_:toSection:): There are currently no sections in the data source. Please add a section "
        + "first."
    ) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendItems([1])
    },
    Mistake("appendItems(_:toSection:): no section Z among [A, B] (\(unsatisfied) section != NSNotFound)") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [4, 5])])
      snapshot.appendItems([6], toSection: "Z")
    },
    Mistake("insertItems(_:beforeItem:): no item 99 in the snapshot (\(unsatisfied) section != NSNotFound)") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.insertItems([6], beforeItem: 99)
    },
    Mistake("appendItems(_:toSection:): \(twice) {(7)}") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.appendItems([7, 8, 7])
    },
    Mistake("appendItems(_:toSection:): \(twice) {(2)}") {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendSections(["A", "B"])
      snapshot.appendItems([1, 2, 2], toSection: "A")
    },
    Mistake("insertItems(_:afterItem:): \(twice) {(9)}") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1])])
      snapshot.insertItems([9, 8, 9], afterItem: 1)
    },
    Mistake("appendItems(_:toSection:): \(twice) {(7, 300)}; already present: 7 in section A") {
      let snapshot = DiffableDataSourceSnapshot([("A", Array(1...200)), ("B", [])])
      var copy = snapshot
      copy.moveItem(1, afterItem: 7)
      copy.appendItems([300, 7, 301, 7, 300])
      _ = snapshot
    },
    Mistake("insertItems(_:afterItem:): \(twice) {(2)}; already present: 2 in section A") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [])])
      snapshot.insertItems([2, 9, 2], afterItem: 3)
    },
    Mistake("deleteItems(_:): \(twice) {(1)}; already present: 1 in section A", in: nil) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.deleteItems([1, 1])
    },
    Mistake("reloadItems(_:): \(twice) {(1)}; already present: 1 in section A", in: nil) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reloadItems([1, 1])
    },
    Mistake("reconfigureItems(_:): \(twice) {(1)}; already present: 1 in section A", in: nil) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reconfigureItems([1, 1])
    },
    Mistake("init(_:): \(twice) {(2)}", in: nil) {
      _ = DiffableDataSourceSnapshot([("A", [1, 2]), ("B", [2])])
    },
    Mistake(
      "appendSections(_:): Fatal: supplied section identifiers are not unique. Duplicate identifiers: {(A)}"
    ) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendSections(["A", "B", "A"])
    },
    Mistake(
      "insertSections(_:afterSection:): no section Z among [A] (\(unsatisfied) insertIndex != NSNotFound)"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1])])
      snapshot.insertSections(["B"], afterSection: "Z")
    },
    Mistake(
      "appendSections(_:): Diffable data source detected an attempt to insert or append 1 section "
        + "identifier(s) that already exist(s) in the snapshot. Identifiers in a snapshot must be unique. "
        + "Section identifier(s) that already exist(s): [A], among [A, B]"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1]), ("B", [])])
      snapshot.appendSections(["A"])
    },
    Mistake(
      "numberOfItems(inSection:): no section Z among [A]. Section identifier was not found. You can verify "
        + "the section exists by calling indexOfSection(_:), the indexOfSectionIdentifier API (which has "
        + "O(1) performance)", in: nil
    ) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).numberOfItems(inSection: "Z")
    },
    Mistake(
      "itemIdentifiers(inSection:): no section Z among [A]. Section identifier was not found. You can "
        + "verify the section exists by calling indexOfSection(_:), the indexOfSectionIdentifier API "
        + "(which has O(1) performance)", in: nil
    ) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).itemIdentifiers(inSection: "Z")
    },
    Mistake(
      "insertItems(_:beforeItem:): Invalid update: destination for insertion operation [1] is in the "
        + "insertion identifier list for update"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertItems([1], beforeItem: 1)
    },
    Mistake(
      "insertSections(_:beforeSection:): Invalid update: destination for section operation [A] is in the "
        + "inserted section list for update"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertSections(["B", "A"], beforeSection: "A")
    },
    Mistake(
      "moveItem(_:afterItem:): Invalid update: destination for item move is the same as the source [2] for "
        + "update"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(2, afterItem: 2)
    },
    Mistake(
      "moveSection(_:afterSection:): Invalid update: destination for section move is the same as the "
        + "source [A] for update"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", afterSection: "A")
    },
    Mistake("moveItem(_:afterItem:): 99 is not in the snapshot (\(unsatisfied) fromIndex != NSNotFound)") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(99, afterItem: 2)
    },
    Mistake("moveItem(_:beforeItem:): 99 is not in the snapshot (\(unsatisfied) toIndex != NSNotFound)") {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(1, beforeItem: 99)
    },
    Mistake(
      "moveSection(_:beforeSection:): Z is not in the snapshot (\(unsatisfied) fromSection != NSNotFound)"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("Z", beforeSection: "A")
    },
    Mistake(
      "moveSection(_:beforeSection:): Z is not in the snapshot (\(unsatisfied) toSection != NSNotFound)"
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", beforeSection: "Z")
    },
    Mistake(
      "reloadItems(_:): Attempted to reload item identifier that does not exist in the snapshot: 99", in: nil
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadItems([99])
    },
    Mistake(
      "reconfigureItems(_:): Attempted to reconfigure item identifier that does not exist in the snapshot: "
        + "99", in: nil
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reconfigureItems([99])
    },
    Mistake(
      "reloadSections(_:): Attempted to reload section identifier that does not exist in the snapshot: Z",
      in: nil
    ) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadSections(["Z"])
    },
  ]

  @Test(
    "A programming error stops the program with a message that names the operation",
    arguments: mistakes.indices)
  func trap(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
      await TrapTests.mistakes[number].make()
    }
    expectTrap(result, Self.mistakes[number].message, in: Self.mistakes[number].file)
  }
}
