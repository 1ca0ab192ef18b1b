import ListKit
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The lists of the edit demo") struct EditSnapshotTests {
  private var initial: EditSnapshot { .initial(from: .embedded) }

  private func names(_ list: MountainList, _ snapshot: EditSnapshot) -> [String] {
    snapshot.mountains(in: list).map(\.name)
  }

  @Test("Both lists contain four mountains at first, and the Add row is the last one") func initialLists() {
    expectEqual(names(.visited, initial), ["Ben Nevis", "Triglav", "Mount Etna", "Mont Blanc"])
    expectEqual(names(.bucketList, initial), ["Mount Fuji", "Matterhorn", "Kilimanjaro", "Aconcagua"])
    expectEqual(initial.itemIdentifiers.last, .addition)
  }

  @Test("A mountain moves to the other list and back, and the Add row stays the last one")
  func otherList() throws {
    var snapshot = initial
    let blanc = try #require(snapshot.mountains(in: .visited).last)
    snapshot.moveToOtherList(.mountain(blanc))
    expectEqual(names(.bucketList, snapshot).last, "Mont Blanc")
    expectEqual(snapshot.itemIdentifiers.last, .addition)
    expectEqual(snapshot.numberOfItems, initial.numberOfItems)
    snapshot.moveToOtherList(.mountain(blanc))
    expectEqual(snapshot.itemIdentifiers, initial.itemIdentifiers)
  }

  @Test("Adding appends the highest mountain that is in neither list") func adding() {
    var snapshot = initial
    snapshot.addHighest(of: .embedded)
    snapshot.addHighest(of: .embedded)
    expectEqual(names(.bucketList, snapshot).suffix(2), ["Mount Everest", "K2"])
    expectEqual(snapshot.itemIdentifiers.last, .addition)
  }

  @Test("Each mountain can be added only once") func addingAll() {
    var snapshot = initial
    let total = MountainCatalog.embedded.mountains.count
    for _ in 0..<total { snapshot.addHighest(of: .embedded) }
    expectEqual(snapshot.numberOfItems, total + 1)
  }

  @Test("The summary of a list contains the number of mountains and the highest one") func summaries() {
    var snapshot = initial
    expectEqual(snapshot.summary(of: .visited), "4 mountains, the highest Mont Blanc with 4,806 m")
    snapshot.deleteItems(Array(snapshot.itemIdentifiers(inSection: .visited).dropFirst()))
    expectEqual(snapshot.summary(of: .visited), "1 mountain, the highest Ben Nevis with 1,345 m")
    snapshot.deleteItems(snapshot.itemIdentifiers(inSection: .visited))
    expectEqual(snapshot.summary(of: .visited), "No mountain yet")
  }
}

/// Scripted sessions: keys are the input, screens the output.
@MainActor
@Suite("The screen of the edit demo") struct EditControllerTests {
  private func session(columns: Int = 70, lines: Int = 24) -> TestScreen<EditController> {
    TestScreen(EditController(catalog: .embedded), columns: columns, lines: lines)
  }

  private func names(_ session: TestScreen<EditController>, _ list: MountainList) -> [String] {
    session.controller.dataSource.snapshot().mountains(in: list).map(\.name)
  }

  @Test("Each list has a header, and a footer with a summary") func headersAndFooters() {
    let session = session()
    let texts = session.lines.map { $0.drop { $0 == " " } }
    #expect(texts.contains { $0.hasPrefix("Visited") })
    #expect(texts.contains { $0.hasPrefix("Bucket List") })
    #expect(session.contains("4 mountains, the highest Mont Blanc with 4,806 m"))
    #expect(session.contains("4 mountains, the highest Aconcagua with 6,961 m"))
    #expect(session.lines.contains { $0.contains("Triglav") && $0.contains("2,864 m") })
  }

