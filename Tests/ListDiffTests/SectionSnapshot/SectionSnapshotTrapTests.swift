import ListDiff
import TestSupport
import Testing

/// Programming errors with trees also stop the program with Apple's phrases.
@Suite("Programming errors with trees") struct SectionSnapshotTrapTests {
  private static let twice = "Identifiers in a section snapshot must be unique. Duplicate item identifiers:"

  private static let mistakes: [Mistake] = [
    Mistake("append(_:to:): \(twice) {(1)}; already present: 1 as a root") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1])
      tree.append([2, 1], to: 1)
    },
    Mistake("append(_:to:): \(twice) {(3)}") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([3, 3])
    },
    Mistake("replace(childrenOf:using:): \(twice) {(2)}; already present: 2 as a root", in: nil) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1, 2])
      tree.append([3], to: 1)
      var other = DiffableDataSourceSectionSnapshot<Int>()
      other.append([2, 3])
      tree.replace(childrenOf: 1, using: other)
    },
    Mistake("append(_:to:): Parent item identifier does not exist in section snapshot: 99") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1], to: 99)
    },
    Mistake(
      "snapshot(of:includingParent:): Parent item identifier does not exist in section snapshot: 99", in: nil
    ) {
      _ = DiffableDataSourceSectionSnapshot<Int>().snapshot(of: 99)
    },
    Mistake("insert(_:before:): Item identifier to insert before does not exist in section snapshot: 99") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.insert([1], before: 99)
    },
    Mistake("insert(_:after:): Item identifier to insert after does not exist in section snapshot: 99") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.insert([1], after: 99)
    },
    Mistake("delete(_:): Failed to find index of item 99", in: nil) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.delete([99])
    },
    Mistake("level(of:): Item identifier does not exist in section snapshot: 99", in: nil) {
      _ = DiffableDataSourceSectionSnapshot<Int>().level(of: 99)
    },
    Mistake("isExpanded(_:): Item identifier does not exist in section snapshot: 99", in: nil) {
      _ = DiffableDataSourceSectionSnapshot<Int>().isExpanded(99)
    },
    Mistake("isVisible(_:): Item identifier does not exist in section snapshot: 99", in: nil) {
      _ = DiffableDataSourceSectionSnapshot<Int>().isVisible(99)
    },
    Mistake("parent(of:): Child item identifier does not exist in section snapshot: 99", in: nil) {
      _ = DiffableDataSourceSectionSnapshot<Int>().parent(of: 99)
    },
    Mistake("move(_:to:): 2 is in the subtree of 1, which cannot move into itself") {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.append([1])
      tree.append([2], to: 1)
      tree.move(1, to: 2)
    },
    Mistake("reconfigureItems(_:): Item identifier does not exist in section snapshot: 99", in: nil) {
      var tree = DiffableDataSourceSectionSnapshot<Int>()
      tree.reconfigureItems([99])
    },
  ]

  @Test(
    "A programming error stops the program with a message that names the operation",
    arguments: mistakes.indices)
  func trap(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
      await SectionSnapshotTrapTests.mistakes[number].make()
    }
    expectTrap(result, Self.mistakes[number].message, in: Self.mistakes[number].file)
  }
}
