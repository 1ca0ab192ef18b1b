import ListKit
import Testing

@testable import tui_demo

/// Scripted sessions: keys in, pictures out.
@MainActor
@Suite struct EditControllerTests {
  private func session(columns: Int = 70, lines: Int = 24) -> ControllerHarness<EditController> {
    ControllerHarness(columns: columns, lines: lines, EditController(catalog: .embedded))
  }

  private func names(_ session: ControllerHarness<EditController>, _ list: MountainList) -> [String] {
    session.controller.dataSource.snapshot().mountains(in: list).map(\.name)
  }

  @Test func headersAndFootersStandAroundTheLists() {
    let session = session()
    let texts = session.lines.map { $0.drop { $0 == " " } }
    #expect(texts.contains { $0.hasPrefix("Visited") })
    #expect(texts.contains { $0.hasPrefix("Bucket List") })
    #expect(session.contains("4 mountains, the highest Mont Blanc with 4,806 m"))
    #expect(session.contains("4 mountains, the highest Aconcagua with 6,961 m"))
    #expect(session.lines.contains { $0.contains("Triglav") && $0.contains("2,864 m") })
  }

  @Test func editingShowsControlsAndDoneHidesThem() {
    let session = session()
    let before = session.lines
    session.press(.character("e"))
    #expect(session.lines.contains { $0.contains("⊖") && $0.contains("Triglav") && $0.contains("≡") })
    #expect(
      session.lines.contains { $0.contains("⊕") && $0.contains("Add another") && !$0.contains("≡") })
    #expect(session.contains("e is done"))
    session.press(KeyPress(.escape))
    #expect(session.lines == before)
    session.press(.alt("e"), .alt("e"))
    #expect(session.lines == before)
  }

  @Test func deletingAsksUndoingBringsBackRedoingDeletesAgain() {
    let session = session()
    session.press(.character("d"))
    #expect(names(session, .visited).first == "Ben Nevis")
    #expect(session.contains("delete?"))
    session.press(.character("d"))
    session.settle()
    #expect(names(session, .visited) == ["Triglav", "Mount Etna", "Mont Blanc"])
    #expect(session.contains("3 mountains, the highest Mont Blanc"))
    session.press(.character("u"))
    session.settle()
    #expect(names(session, .visited) == ["Ben Nevis", "Triglav", "Mount Etna", "Mont Blanc"])
    session.press(.control("r"))
    session.settle()
    #expect(names(session, .visited) == ["Triglav", "Mount Etna", "Mont Blanc"])
  }

  @Test func enterOnASignDeletesOrAdds() {
    let session = session()
    session.press(.character("e"), KeyPress(.enter), KeyPress(.enter))
    #expect(names(session, .visited).count == 3)
    session.press(KeyPress(.end), KeyPress(.enter))
    session.settle()
    #expect(names(session, .bucketList).last == "Mount Everest")
    #expect(session.cursor?.text.contains("Add another") == true)
  }

  @Test func enterOnTheLastRowAddsWithoutEditingToo() {
    let session = session()
    session.press(KeyPress(.end), KeyPress(.enter))
    #expect(names(session, .bucketList).last == "Mount Everest")
    session.press(.character("u"))
    #expect(names(session, .bucketList).count == 4)
  }

  @Test func rowsMoveWithinASectionAndAcross() {
    let session = session()
    session.press(KeyPress(.down, .alt))
    #expect(names(session, .visited) == ["Triglav", "Ben Nevis", "Mount Etna", "Mont Blanc"])
    session.press(KeyPress(.down, .alt), KeyPress(.down, .alt), KeyPress(.down, .alt))
    session.settle()
    #expect(names(session, .visited) == ["Triglav", "Mount Etna", "Mont Blanc"])
    #expect(
      names(session, .bucketList) == ["Ben Nevis", "Mount Fuji", "Matterhorn", "Kilimanjaro", "Aconcagua"])
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    session.press(.character("u"))
    #expect(names(session, .visited).last == "Ben Nevis")
    for _ in 0..<3 { session.press(.character("u")) }
    #expect(names(session, .visited).first == "Ben Nevis")
    #expect(names(session, .visited).count == 4)
  }

  @Test func aRowIsDroppedIntoAnEmptySectionAndNeverBehindTheLastRow() {
    let session = session()
    for _ in 0..<4 { session.press(.character("d"), .character("d")) }
    session.settle()
    #expect(names(session, .visited).isEmpty)
    #expect(session.contains("No mountain yet"))
    #expect(session.cursor?.text.contains("Mount Fuji") == true)
    session.press(.character("m"), KeyPress(.up), KeyPress(.enter))
    session.settle()
    #expect(names(session, .visited) == ["Mount Fuji"])
    session.press(.character("m"), KeyPress(.end), KeyPress(.enter))
    session.settle()
    #expect(names(session, .bucketList) == ["Matterhorn", "Kilimanjaro", "Aconcagua", "Mount Fuji"])
    #expect(session.controller.dataSource.snapshot().itemIdentifiers.last == .addition)
  }

  @Test func aRowPutBackIsNoEdit() {
    let session = session()
    session.press(.character("m"), KeyPress(.down), KeyPress(.escape))
    #expect(!session.controller.dataSource.canUndo)
    #expect(names(session, .visited).first == "Ben Nevis")
  }

  @Test func menusMoveToTheOtherListAndDelete() {
    let session = session()
    session.press(KeyPress(.left, .alt))
    #expect(session.contains("[Bucket List]"))
    session.press(KeyPress(.enter))
    session.settle()
    #expect(names(session, .bucketList).last == "Ben Nevis")
    // The cursor went with it.
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    session.press(KeyPress(.home), KeyPress(.right, .alt))
    #expect(session.contains("[✗ Delete]"))
    session.press(KeyPress(.right, .alt))
    session.settle()
    #expect(names(session, .visited) == ["Mount Etna", "Mont Blanc"])
    session.press(KeyPress(.end), KeyPress(.right, .alt))
    #expect(session.contains("no actions"))
  }

  @Test func theRowThatAddsIsNeitherDeletedNorMoved() {
    let session = session()
    session.press(KeyPress(.end), .character("d"), .character("d"), .character("m"), KeyPress(.up, .alt))
    #expect(session.controller.dataSource.snapshot().itemIdentifiers.last == .addition)
    #expect(!session.controller.dataSource.canUndo)
  }

  @Test func enterShowsDetails() {
    let session = session()
    session.press(KeyPress(.enter))
    #expect(session.contains("─ Ben Nevis ─"))
  }

  @Test(arguments: [(20, 5), (80, 24), (200, 60)])
  func everySizeShowsTheCursor(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.character("e"), KeyPress(.end))
    #expect(session.cursor?.text.contains("Add") == true)
    session.press(KeyPress(.home))
    #expect(session.cursor?.text.contains("Ben") == true)
  }

  private func settle(_ session: ControllerHarness<EditController>) async {
    for _ in 0..<20 { await Task.yield() }
    session.draw()
  }

  @Test func aMountainIsAddedByItsName() async {
    let session = session()
    session.press(.character("a"))
    await settle(session)
    #expect(session.contains("Which mountain?"))
    session.type("eiger")
    session.press(KeyPress(.enter))
    await settle(session)
    #expect(names(session, .bucketList).last == "Eiger")
    session.press(.character("a"))
    await settle(session)
    session.type("gasherbrum")
    session.press(KeyPress(.enter))
    await settle(session)
    #expect(session.contains("[ Gasherbrum II ]"))
    session.press(KeyPress(.down), KeyPress(.enter))
    await settle(session)
    #expect(names(session, .bucketList).last == "Gasherbrum II")
    session.press(.character("a"))
    await settle(session)
    session.type("zzz")
    session.press(KeyPress(.enter))
    await settle(session)
    #expect(session.contains("No mountain “zzz”"))
    session.press(KeyPress(.escape))
    #expect(session.controller.presentedAlert == nil)
  }

  @Test func startingAnewIsAskedFor() async {
    let session = session()
    session.press(.character("d"), .character("d"), .character("x"))
    await settle(session)
    session.press(KeyPress(.enter))
    await settle(session)
    #expect(names(session, .visited).count == 3, "enter alone destroys nothing")
    session.press(.character("x"))
    await settle(session)
    session.press(.character("s"))
    await settle(session)
    #expect(names(session, .visited).count == 4)
  }
}
