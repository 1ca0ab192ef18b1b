import Foundation
import ListDiff
import TestSupport
import Testing

/// A row whose identity does not include its content.
struct Row: Hashable, Sendable {
  var id: Int
  var text: String

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@Suite("Marks of updated items") struct MarkTests {
  @Test("Marks are in the order of their calls, without duplicates, and do not affect equality")
  func markOrder() {
    var snapshot = vector()
    snapshot.reloadItems([3, 1])
    snapshot.reloadItems([1, 5])
    snapshot.reconfigureItems([2])
    snapshot.reloadSections(["B"])
    expectEqual(snapshot.reloadedItemIdentifiers, [3, 1, 5])
    expectEqual(snapshot.reconfiguredItemIdentifiers, [2])
    expectEqual(snapshot.reloadedSectionIdentifiers, ["B"])
    expectEqual(snapshot, vector(), "marks are not part of equality")
    let copy = snapshot
    snapshot.removeAllMarks()
    #expect(snapshot.reloadedItemIdentifiers.isEmpty)
    expectEqual(copy.reloadedItemIdentifiers, [3, 1, 5])
  }

  @Test("A difference reports an item that is marked twice as reloaded") func reloading() {
    var snapshot = vector()
    snapshot.reconfigureItems([1, 2])
    snapshot.reloadItems([2])
    let difference = snapshot.difference(from: vector())
    expectEqual(difference.reloadedItems, [ItemPosition(section: 0, item: 1)])
    expectEqual(difference.reconfiguredItems, [ItemPosition(section: 0, item: 0)])
    expectEqual(difference.change(ofItemAt: 0), .reconfigured)
    expectEqual(difference.change(ofItemAt: 1), .reloaded)
    #expect(difference.change(ofItemAt: 2) == nil)
    expectEqual(difference.changeCount, 2)
    #expect(!difference.isEmpty)
  }

  @Test("Marks of inserted items do not affect a difference") func ineffectiveMarks() {
    var snapshot = vector()
    snapshot.appendItems([9])
    snapshot.reloadItems([9])
    let difference = snapshot.difference(from: vector())
    expectEqual(difference.reloadedCount, 0)
    expectEqual(snapshot.reloadedItemIdentifiers, [9])
  }

  @Test("A deleted item of an outline has no mark, nor has an item below it") func deletedBranches() {
    var tree = DiffableDataSourceSectionSnapshot<Int>()
    tree.append([1, 2, 3])
    tree.append([10, 11], to: 1)
    tree.reconfigureItems([3, 10, 11, 2])
    expectEqual(tree.filtered { $0 == 11 }.reconfiguredItemIdentifiers, [11])
    tree.delete([10])
    expectEqual(tree.reconfiguredItemIdentifiers, [3, 11, 2])
    tree.move(2, to: 1)
    tree.delete([1])
    expectEqual(tree.reconfiguredItemIdentifiers, [3])
  }

  @Test("A reloaded section reloads its items") func reloadedSection() {
    var snapshot = vector()
    snapshot.reloadSections(["B"])
    let difference = snapshot.difference(from: vector())
    expectEqual(difference.sectionChange(at: 1), .reloaded)
    #expect(difference.sectionChange(at: 0) == nil)
    expectEqual(difference.change(ofItemAt: 3), .reloaded)
    expectEqual(difference.reloadedCount, 2)
  }
}

@Suite("Content of equal items") struct ContentTests {
  static let old = DiffableDataSourceSnapshot([("A", [Row(id: 1, text: "one"), Row(id: 2, text: "two")])])

  @Test("A difference that compares content reports changed items as reconfigured") func changedContent() {
    let new = DiffableDataSourceSnapshot([("A", [Row(id: 2, text: "zwei"), Row(id: 1, text: "one")])])
    let difference = new.difference(from: Self.old) { $0.text == $1.text }
    expectEqual(difference.reconfiguredItems, [ItemPosition(section: 0, item: 0)])
    expectEqual(new.difference(from: Self.old).reconfiguredCount, 0)
    expectEqual(new.itemIdentifier(at: 0)?.text, "zwei")
    expectEqual(Self.old.applying(difference)?.itemIdentifier(at: 0)?.text, "zwei")
  }

  @Test("Appending or reconfiguring an equal item replaces its content") func newValues() {
    var snapshot = Self.old
    snapshot.appendItems([Row(id: 1, text: "eins")])
    expectEqual(snapshot.itemIdentifiers.map(\.text), ["two", "eins"])
    snapshot.reconfigureItems([Row(id: 2, text: "zwei")])
    expectEqual(snapshot.itemIdentifiers.map(\.text), ["zwei", "eins"])
    expectEqual(Self.old.itemIdentifiers.map(\.text), ["one", "two"])
    snapshot.deleteItems([Row(id: 1, text: "")])
    snapshot.appendItems([Row(id: 1, text: "uno")])
    expectEqual(snapshot.itemIdentifiers.map(\.text), ["zwei", "uno"])
    expectEqual(snapshot.indexOfItem(Row(id: 1, text: "whatever")), 1)
    let difference = snapshot.difference(from: Self.old) { $0.text == $1.text }
    expectEqual(difference.reconfiguredCount, 2)
    expectEqual(difference.movedCount, 1)
  }
}

@Suite("Validation of data") struct ValidatingTests {
  @Test("Validation throws an error for duplicates, and appending new items skips them")
  func duplicates() throws {
    #expect(throws: SnapshotError.duplicateSections(operation: "init(validating:)", sections: ["A"])) {
      try Snapshot(validating: [("A", [1]), ("A", [2])])
    }
    let error = SnapshotError.duplicateItems(
      operation: "init(validating:)", items: ["2"], present: ["2 in section A, B"])
    #expect(throws: error) { try Snapshot(validating: [("A", [1, 2]), ("B", [2])]) }
    #expect("\(error)".contains("2 in section A, B"))
    try expectEqual(Snapshot(validating: [("A", [1, 2, 3]), ("B", [4, 5])]), vector())
    var snapshot = vector()
    expectEqual(snapshot.appendNewItems([5, 6, 7, 6, 1], toSection: "A"), [5, 6, 1])
    expectEqual(outline(snapshot), "A[1 2 3 6 7] B[4 5]")
  }

