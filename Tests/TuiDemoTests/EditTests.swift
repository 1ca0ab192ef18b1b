import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The screen of the edit demo") struct EditControllerTests {
  private let session = TestScreen(EditController(catalog: .embedded), columns: 70)

  private func names(_ list: MountainList) -> [String] {
    session.controller.dataSource.snapshot().mountains(in: list).map(\.name)
  }

  @Test("Rows are deleted, added and moved to the other list, and each edit is undone") func editing() {
    session.press("d")
    #expect(session.contains("delete?"))
    session.press("d")
    session.rest()
    expectEqual(names(.visited), ["Triglav", "Mount Etna", "Mont Blanc"])
    #expect(session.contains("3 mountains, the highest Mont Blanc"))
    session.press("u", "e")
    #expect(session.lines.contains { $0.contains("⊖") && $0.contains("Triglav") && $0.contains("≡") })
    #expect(session.lines.contains { $0.contains("⊕") && $0.contains("Add another") && !$0.contains("≡") })
    #expect(session.contains("e done"))
    session.press(.end, .enter, .escape)
    expectEqual(names(.bucketList).last, "Mount Everest")
    session.press("u", .home)
    for _ in 0..<4 { session.press("alt-down") }
    session.rest()
    expectEqual(names(.visited), ["Triglav", "Mount Etna", "Mont Blanc"])
    expectEqual(names(.bucketList), ["Ben Nevis", "Mount Fuji", "Matterhorn", "Kilimanjaro", "Aconcagua"])
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    for _ in 0..<4 { session.press("u") }
    expectEqual(names(.visited), ["Ben Nevis", "Triglav", "Mount Etna", "Mont Blanc"])
    expectEqual(names(.bucketList).count, 4)
    session.press(.home, .enter)
    #expect(session.contains("─ Ben Nevis ─"))
  }

  @Test("The Add row can be neither deleted nor moved") func additionRow() {
    session.press(.end, "d", "d", "m", "alt-up")
    expectEqual(session.controller.dataSource.snapshot().itemIdentifiers.last, .addition)
    #expect(session.controller.dataSource.undoHints.isEmpty)
  }

  @Test("Menus move a row to the other list or delete it, and the Add row has no menu") func menus() {
    session.press(KeyPress(.right, .alt))
    #expect(session.contains("[Bucket List]"))
    session.press(.enter)
    session.rest()
    expectEqual(names(.bucketList).last, "Ben Nevis")
    // The cursor moved with it.
    #expect(session.cursor?.text.contains("Ben Nevis") == true)
    session.press(.home, KeyPress(.right, .alt), .right)
    #expect(session.contains("[✗ Delete]"))
    session.press(.enter)
    session.rest()
    expectEqual(names(.visited), ["Mount Etna", "Mont Blanc"])
    session.press(.end, KeyPress(.right, .alt))
    #expect(session.contains("no actions"))
  }

  private func press(_ key: KeyPress, typing text: String = "") async {
    session.press(key)
    await session.settle()
    guard !text.isEmpty else { return }
    session.type(text)
    session.press(.enter)
    await session.settle()
  }

  @Test("The a key adds a mountain by its name, and asks which one if several match")
  func addingByName() async {
    await press("a")
    #expect(session.contains("Which mountain?"))
    await press(.escape)
    await press("a", typing: "eiger")
    expectEqual(names(.bucketList).last, "Eiger")
    await press("a", typing: "gasherbrum")
    #expect(session.contains("[ Gasherbrum II ]"))
    session.press(.down)
    await press(.enter)
    expectEqual(names(.bucketList).last, "Gasherbrum II")
    await press("a", typing: "zzz")
    #expect(session.contains("No mountain “zzz”"))
    session.press(.escape)
    #expect(session.controller.presentedAlert == nil)
  }

  @Test("The x key asks before it restores the lists, and enter alone cancels") func startingOver() async {
    session.press("d", "d")
    await press("x")
    await press(.enter)
    expectEqual(names(.visited).count, 3, "enter alone destroys nothing")
    await press("x")
    await press("s")
    expectEqual(names(.visited).count, 4)
  }
}
