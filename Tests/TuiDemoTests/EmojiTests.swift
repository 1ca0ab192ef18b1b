import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import ListKit
@testable import tui_demo

@Suite("The table of emoji") struct EmojiCatalogTests {
  @Test("The table contains the groups and the 3,655 distinct emoji of Unicode 15.0")
  func unicode15() throws {
    let catalog = EmojiCatalog.embedded
    expectEqual(catalog.version, "15.0")
    expectEqual(catalog.emoji.count, 3655)
    expectEqual(
      catalog.groups.map { "\($0.name) \($0.emoji.count)" },
      [
        "Smileys & Emotion 166", "People & Body 2148", "Animals & Nature 152", "Food & Drink 133",
        "Travel & Places 218", "Activities 85", "Objects 261", "Symbols 223", "Flags 269",
      ])
    expectEqual(catalog.groups.flatMap(\.subgroups).count, 99)
    expectEqual(catalog.emoji.map(\.id), Array(0..<3655))
    expectEqual(Set(catalog.emoji.map(\.sequence)).count, 3655)
    expectEqual(Set(catalog.emoji.map(\.name)).count, 3655)
  }

  @Test("Subgroups divide the table in order, and each emoji names its group and subgroup")
  func groups() throws {
    let catalog = EmojiCatalog.embedded
    var next = 0
    for group in catalog.groups {
      for subgroup in group.subgroups {
        #expect(subgroup.emoji.lowerBound == next && !subgroup.emoji.isEmpty)
        next = subgroup.emoji.upperBound
        for emoji in catalog.emoji[subgroup.emoji] {
          #expect(emoji.group == group.name && emoji.subgroup == subgroup.name)
        }
      }
    }
    expectEqual(next, catalog.emoji.count)
  }

  @Test("The table contains every emoji scalar that the standard library knows up to Unicode 15")
  func completeness() throws {
    let known = Set(
      EmojiCatalog.embedded.emoji.map { $0.sequence.unicodeScalars.filter { $0 != "\u{FE0F}" } }
        .filter { $0.count == 1 }.compactMap(\.first))
    let hair: ClosedRange<UInt32> = 0x1F9B0...0x1F9B3  // Components, like tones and flag letters.
    for value: UInt32 in 0xA0...0x1FAFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
        let age = scalar.properties.age, age <= (15, 0), !hair.contains(value),
        !scalar.properties.isEmojiModifier, !(0x1F1E6...0x1F1FF).contains(value)
      else { continue }
      #expect(known.contains(scalar), "U+\(String(value, radix: 16))")
    }
  }

  @Test(
    "Sequences have their names and versions",
    arguments: [
      ("👋🏻", "waving hand: light skin tone", "1.0"), ("🧔🏿", "person: dark skin tone, beard", "5.0"),
      ("🕵🏽‍♂️", "man detective: medium skin tone", "4.0"),
      ("🤝🏾", "handshake: medium-dark skin tone", "14.0"),
      ("☝🏼", "index pointing up: medium-light skin tone", "1.0"), ("🇩🇪", "flag: Germany", "0.6"),
      ("#️⃣", "keycap: #", "0.6"),
    ])
  func sequences(sequence: String, name: String, version: String) throws {
    let emoji = try #require(EmojiCatalog.embedded.emoji.first { $0.sequence == sequence })
    #expect(emoji.name == name && emoji.version == version)
  }

  @Test("The code points of an emoji have numbers and names") func codePoints() throws {
    let emoji = try #require(EmojiCatalog.embedded.emoji.first { $0.name == "keycap: #" })
    expectEqual(
      emoji.codePoints.map { "\($0.code) \($0.name)" },
      [
        "U+0023 NUMBER SIGN", "U+FE0F VARIATION SELECTOR-16", "U+20E3 COMBINING ENCLOSING KEYCAP",
      ])
  }

  /// The program reads the file without checks.
  @Test("Every line of the file is a group, a subgroup or an emoji")
  func linesAreWellFormed() throws {
    let text = try #require(String(validating: EmbeddedFile.emoji, as: UTF8.self))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("Unicode Emoji ") && lines[1].hasPrefix("= ") && lines[2].hasPrefix("- "))
    #expect(lines.last == "" && text.last == "\n")
    for line in lines[1..<lines.count - 1] where !line.hasPrefix("= ") && !line.hasPrefix("- ") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(fields.count == 3 || fields.count == 4, "\(line)")
      #expect(!fields.contains(""), "\(line)")
      for version in fields.dropFirst(2) { #expect(Double(version) != nil, "\(line)") }
    }
    let names = lines.filter { $0.hasPrefix("= ") || $0.hasPrefix("- ") }
    expectEqual(Set(names).count, names.count)
  }
}

