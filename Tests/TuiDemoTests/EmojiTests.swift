import ListKit
import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The emoji demo") struct EmojiTests {
  private let model = EmojiModel(generator: SeededGenerator(seed: 1))

  private func session(_ arrangement: EmojiController.Arrangement) -> TestScreen<EmojiController> {
    TestScreen(EmojiController(model: model, arrangement: arrangement), lines: 30)
  }

  private func go(to item: EmojiController.Item, in session: TestScreen<EmojiController>) throws {
    let place = try #require(session.controller.dataSource.indexPath(for: item))
    session.controller.tableView.moveCursor(to: place)
  }

  @Test("A seed determines the starred and the recent emoji; the recent ones are the last 20, newest first")
  func seeds() {
    let same = EmojiModel(generator: SeededGenerator(seed: 1))
    #expect(model.starred == same.starred && model.recents == same.recents)
    #expect(model.starred != EmojiModel(generator: SeededGenerator(seed: 2)).starred)
    expectEqual([model.starred.count, model.recents.count], [5, 8])
    var model = model
    for id in 0..<30 { model.noteOpening(of: id) }
    model.noteOpening(of: 25)
    expectEqual(model.recents, [25, 29, 28, 27, 26] + (10...24).reversed())
  }

  @Test("The explorer shows recent emoji in a strip, collapsed groups, and a list with the details of each")
  func explorer() throws {
    let session = session(.explorer)
    let controller = session.controller
    let dataSource = try #require(controller.dataSource)
    expectEqual(dataSource.snapshot().sectionIdentifiers, [.recents, .outline, .list])
    expectEqual(dataSource.snapshot(for: .outline).items.count, 9 + 99 + 3655)
    expectEqual(dataSource.snapshot(for: .list).items.count, 3655)
    expectEqual(session.lines.firstIndex { $0.hasPrefix(" Recents") }, 1)
    // All of them are on one line.
    let last = model.emoji(model.recents[7]).sequence.unicodeScalars.prefix(1)
    #expect(session.lines[2].hasSuffix(String(last)))
    #expect(session.lines[3].hasPrefix(" Groups") && session.contains("▸ Smileys & Emotion  166"))
    try go(to: .group("Animals & Nature", count: 152), in: session)
    session.press(.enter, .down, .enter, .down)
    #expect(session.contains("▾ Animals & Nature") && session.contains("▾ animal-mammal"))
    #expect(session.cursor?.text.contains("monkey face") == true)
    expectEqual(controller.tableView.numberOfSelectedRows, 0)
    try go(to: .listed(2000), in: session)
    session.press(.enter)
    let detail = try #require(controller.navigationController?.topViewController as? EmojiDetailController)
    let emoji = model.emoji(2000)
    #expect(detail.title.contains(emoji.name))
    for text in [emoji.name, emoji.group, emoji.subgroup, "Unicode Emoji \(emoji.version)", "U+1F"] {
      #expect(session.contains(text), "\(text)")
    }
    session.press(.escape)
    expectEqual(dataSource.snapshot().itemIdentifiers(inSection: .recents).first, .recent(2000))
    expectEqual(controller.tableView.numberOfSelectedRows, 0)
    expectEqual(
      controller.tableView.cursorIndexPath.flatMap { dataSource.itemIdentifier(for: $0) }, .listed(2000))
  }

  @Test("The menu of a row sets the star in the same cell, without a snapshot") func starring() throws {
    let session = session(.list)
    let controller = session.controller
    let id = try #require((0..<15).first { !controller.model.starred.contains($0) })
    try go(to: .listed(id), in: session)
    var applies = 0
    controller.dataSource.didApply = { _ in applies += 1 }
    let place = try #require(controller.tableView.cursorIndexPath)
    let cell = controller.tableView.cellForRow(at: place)
    #expect(session.cursor?.text.contains("★") == false)
    session.press(KeyPress(.right, .alt))
    #expect(session.cursor?.text.contains("[Star]") == true)
    session.press(KeyPress(.right, .alt))
    #expect(session.cursor?.text.contains("★ ›") == true)
    #expect(controller.model.starred.contains(id))
    #expect(controller.tableView.cellForRow(at: place) === cell)
    session.press(KeyPress(.right, .alt))
    #expect(session.cursor?.text.contains("[Unstar]") == true)
    session.press(.enter)
    #expect(session.cursor?.text.contains("★") == false)
    #expect(!controller.model.starred.contains(id))
    expectEqual(applies, 0)
  }

  @Test("Groups and recent emoji have no star menu") func menus() throws {
    let session = session(.explorer)
    for item in [EmojiController.Item.group("Flags", count: 269), .recent(model.recents[0])] {
      try go(to: item, in: session)
      session.press(KeyPress(.right, .alt))
      #expect(!session.contains("[Star]"))
    }
  }

  @Test(
    "A query keeps matching emoji with their groups, shows details beside them, and esc restores the list")
  func queries() throws {
    let session = TestScreen(EmojiController.split(model: model), columns: 120, lines: 30)
    let list = try #require(session.controller.primary as? EmojiController)
    #expect(session.lines[0].contains("grinning face") && session.contains("U+1F600"))
    session.type("snow")
    session.rest()
    #expect(session.contains("snowman") && session.contains("snow-capped mountain"))
    #expect(session.contains("Travel & Places") && !session.contains("Flags"))
    #expect(list.model.matches.allSatisfy { list.model.emoji($0).name.contains("snow") })
    session.type("flake")
    session.rest()
    #expect(session.lines[0].contains("snowflake") && session.contains("U+2744"))
    #expect(session.contains("1 of 3655"))
    // Tab moves to the details, escape back; the next escape clears the query.
    session.press(.tab)
    #expect(session.controller.focusedViewController is EmojiDetailController)
    session.press(.escape)
    #expect(session.contains("❯ snowflake"))
    session.type("zzz")
    session.rest()
    #expect(session.contains("No emoji matches"))
    session.press(.escape)
    session.rest()
    expectEqual(list.dataSource.snapshot().numberOfItems, 3655)
  }
}