  @Test("The e key shows editing controls, esc hides them, and alt-e toggles them") func editing() {
    let session = session()
    let before = session.lines
    session.press(.character("e"))
    #expect(session.lines.contains { $0.contains("⊖") && $0.contains("Triglav") && $0.contains("≡") })
    #expect(
      session.lines.contains { $0.contains("⊕") && $0.contains("Add another") && !$0.contains("≡") })
    #expect(session.contains("e is done"))
    session.press(.escape)
    expectEqual(session.lines, before)
    session.press(.alt("e"), .alt("e"))
    expectEqual(session.lines, before)
  }

  @Test("A second d confirms a deletion, u undoes it, and ctrl-r deletes again") func deleting() {
    let session = session()
    session.press(.character("d"))
    expectEqual(names(session, .visited).first, "Ben Nevis")
    #expect(session.contains("delete?"))
    session.press(.character("d"))
    session.rest()
    expectEqual(names(session, .visited), ["Triglav", "Mount Etna", "Mont Blanc"])
    #expect(session.contains("3 mountains, the highest Mont Blanc"))
    session.press(.character("u"))
    session.rest()
    expectEqual(names(session, .visited), ["Ben Nevis", "Triglav", "Mount Etna", "Mont Blanc"])
    session.press(.control("r"))
    session.rest()
    expectEqual(names(session, .visited), ["Triglav", "Mount Etna", "Mont Blanc"])
  }

  @Test("While editing, enter on a sign deletes the row or adds a mountain") func enterOnSigns() {
    let session = session()
    session.press(.character("e"), .enter, .enter)
    expectEqual(names(session, .visited).count, 3)
    session.press(.end, .enter)
    session.rest()
    expectEqual(names(session, .bucketList).last, "Mount Everest")
    #expect(session.cursor?.text.contains("Add another") == true)
  }

  @Test("Without editing, enter on the last row adds a mountain, and u undoes it") func enterOnLastRow() {
    let session = session()
    session.press(.end, .enter)
    expectEqual(names(session, .bucketList).last, "Mount Everest")
    session.press(.character("u"))
    expectEqual(names(session, .bucketList).count, 4)
  }

  @Test("Rows move within a section and to the next one, and u undoes each move") func moving() {
    let session = session()
    session.press(KeyPress(.down, .alt))
    expectEqual(names(session, .visited), ["Triglav", "Ben Nevis", "Mount Etna", "Mont Blanc"])
    session.press(KeyPress(.down, .alt), KeyPress(.down, .alt), KeyPress(.down, .alt))
    session.rest()
    expectEqual(names(session, .visited), ["Triglav", "Mount Etna", "Mont Blanc"])
    expectEqual(
      names(session, .bucketList), ["Ben Nevis", "Mount Fuji", "Matterhorn", "Kilimanjaro", "Aconcagua"])
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    session.press(.character("u"))
    expectEqual(names(session, .visited).last, "Ben Nevis")
    for _ in 0..<3 { session.press(.character("u")) }
    expectEqual(names(session, .visited).first, "Ben Nevis")
    expectEqual(names(session, .visited).count, 4)
  }

  @Test("A row can be dropped into an empty section, but not after the Add row") func dropping() {
    let session = session()
    for _ in 0..<4 { session.press(.character("d"), .character("d")) }
    session.rest()
    #expect(names(session, .visited).isEmpty)
    #expect(session.contains("No mountain yet"))
    #expect(session.cursor?.text.contains("Mount Fuji") == true)
    session.press(.character("m"), .up, .enter)
    session.rest()
    expectEqual(names(session, .visited), ["Mount Fuji"])
    session.press(.character("m"), .end, .enter)
    session.rest()
    expectEqual(names(session, .bucketList), ["Matterhorn", "Kilimanjaro", "Aconcagua", "Mount Fuji"])
    expectEqual(session.controller.dataSource.snapshot().itemIdentifiers.last, .addition)
  }

  @Test("A cancelled move leaves nothing to undo") func cancelledMove() {
    let session = session()
    session.press(.character("m"), .down, .escape)
    #expect(session.controller.dataSource.undoHint.isEmpty)
    expectEqual(names(session, .visited).first, "Ben Nevis")
  }

  @Test("Menus move a row to the other list or delete it, and the Add row has no menu") func menus() {
    let session = session()
    session.press(KeyPress(.right, .alt))
    #expect(session.contains("[Bucket List]"))
    session.press(.enter)
    session.rest()
    expectEqual(names(session, .bucketList).last, "Ben Nevis")
    // The cursor moved with it.
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    session.press(.home, KeyPress(.right, .alt), .right)
    #expect(session.contains("[✗ Delete]"))
    session.press(.enter)
    session.rest()
    expectEqual(names(session, .visited), ["Mount Etna", "Mont Blanc"])
    session.press(.end, KeyPress(.right, .alt))
    #expect(session.contains("no actions"))
  }

  @Test("The Add row can be neither deleted nor moved") func additionRow() {
    let session = session()
    session.press(.end, .character("d"), .character("d"), .character("m"), KeyPress(.up, .alt))
    expectEqual(session.controller.dataSource.snapshot().itemIdentifiers.last, .addition)
    #expect(session.controller.dataSource.undoHint.isEmpty)
  }

  @Test("Enter shows the details of a mountain") func details() {
    let session = session()
    session.press(.enter)
    #expect(session.contains("─ Ben Nevis ─"))
  }

  @Test(
    "The row under the cursor is visible at every size of the window",
    arguments: [(20, 5), (80, 24), (200, 60)])
  func windowSizes(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.character("e"), .end)
    #expect(session.cursor?.text.contains("Add") == true)
    session.press(.home)
    #expect(session.cursor?.text.contains("Ben") == true)
  }

  @Test("The a key adds a mountain by its name, and asks which one if several match")
  func addingByName() async {
    let session = session()
    session.press(.character("a"))
    await session.settle()
    #expect(session.contains("Which mountain?"))
    session.type("eiger")
    session.press(.enter)
    await session.settle()
    expectEqual(names(session, .bucketList).last, "Eiger")
    session.press(.character("a"))
    await session.settle()
    session.type("gasherbrum")
    session.press(.enter)
    await session.settle()
    #expect(session.contains("[ Gasherbrum II ]"))
    session.press(.down, .enter)
    await session.settle()
    expectEqual(names(session, .bucketList).last, "Gasherbrum II")
    session.press(.character("a"))
    await session.settle()
    session.type("zzz")
    session.press(.enter)
    await session.settle()
    #expect(session.contains("No mountain “zzz”"))
    session.press(.escape)
    #expect(session.controller.presentedAlert == nil)
  }

  @Test("The x key asks before it restores the lists, and enter alone cancels") func startingOver() async {
    let session = session()
    session.press(.character("d"), .character("d"), .character("x"))
    await session.settle()
    session.press(.enter)
    await session.settle()
    expectEqual(names(session, .visited).count, 3, "enter alone destroys nothing")
    session.press(.character("x"))
    await session.settle()
    session.press(.character("s"))
    await session.settle()
    expectEqual(names(session, .visited).count, 4)
  }
}

