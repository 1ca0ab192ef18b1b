import ListKit
import Testing

@testable import tui_demo

@Suite struct EditSnapshotTests {
  private var initial: EditSnapshot { .initial(from: .embedded) }

  private func names(_ list: MountainList, _ snapshot: EditSnapshot) -> [String] {
    snapshot.mountains(in: list).map(\.name)
  }

  @Test func eightMountainsInTwoLists() {
    #expect(names(.visited, initial) == ["Ben Nevis", "Triglav", "Mount Etna", "Mont Blanc"])
    #expect(names(.bucketList, initial) == ["Mount Fuji", "Matterhorn", "Kilimanjaro", "Aconcagua"])
    #expect(initial.itemIdentifiers.last == .addition)
  }

  @Test func movingToTheOtherListAndBackKeepsWhatAddsAtTheEnd() throws {
    var snapshot = initial
    let blanc = try #require(snapshot.mountains(in: .visited).last)
    snapshot.moveToOtherList(.mountain(blanc))
    #expect(names(.bucketList, snapshot).last == "Mont Blanc")
    #expect(snapshot.itemIdentifiers.last == .addition)
    #expect(snapshot.numberOfItems == initial.numberOfItems)
    snapshot.moveToOtherList(.mountain(blanc))
    #expect(snapshot.itemIdentifiers == initial.itemIdentifiers)
  }

  @Test func whatIsAddedIsTheHighestMissing() {
    var snapshot = initial
    snapshot.addHighest(of: .embedded)
    snapshot.addHighest(of: .embedded)
    #expect(names(.bucketList, snapshot).suffix(2) == ["Mount Everest", "K2"])
    #expect(snapshot.itemIdentifiers.last == .addition)
  }

  @Test func everyMountainCanBeAddedOnceAndThenNoMore() {
    var snapshot = initial
    let total = MountainCatalog.embedded.mountains.count
    for _ in 0..<total { snapshot.addHighest(of: .embedded) }
    #expect(snapshot.numberOfItems == total + 1)
  }

  @Test func summariesCount() {
    var snapshot = initial
    #expect(snapshot.summary(of: .visited) == "4 mountains, the highest Mont Blanc with 4,806 m")
    snapshot.deleteItems(Array(snapshot.itemIdentifiers(inSection: .visited).dropFirst()))
    #expect(snapshot.summary(of: .visited) == "1 mountain, the highest Ben Nevis with 1,345 m")
    snapshot.deleteItems(snapshot.itemIdentifiers(inSection: .visited))
    #expect(snapshot.summary(of: .visited) == "No mountain yet")
  }

  @Test func historyGoesBackAndForth() {
    var history = EditHistory<Int>()
    #expect(history.undo(from: 0) == nil)
    history.record(0)
    history.record(1)
    #expect(history.undo(from: 2) == 1)
    #expect(history.undo(from: 1) == 0)
    #expect(!history.canUndo)
    #expect(history.redo(from: 0) == 1)
    history.record(1)
    #expect(!history.canRedo)
    #expect(history.redo(from: 9) == nil)
    #expect(history.undo(from: 9) == 1)
  }
}