  @Test("Calls without items or sections leave an empty snapshot empty") func emptyCalls() {
    var snapshot = Snapshot()
    snapshot.appendItems([])
    snapshot.appendSections([])
    snapshot.deleteItems([])
    snapshot.deleteSections([])
    snapshot.reloadItems([])
    #expect(snapshot.isEmpty)
    #expect(snapshot.itemIdentifier(at: 0) == nil)
    #expect(snapshot.position(ofItemAt: 0) == nil)
    #expect(snapshot.sectionIdentifier(at: 0) == nil)
  }

  @Test("An item and a section can have the same identifier") func namespaces() {
    let snapshot = NumberSnapshot([(1, [1, 2]), (2, [])])
    expectEqual(snapshot.indexOfSection(2), 1)
    expectEqual(snapshot.indexOfItem(2), 1)
    #expect(snapshot.contains(section: 1) && snapshot.contains(1))
  }
}

@Suite("Encoded snapshots") struct CodingTests {
  @Test("A decoded snapshot has the items, the sections and the marks of the encoded one")
  func coding() throws {
    var snapshot = vector()
    snapshot.appendSections(["C"])
    snapshot.reloadItems([2])
    snapshot.reloadSections(["A"])
    let data = try JSONEncoder().encode(snapshot)
    let decoded = try JSONDecoder().decode(Snapshot.self, from: data)
    expectEqual(decoded, snapshot)
    expectEqual(decoded.reloadedItemIdentifiers, [2])
    expectEqual(decoded.reloadedSectionIdentifiers, ["A"])
  }

  @Test("An encoded snapshot has the marks of the remaining items and sections") func deletedMarks() throws {
    var snapshot = vector()
    snapshot.reloadItems([2, 4])
    snapshot.reconfigureItems([1, 5])
    snapshot.reloadSections(["A", "B"])
    snapshot.deleteSections(["B"])
    snapshot.deleteItems([1])
    let decoded = try JSONDecoder().decode(Snapshot.self, from: JSONEncoder().encode(snapshot))
    #expect(decoded.reloadedItemIdentifiers == [2] && decoded.reconfiguredItemIdentifiers == [])
    expectEqual(decoded.reloadedSectionIdentifiers, ["A"])
  }

  fileprivate static func marked(_ key: String, _ identifiers: String) -> String {
    #"{"sections":["A"],"counts":[2],"items":[1,2],"\#(key)":\#(identifiers)}"#
  }

  @Test(
    "Decoding a snapshot from invalid data throws an error",
    arguments: [
      #"{"sections":["A"],"counts":[2],"items":[1,1]}"#, #"{"sections":["A"],"counts":[3],"items":[1,2]}"#,
      #"{"sections":["A","A"],"counts":[1,1],"items":[1,2]}"#,
      #"{"sections":["A"],"counts":[-1,3],"items":[1,2]}"#,
      #"{"sections":["A"],"counts":[9223372036854775807],"items":[]}"#,
      CodingTests.marked("reloadedItems", "[3]"), CodingTests.marked("reconfiguredItems", "[1,3]"),
      CodingTests.marked("reloadedSections", #"["B"]"#),
    ])
  func invalidData(_ json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Snapshot.self, from: Data(json.utf8)) }
  }
}

@Suite("Descriptions of snapshots") struct DescriptionTests {
  @Test("The description of a snapshot is an outline with marks") func outlines() {
    var snapshot = vector()
    snapshot.reloadSections(["B"])
    snapshot.reconfigureItems([2])
    expectEqual(
      snapshot.description,
      """
      2 sections, 5 items
      A
        1
      ~ 2
        3
      ↻ B
        4
        5
      """)
    expectEqual(Mirror(reflecting: snapshot).children.map { $0.label ?? "" }, ["A", "B"])
  }

  @Test("The description of a difference has one line for each change") func changes() {
    let old = Snapshot([("A", [1, 2, 3, 4]), ("B", [])])
    var new = Snapshot([("C", []), ("A", [1, 4, 9, 2])])
    new.reconfigureItems([1])
    expectEqual(
      new.difference(from: old).description,
      """
      6 changes
      - section B [1]
      + section C [0]
      - 3 [0, 2]
      + 9 [1, 2]
      ↑ 4 [0, 3] → [1, 1]
      ~ 1 [1, 0]
      """)
    expectEqual(old.difference(from: old).description, "no changes")
  }

  @Test("Equal snapshots have equal hash values") func hashing() {
    expectEqual(Set([vector(), vector(), Snapshot()]).count, 2)
    var edited = vector()
    edited.moveItem(1, afterItem: 5)
    #expect(edited != vector())
    edited.moveItem(1, beforeItem: 2)
    expectEqual(edited, vector())
    expectEqual(edited.hashValue, vector().hashValue)
  }
}
