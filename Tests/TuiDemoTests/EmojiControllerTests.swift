import SeededRandom
import Testing

@testable import ListKit
import ListKitTesting
@testable import tui_demo

@Suite @MainActor struct EmojiControllerTests {
  private func model() throws -> EmojiModel {
    EmojiModel(catalog: try .embedded(), generator: SeededGenerator(seed: 1))
  }

  private func explorer(lines: Int = 20) throws -> TestScreen<EmojiController> {
    TestScreen(EmojiController(model: try model(), arrangement: .explorer), lines: lines)
  }

  private func list() throws -> TestScreen<EmojiController> {
    TestScreen(EmojiController(model: try model(), arrangement: .list))
  }

  private func item(_ session: TestScreen<EmojiController>) -> EmojiController.Item? {
    session.controller.tableView.cursorIndexPath.flatMap {
      session.controller.dataSource.itemIdentifier(for: $0)
    }
  }

  private func go(to item: EmojiController.Item, in session: TestScreen<EmojiController>) throws {
    let place = try #require(session.controller.dataSource.indexPath(for: item))
    session.controller.tableView.moveCursor(to: place)
  }

  @Test func threeSectionsWithClosedGroups() throws {
    let session = try explorer()
    let dataSource = session.controller.dataSource!
    #expect(dataSource.snapshot().sectionIdentifiers == [.recents, .outline, .list])
    #expect(dataSource.snapshot(for: .outline).items.count == 9 + 99 + 3655)
    #expect(dataSource.snapshot(for: .outline).visibleItems.count == 9)
    #expect(dataSource.snapshot(for: .list).items.count == 3655)
    let recents = session.controller.model.recents.map { session.controller.model.emoji($0).sequence }
    #expect(session.lines.firstIndex { $0.hasPrefix(" Recents") } == 1)
    // All of them stand on one line.
    #expect(session.lines[2].unicodeScalars.contains(recents[0].unicodeScalars.first!))
    #expect(session.lines[3].hasPrefix(" Groups"))
    #expect(session.contains("▸ Smileys & Emotion  166"))
  }

  @Test func theWholeRowOfAGroupOpensAndCloses() throws {
    let session = try explorer(lines: 30)
    try go(to: .group("Animals & Nature"), in: session)
    session.press(.enter)
    #expect(session.contains("▾ Animals & Nature"))
    session.press(.down, .enter, .down)
    #expect(session.contains("▾ animal-mammal"))
    #expect(session.cursor?.text.contains("monkey face") == true)
    #expect(session.controller.tableView.numberOfSelectedRows == 0)
    try go(to: .group("Animals & Nature"), in: session)
    session.press(.enter)
    #expect(!session.contains("animal-mammal"))
  }

  @Test func aStarIsSetInTheCellWithoutASnapshot() throws {
    let session = try list()
    let controller = session.controller
    let id = try #require((0..<15).first { !controller.model.starred.contains($0) })
    try go(to: .listed(id), in: session)
    var applies = 0
    controller.dataSource.didApply = { _ in applies += 1 }
    let place = try #require(controller.tableView.cursorIndexPath)
    let cell = controller.tableView.cellForRow(at: place)
    #expect(session.cursor?.text.contains("★") == false)
    session.press(KeyPress(.left, .alt))
    #expect(session.cursor?.text.contains("[Star]") == true)
    session.press(KeyPress(.left, .alt))
    #expect(session.cursor?.text.contains("★ ›") == true)
    #expect(controller.model.starred.contains(id))
    #expect(controller.tableView.cellForRow(at: place) === cell)
    session.press(KeyPress(.left, .alt))
    #expect(session.cursor?.text.contains("[Unstar]") == true)
    session.press(.enter)
    #expect(session.cursor?.text.contains("★") == false)
    #expect(!controller.model.starred.contains(id))
    #expect(applies == 0)
  }

  @Test func fiveAreStarredAtFirst() throws {
    let session = try explorer()
    for id in session.controller.model.starred {
      try go(to: .listed(id), in: session)
      #expect(session.cursor?.text.contains("★ ›") == true)
    }
  }

  @Test func onlyEmojiOfTheListHaveAMenu() throws {
    let session = try explorer()
    for item in [EmojiController.Item.group("Flags"), .recent(session.controller.model.recents[0])] {
      try go(to: item, in: session)
      session.press(KeyPress(.left, .alt))
      #expect(!session.contains("[Star]"))
    }
  }

  @Test func aQueryNarrowsTheListByGroups() throws {
    let session = try list()
    #expect(session.controller.dataSource.snapshot().sectionIdentifiers.count == 9)
    session.type("snow")
    session.rest()
    #expect(session.contains("snowman") && session.contains("snow-capped mountain"))
    #expect(session.contains("Travel & Places") && !session.contains("Flags"))
    session.type("flake")
    session.rest()
    #expect(item(session) == session.controller.model.matches.first { _ in true }.map { .listed($0) })
    #expect(session.cursor?.text.contains("snowflake") == true)
    #expect(session.lines.last?.hasPrefix("1 of 3655") == true)
    session.type("zzz")
    session.rest()
    #expect(session.contains("No emoji matches"))
    session.press(.escape)
    session.rest()
    #expect(session.controller.dataSource.snapshot().numberOfItems == 3655)
  }

  @Test func openingPushesAndComingBackDeselects() throws {
    let session = try explorer()
    let controller = session.controller
    controller.tableView.moveCursor(to: try #require(controller.dataSource.indexPath(for: .listed(2000))))
    session.press(.enter)
    let detail = try #require(controller.navigationController?.topViewController as? EmojiDetailController)
    let emoji = controller.model.emoji(2000)
    #expect(detail.title.contains(emoji.name))
    #expect(controller.model.recents.first == 2000)
    #expect(controller.dataSource.snapshot().itemIdentifiers(inSection: .recents).first == .recent(2000))
    #expect(controller.tableView.numberOfSelectedRows == 1)
    for text in [emoji.name, emoji.group, emoji.subgroup, "Unicode Emoji \(emoji.version)", "U+1F"] {
      #expect(session.contains(text), "\(text)")
    }
    session.press(.escape)
    #expect(controller.navigationController?.topViewController === controller)
    #expect(controller.tableView.numberOfSelectedRows == 0)
    #expect(item(session) == .listed(2000))
  }
}
