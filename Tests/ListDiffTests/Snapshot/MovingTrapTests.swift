import ListDiff
import TestSupport
import Testing

/// Impossible moves and updates stop the program, as other programming errors do.
@Suite("Impossible moves and updates") struct MovingTrapTests {
  @Test("Moving an item or a section beside itself traps") func movingBesideItself() async {
    let item = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(2, afterItem: 2)
    }
    expectTrap(
      item,
      "moveItem(_:afterItem:): Invalid update: destination for item move is the same as the source "
        + "[2] for update")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", afterSection: "A")
    }
    expectTrap(
      section,
      "moveSection(_:afterSection:): Invalid update: destination for section move is the same as "
        + "the source [A] for update")
  }

  @Test("Moving an unknown item or section, or moving beside one, traps") func unknownMoves() async {
    let item = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(99, afterItem: 2)
    }
    expectTrap(
      item,
      "moveItem(_:afterItem:): 99 is not in the snapshot (Invalid parameter not satisfying: "
        + "fromIndex != NSNotFound)")
    let beside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveItem(1, beforeItem: 99)
    }
    expectTrap(
      beside,
      "moveItem(_:beforeItem:): 99 is not in the snapshot (Invalid parameter not satisfying: "
        + "toIndex != NSNotFound)")
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("Z", beforeSection: "A")
    }
    expectTrap(
      section,
      "moveSection(_:beforeSection:): Z is not in the snapshot (Invalid parameter not satisfying: "
        + "fromSection != NSNotFound)")
    let besideSection = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.moveSection("A", beforeSection: "Z")
    }
    expectTrap(
      besideSection,
      "moveSection(_:beforeSection:): Z is not in the snapshot (Invalid parameter not satisfying: "
        + "toSection != NSNotFound)")
  }

  @Test("Updating an unknown item or section traps") func unknownUpdates() async {
    let reload = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadItems([99])
    }
    expectTrap(
      reload, "reloadItems(_:): Attempted to reload item identifier that does not exist in the snapshot: 99",
      in: nil)
    let reconfigure = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reconfigureItems([99])
    }
    expectTrap(
      reconfigure,
      "reconfigureItems(_:): Attempted to reconfigure item identifier that does not exist in the "
        + "snapshot: 99", in: nil)
    let section = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var snapshot = DiffableDataSourceSnapshot([("A", [1, 2])])
      snapshot.reloadSections(["Z"])
    }
    expectTrap(
      section,
      "reloadSections(_:): Attempted to reload section identifier that does not exist in the "
        + "snapshot: Z", in: nil)
  }
}
