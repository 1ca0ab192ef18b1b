import ListDiff
import TestSupport
import Testing

/// Programming errors with trees also stop the program with Apple's phrases.
@Suite("Programming errors with trees") struct SectionSnapshotTrapTests {
  @Test("Adding duplicate items to a tree traps") func duplicates() async {
    let appended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1])
      tree.append([2, 1], to: 1)
    }
    expectTrap(
      appended,
      "append(_:to:): Identifiers in a section snapshot must be unique. Duplicate item identifiers: "
        + "{(1)}; already present: 1 as a root")
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([3, 3])
    }
    expectTrap(
      twice,
      "append(_:to:): Identifiers in a section snapshot must be unique. Duplicate item identifiers: "
        + "{(3)}")
    let replaced = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1, 2])
      tree.append([3], to: 1)
      var other = DiffableDataSourceSectionSnapshot<Int>()
      other.append([2, 3])
      tree.replace(childrenOf: 1, using: other)
    }
    expectTrap(
      replaced,
      "replace(childrenOf:using:): Identifiers in a section snapshot must be unique. Duplicate item "
        + "identifiers: {(2)}; already present: 2 as a root", in: nil)
  }

  @Test("Appending to an unknown parent or taking its subtree traps") func unknownParents() async {
    let appended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1], to: 99)
    }
    expectTrap(
      appended, "append(_:to:): Parent item identifier does not exist in section snapshot: 99")
    let taken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSectionSnapshot<Int>().snapshot(of: 99)
    }
    expectTrap(
      taken, "snapshot(of:includingParent:): Parent item identifier does not exist in section snapshot: 99",
      in: nil)
  }

  @Test("Inserting beside an unknown item traps") func unknownSiblings() async {
    let before = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.insert([1], before: 99)
    }
    expectTrap(
      before, "insert(_:before:): Item identifier to insert before does not exist in section snapshot: 99")
    let after = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.insert([1], after: 99)
    }
    expectTrap(
      after, "insert(_:after:): Item identifier to insert after does not exist in section snapshot: 99")
  }

  @Test("Deleting or querying an unknown item traps") func unknownItems() async {
    let deleted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.delete([99])
    }
    expectTrap(
      deleted, "delete(_:): Failed to find index of item 99", in: nil)
    let level = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSectionSnapshot<Int>().level(of: 99)
    }
    expectTrap(
      level, "level(of:): Item identifier does not exist in section snapshot: 99", in: nil)
    let expanded = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSectionSnapshot<Int>().isExpanded(99)
    }
    expectTrap(
      expanded, "isExpanded(_:): Item identifier does not exist in section snapshot: 99", in: nil)
    let visible = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSectionSnapshot<Int>().isVisible(99)
    }
    expectTrap(
      visible, "isVisible(_:): Item identifier does not exist in section snapshot: 99", in: nil)
    let parent = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DiffableDataSourceSectionSnapshot<Int>().parent(of: 99)
    }
    expectTrap(
      parent, "parent(of:): Child item identifier does not exist in section snapshot: 99", in: nil)
  }

  @Test("Moving an item into its own subtree traps") func movingBelowItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1])
      tree.append([2], to: 1)
      tree.move(1, to: 2)
    }
    expectTrap(
      result, "move(_:to:): 2 is in the subtree of 1, which cannot move into itself")
  }

  @Test("Reconfiguring an unknown item traps") func updates() async {
    let reconfigured = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.reconfigureItems([99])
    }
    expectTrap(
      reconfigured, "reconfigureItems(_:): Item identifier does not exist in section snapshot: 99", in: nil)
  }
}