@Suite("The model of the emoji demo") struct EmojiModelTests {
  private func model(seed: UInt64 = 1) -> EmojiModel {
    EmojiModel(generator: SeededGenerator(seed: seed))
  }

  @Test("A seed determines the starred and the recent emoji") func seeds() throws {
    let (one, same, other) = (model(), model(), model(seed: 2))
    #expect(one.starred.count == 5 && one.recents.count == 8)
    #expect(one.starred == same.starred && one.recents == same.recents)
    #expect(one.starred != other.starred)
  }

  @Test("Toggling adds a star or removes it") func stars() throws {
    var model = model()
    let before = model.starred
    model.toggleStar(of: 7)
    expectEqual(model.starred, before.symmetricDifference([7]))
    model.toggleStar(of: 7)
    expectEqual(model.starred, before)
  }

  @Test("The recent emoji are the last 20 distinct ones, the newest first") func recents() throws {
    var model = model()
    for id in 0..<30 { model.noteOpening(of: id) }
    model.noteOpening(of: 25)
    expectEqual(model.recents.count, 20)
    #expect(model.recents.starts(with: [25, 29, 28, 27, 26, 24]))
    expectEqual(Set(model.recents).count, model.recents.count)
  }

  @Test("A query keeps the emoji whose name or subgroup matches") func queries() throws {
    var model = model()
    #expect(model.matches.isFull && model.matches.bound == 3655)
    model.search("kangaroo")
    expectEqual(model.matches.map { model.emoji($0).sequence }, ["🦘"])
    model.search("cat")
    #expect(!model.matches.isEmpty)
    for id in model.matches {
      #expect((model.emoji(id).name + model.emoji(id).subgroup).lowercased().contains("cat"))
    }
    model.search("no such emoji")
    #expect(model.matches.isEmpty)
  }

  @Test("Each plain line has four fields") func plainLines() throws {
    let lines = model().plainLines
    expectEqual(lines.count, 3655)
    expectEqual(lines[0], "😀\tgrinning face\tSmileys & Emotion\tface-smiling")
    #expect(lines.allSatisfy { $0.split(separator: "\t").count == 4 })
  }
}

@Suite("The screen of the emoji demo") @MainActor struct EmojiControllerTests {
  private func model() -> EmojiModel {
    EmojiModel(generator: SeededGenerator(seed: 1))
  }

  private func explorer(lines: Int = 20) -> TestScreen<EmojiController> {
    TestScreen(EmojiController(model: model(), arrangement: .explorer), lines: lines)
  }