/// Sessions with the real program on a pseudo-terminal.
@Suite("The edit demo on a terminal", .waitsForProcesses) struct EditSessionTests {
  @Test(
    "Keys delete a row and restore it, and the mouse drags a row to the other list",
    arguments: ["xterm-256color", "vt100"])
  func editing(_ type: String) throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["edit"], environment: ["TERM": type], columns: 70, lines: 24)
    try terminal.wait(for: "4 mountains, the highest Mont Blanc")
    terminal.type("d")
    try terminal.wait(for: "delete?")
    terminal.type("d")
    try terminal.wait { $0.contains("3 mountains") && !$0.contains("Ben Nevis") }
    terminal.type("u")
    try terminal.wait { $0.contains("Ben Nevis") && !$0.contains("3 mountains") }
    terminal.type("e")
    try terminal.wait(for: "e is done")
    // The mouse grabs a row by its text and drops it where the button is released.
    let from = try #require(terminal.screen.lines.firstIndex { $0.contains("Ben Nevis") })
    let to = try #require(terminal.screen.lines.firstIndex { $0.contains("Matterhorn") })
    if type != "vt100" {
      terminal.type("\u{1b}[<0;9;\(from + 1)M\u{1b}[<32;9;\(to + 1)M\u{1b}[<0;9;\(to + 1)m")
      try terminal.wait { $0.contains("5 mountains") && $0.contains("3 mountains") }
    }
    // The first q ends editing, the second the program.
    terminal.type("qq")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A pipe receives both lists") func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["edit"])
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    expectEqual(lines.count, 8)
    expectEqual(lines.first, "Visited\tBen Nevis\t1345")
    expectEqual(lines.last, "Bucket List\tAconcagua\t6961")
  }
}
