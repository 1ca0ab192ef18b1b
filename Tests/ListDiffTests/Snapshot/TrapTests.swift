import ListDiff
import Testing

/// Every mistake stops the program with a text that names the operation and contains Apple's phrase.
@Suite struct TrapTests {
  /// Whether what a process wrote before it died contains some phrases.
  static func check(
    _ result: ExitTest.Result?, _ phrases: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for phrase in phrases {
      #expect(text.contains(phrase), "\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test func appendingWithoutSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendItems([1])
    }
    Self.check(
      result, "appendItems(_:toSection:)",
      "There are currently no sections in the data source. Please add a section first.")
  }

  @Test func appendingToAnUnknownSection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [4, 5])])
      snapshot.appendItems([6], toSection: "Z")
    }
    Self.check(result, "no section Z among [A, B]", "Invalid parameter not satisfying: section != NSNotFound")
  }

  @Test func insertingBesideAnUnknownItem() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.insertItems([6], beforeItem: 99)
    }
    Self.check(
      result, "insertItems(_:beforeItem:): no item 99",
      "Invalid parameter not satisfying: section != NSNotFound")
  }

  @Test func duplicatesInOneCall() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.appendItems([7, 8, 7])
    }
    Self.check(
      result, "Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(7)}", "appendItems")
  }

  @Test func existingDuplicatesSayWhereTheyStand() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3]), ("B", [])])
      snapshot.insertItems([2, 9, 2], afterItem: 3)
    }
    Self.check(result, "Duplicate identifiers: {(2)}")
  }

  @Test func duplicatesInDeleteReloadAndReconfigure() async {
    let deleting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.deleteItems([1, 1])
    }
    Self.check(deleting, "deleteItems(_:): Fatal: supplied item identifiers are not unique", "1 in section A")
    let reloading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reloadItems([1, 1])
    }
    Self.check(reloading, "reloadItems(_:): Fatal: supplied item identifiers are not unique")
    let reconfiguring = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2, 3])])
      snapshot.reconfigureItems([1, 1])
    }
    Self.check(reconfiguring, "reconfigureItems(_:): Fatal: supplied item identifiers are not unique")
  }

  @Test func duplicatesInTheInitializer() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1, 2]), ("B", [2])])
    }
    Self.check(result, "init(_:)", "Duplicate identifiers: {(2)}")
  }

  @Test func duplicateSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot<String, Int>()
      snapshot.appendSections(["A", "B", "A"])
    }
    Self.check(result, "Fatal: supplied section identifiers are not unique. Duplicate identifiers: {(A)}")
  }

  @Test func insertingBesideAnUnknownSection() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1])])
      snapshot.insertSections(["B"], afterSection: "Z")
    }
    Self.check(
      result, "no section Z among [A]", "Invalid parameter not satisfying: insertIndex != NSNotFound")
  }

  @Test func existingSections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1]), ("B", [])])
      snapshot.appendSections(["A"])
    }
    Self.check(
      result, "attempt to insert or append 1 section identifier(s) that already exist(s) in the snapshot",
      "Section identifier(s) that already exist(s): [A], among [A, B]")
  }

  @Test func askingAnUnknownSection() async {
    let counting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).numberOfItems(inSection: "Z")
    }
    Self.check(counting, "numberOfItems(inSection:)", "Section identifier was not found.")
    let listing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSnapshot([("A", [1])]).itemIdentifiers(inSection: "Z")
    }
    Self.check(listing, "itemIdentifiers(inSection:)", "(which has O(1) performance)")
  }

  @Test func destinationsAmongTheInserted() async {
    let items = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertItems([1], beforeItem: 1)
    }
    Self.check(
      items, "Invalid update: destination for insertion operation [1] is in the insertion identifier list")
    let sections = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.insertSections(["B", "A"], beforeSection: "A")
    }
    Self.check(
      sections,
      "Invalid update: destination for section operation [A] is in the inserted section list for update")
  }

  @Test func movingBesideItself() async {
    let item = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(2, afterItem: 2)
    }
    Self.check(item, "Invalid update: destination for item move is the same as the source [2] for update")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", afterSection: "A")
    }
    Self.check(
      section, "Invalid update: destination for section move is the same as the source [A] for update")
  }

  @Test func movingTheUnknown() async {
    let item = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(99, afterItem: 2)
    }
    Self.check(item, "99 is not in the snapshot", "Invalid parameter not satisfying: fromIndex != NSNotFound")
    let beside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(1, beforeItem: 99)
    }
    Self.check(beside, "Invalid parameter not satisfying: toIndex != NSNotFound")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("Z", beforeSection: "A")
    }
    Self.check(section, "Invalid parameter not satisfying: fromSection != NSNotFound")
    let besideSection = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", beforeSection: "Z")
    }
    Self.check(besideSection, "Invalid parameter not satisfying: toSection != NSNotFound")
  }

  @Test func updatingTheUnknown() async {
    let reload = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadItems([99])
    }
    Self.check(reload, "Attempted to reload item identifier that does not exist in the snapshot: 99")
    let reconfigure = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reconfigureItems([99])
    }
    Self.check(
      reconfigure, "Attempted to reconfigure item identifier that does not exist in the snapshot: 99")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadSections(["Z"])
    }
    Self.check(section, "Attempted to reload section identifier that does not exist in the snapshot: Z")
  }
}