  private func list() -> TestScreen<EmojiController> {
    TestScreen(EmojiController(model: model(), arrangement: .list))
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

  @Test("The explorer shows recent emoji, collapsed groups and a list of all emoji") func sections() throws {
    let session = explorer()
    let dataSource = session.controller.dataSource!
    expectEqual(dataSource.snapshot().sectionIdentifiers, [.recents, .outline, .list])
    expectEqual(dataSource.snapshot(for: .outline).items.count, 9 + 99 + 3655)
    expectEqual(dataSource.snapshot(for: .outline).visibleItems.count, 9)
    expectEqual(dataSource.snapshot(for: .list).items.count, 3655)
    let recents = session.controller.model.recents.map { session.controller.model.emoji($0).sequence }
    expectEqual(session.lines.firstIndex { $0.hasPrefix(" Recents") }, 1)
    // All of them are on one line.
    #expect(session.lines[2].unicodeScalars.contains(recents[0].unicodeScalars.first!))
    #expect(session.lines[3].hasPrefix(" Groups"))
    #expect(session.contains("▸ Smileys & Emotion  166"))
  }

  @Test("Enter expands and collapses a group, and selects no row") func groups() throws {
    let session = explorer(lines: 30)
    try go(to: .group("Animals & Nature", count: 152), in: session)
    session.press(.enter)
    #expect(session.contains("▾ Animals & Nature"))
    session.press(.down, .enter, .down)
    #expect(session.contains("▾ animal-mammal"))
    #expect(session.cursor?.text.contains("monkey face") == true)
    expectEqual(session.controller.tableView.numberOfSelectedRows, 0)
    try go(to: .group("Animals & Nature", count: 152), in: session)
    session.press(.enter)
    #expect(!session.contains("animal-mammal"))
  }

  @Test("The menu of a row sets the star in the same cell, without a snapshot") func starring() throws {
    let session = list()
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

  @Test("The rows of starred emoji show a star, and other rows do not") func initialStars() throws {
    let session = explorer()
    let starred = session.controller.model.starred
    expectEqual(starred.count, 5)
    for id in starred {
      try go(to: .listed(id), in: session)
      #expect(session.cursor?.text.contains("★ ›") == true)
    }
    let other = try #require((0..<15).first { !starred.contains($0) })
    try go(to: .listed(other), in: session)
    #expect(session.cursor?.text.contains("★") == false)
  }

  @Test("Groups and recent emoji have no star menu") func menus() throws {
    let session = explorer()
    for item in [
      EmojiController.Item.group("Flags", count: 269), .recent(session.controller.model.recents[0]),
    ] {
      try go(to: item, in: session)
      session.press(KeyPress(.right, .alt))
      #expect(!session.contains("[Star]"))
    }
  }

  @Test("A query keeps matching emoji with their groups, and esc restores the list") func queries() throws {
    let session = list()
    expectEqual(session.controller.dataSource.snapshot().sectionIdentifiers.count, 9)
    session.type("snow")
    session.rest()
    #expect(session.contains("snowman") && session.contains("snow-capped mountain"))
    #expect(session.contains("Travel & Places") && !session.contains("Flags"))
    session.type("flake")
    session.rest()
    expectEqual(item(session), session.controller.model.matches.first { _ in true }.map { .listed($0) })
    #expect(session.cursor?.text.contains("snowflake") == true)
    #expect(session.lines.last?.hasPrefix("1 of 3655") == true)
    session.type("zzz")
    session.rest()
    #expect(session.contains("No emoji matches"))
    session.press(.escape)
    session.rest()
    expectEqual(session.controller.dataSource.snapshot().numberOfItems, 3655)
  }

  @Test("Enter pushes the details of an emoji, and esc returns and deselects its row") func details() throws {
    let session = explorer()
    let controller = session.controller
    controller.tableView.moveCursor(to: try #require(controller.dataSource.indexPath(for: .listed(2000))))
    session.press(.enter)
    let detail = try #require(controller.navigationController?.topViewController as? EmojiDetailController)
    let emoji = controller.model.emoji(2000)
    #expect(detail.title.contains(emoji.name))
    expectEqual(controller.model.recents.first, 2000)
    expectEqual(controller.dataSource.snapshot().itemIdentifiers(inSection: .recents).first, .recent(2000))
    expectEqual(controller.tableView.numberOfSelectedRows, 1)
    for text in [emoji.name, emoji.group, emoji.subgroup, "Unicode Emoji \(emoji.version)", "U+1F"] {
      #expect(session.contains(text), "\(text)")
    }
    session.press(.escape)
    #expect(controller.navigationController?.topViewController === controller)
    expectEqual(controller.tableView.numberOfSelectedRows, 0)
    expectEqual(item(session), .listed(2000))
  }
}

@MainActor
@Suite("The details of the emoji demo") struct EmojiDetailTests {
  @Test("Details show the emoji under the cursor; tab moves to them, and esc moves back")
  func focus() throws {
    let model = EmojiModel(generator: SeededGenerator(seed: 1))
    let session = TestScreen(EmojiController.split(model: model), columns: 120, lines: 30)
    #expect(session.lines[0].contains("grinning face") && session.contains("U+1F600"))
    session.type("kangaroo")
    #expect(session.lines[0].contains("kangaroo") && session.contains("U+1F998"))
    // Tab moves to the details, escape back; the next escape clears the query.
    session.press(.tab)
    #expect(session.controller.focusedViewController is EmojiDetailController)
    session.press(.escape)
    #expect(session.contains("❯ kangaroo"))
    session.press(.escape)
    #expect(!session.contains("❯ kangaroo"))
    #expect(session.contains("U+1F998"), "what was found stays")
  }
}

/// Sessions with the real program on a pseudo-terminal, as a user would have them.
@Suite("The emoji demo on a terminal", .waitsForProcesses) struct EmojiSessionTests {
  private func start(_ arguments: [String] = [], environment: [String: String?] = [:]) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["emoji", "--seed", "1", "--motion", "none"] + arguments,
      environment: environment, columns: 80, lines: 24)
  }

  @Test(
    "A user expands groups, stars an emoji, opens its details and quits",
    arguments: ["xterm-256color", "linux", "vt100"])
  func explorer(_ type: String) throws {
    let terminal = try start(environment: ["TERM": type])
    try terminal.wait { $0.contains("Recents") && $0.contains("Smileys & Emotion  166") }
    // Down to the first group, which enter expands; then its first subgroup.
    terminal.type("\u{1b}[B\r")
    try terminal.wait(for: "face-smiling")
    terminal.type("\u{1b}[B\r")
    try terminal.wait(for: "grinning face")
    // Collapses the group from within, then goes down to the list.
    terminal.type("-")
    try terminal.wait { !$0.contains("face-smiling") || $0.contains("All") }
    terminal.type("G")
    try terminal.wait(for: "flag: Wales")
    terminal.type("\u{1b}[1;3C")
    try terminal.wait(for: "[Star]")
    terminal.type("\u{1b}[1;3C")
    try terminal.wait { $0.lines.contains { $0.contains("flag: Wales") && $0.contains("★") } }
    terminal.type("\r")
    try terminal.wait { $0.contains("Unicode Emoji 5.0") && $0.contains("U+1F3F4") && $0.contains("WAVING") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.lines.contains { $0.contains("▌") && $0.contains("Wales") && $0.contains("★") } }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A query finds an emoji in the list, and remains after its details are closed") func list() throws {
    let terminal = try start(["--list"])
    try terminal.wait(for: "grinning face")
    terminal.type("kangaroo")
    try terminal.wait { $0.contains("kangaroo") && $0.contains("animal-mammal") && !$0.contains("grinning") }
    terminal.type("\r")
    try terminal.wait(for: "U+1F998")
    terminal.type("\u{1b}")
    try terminal.wait(for: "❯ kangaroo")
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
  }

  @Test("A pipe receives all emoji") func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["emoji"])
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    expectEqual(lines.count, 3655)
    #expect(lines.contains("🦘\tkangaroo\tAnimals & Nature\tanimal-mammal"))
    #expect(lines.contains("🧔🏿\tperson: dark skin tone, beard\tPeople & Body\tperson"))
  }
}
