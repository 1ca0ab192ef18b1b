import TestSupport
import Testing

@testable import ListKit

/// The key table of `interaction.md`.
@Suite("Key map") struct KeyMapTests {
  private typealias Conditions = KeyBinding.Conditions
  private static let filter: Conditions = [.hasQuery, .queryIsEmpty]
  private static let typing: Conditions = [.hasQuery, .queryIsNotEmpty]
  private static let plain: Conditions = [.whenNotTyping, .queryIsEmpty]
  private static let everywhere = [filter, typing, plain].flatMap {
    [$0, $0.union(.hasOutline), $0.union([.hasOutline, .isOnOutlineRow])]
  }

  private func command(_ press: KeyPress, _ conditions: KeyBinding.Conditions) -> Command? {
    KeyMap.standard.command(for: press, under: conditions)
  }

  static let always: [(KeyPress, Command)] = [
    (KeyPress(.up), .moveCursor(-1)), (.control("k"), .moveCursor(-1)),
    (KeyPress(.down), .moveCursor(1)), (.control("j"), .moveCursor(1)),
    (KeyPress(.pageUp), .page(-1)), (KeyPress(.pageDown), .page(1)), (KeyPress(.home), .first),
    (KeyPress(.end), .last), (KeyPress(.up, .shift), .scroll(-1)), (KeyPress(.down, .shift), .scroll(1)),
    (KeyPress(.enter), .primaryAction), (KeyPress(.function(1)), .help), (KeyPress(.escape), .back),
    (.control("c"), .quit), (.control("l"), .redraw),
  ]

  @Test("Common keys have the same command everywhere", arguments: always)
  func commonKeys(_ press: KeyPress, _ meaning: Command) {
    for conditions in Self.everywhere { expectEqual(command(press, conditions), meaning) }
  }

  @Test("ctrl-p and ctrl-n move while letters are typed; where letters are keys, ctrl-p and : list all keys")
  func pickerKeys() {
    for conditions in [Self.filter, Self.typing] {
      expectEqual(command(.control("p"), conditions), .moveCursor(-1))
      expectEqual(command(.control("n"), conditions), .moveCursor(1))
      expectEqual(command(.character(":"), conditions), .edit(.insert(":")))
    }
    for key in [.control("p"), ":", "?"] as [KeyPress] { expectEqual(command(key, Self.plain), .help) }
    #expect(command(.control("n"), Self.plain) == nil)
  }

  static let editing: [(KeyPress, Edit)] = [
    (.control("a"), .moveToStart), (.control("e"), .moveToEnd), (.control("b"), .move(-1)),
    (.control("f"), .move(1)),
    (.alt("b"), .moveWordBackward), (.alt("f"), .moveWordForward), (.control("u"), .deleteToStart),
    (.control("w"), .deleteWordBackward), (KeyPress(.backspace), .deleteBackward),
    (KeyPress(.left, .control), .moveWordBackward), (KeyPress(.right, .control), .moveWordForward),
    (KeyPress(.backspace, .alt), .deleteWordBackward), (.alt("d"), .deleteWordForward),
    (.control("y"), .insertDeleted), (KeyPress(.delete), .deleteForward), (KeyPress(.left), .move(-1)),
    (KeyPress(.right), .move(1)),
  ]

  @Test("A query is edited with the keys of a shell", arguments: editing)
  func shellKeys(_ press: KeyPress, _ edit: Edit) {
    expectEqual(command(press, Self.filter), .edit(edit))
    expectEqual(command(press, Self.typing), .edit(edit))
  }

  @Test("With a query, printable characters are text, even the first one on an outline") func queryText() {
    let outline = Self.typing.union([.hasOutline, .isOnOutlineRow])
    for character in "jkgGhlq*-+123456789?/ äb漢" {
      for conditions in [Self.typing, outline] {
        expectEqual(command(.character(character), conditions), .edit(.insert(String(character))))
      }
    }
    // The first letter of a query too, also on an outline.
    for character in "jkgGhlq*-+123456789?/äb漢" {
      for conditions in [Self.filter, Self.filter.union([.hasOutline, .isOnOutlineRow])] {
        expectEqual(command(.character(character), conditions), .edit(.insert(String(character))))
      }
    }
  }

  @Test("In an open search, characters are text unless they are bound for searching") func openSearch() {
    var map = KeyMap.standard
    map.bind(.character("s"), .control("o"), to: .keyCommand(1), "sort")
    map.bind(.character("!"), to: .keyCommand(2), when: .isSearching)
    let searching = Self.filter.union([.isSearching, .isOnOutlineRow])
    expectEqual(map.command(for: .character("s"), under: Self.plain), .keyCommand(1))
    expectEqual(map.command(for: .character("s"), under: searching), .edit(.insert("s")))
    expectEqual(map.command(for: .character(" "), under: searching), .edit(.insert(" ")))
    expectEqual(map.command(for: .control("o"), under: searching), .keyCommand(1))
    expectEqual(map.command(for: .character("!"), under: searching), .keyCommand(2))
    expectEqual(map.command(for: .enter, under: searching), .endSearch)
    #expect(map.command(for: .character("/"), under: Self.plain) == nil)
    expectEqual(map.command(for: .character("/"), under: Self.plain.union(.canSearch)), .beginSearch)
    let help = KeyHelp(map, under: searching, isUnicode: true).entries.map(\.keys).joined(separator: " ")
    #expect(!help.split(separator: " ").contains("s") && help.contains("ctrl-o"))
  }

  static let outline: [(KeyPress, Command)] = [
    (KeyPress(.left), .collapse), (KeyPress(.right), .expand), (KeyPress(.left, .shift), .collapseSubtree),
    (KeyPress(.right, .shift), .expandSubtree), (.character(" "), .toggle), (.alt("*"), .expandAll),
    (.alt("-"), .collapseAll), (.alt("+"), .expand), (.alt("1"), .expandToLevel(1)),
    (.alt("9"), .expandToLevel(9)),
  ]

  @Test("Without a query, some characters are keys of an outline") func outlineLetters() {
    let outline = Self.plain.union([.hasOutline, .isOnOutlineRow])
    let keys: [(Character, Command)] = [
      ("*", .expandAll), ("-", .collapseAll), ("+", .expand), ("1", .expandToLevel(1)), ("?", .help),
    ]
    for (character, meaning) in keys { expectEqual(command(.character(character), outline), meaning) }
  }

  @Test("Keys on an outline row expand and collapse it", arguments: outline)
  func outlineKeys(_ press: KeyPress, _ meaning: Command) {
    for conditions in [Self.filter, Self.plain] {
      expectEqual(command(press, conditions.union([.hasOutline, .isOnOutlineRow])), meaning)
    }
  }

  @Test("In a strip, the arrow keys move between items, and the help lists them") func stripKeys() {
    let keys: [(KeyPress, Command)] = [
      (KeyPress(.left), .moveBeside(-1)), (KeyPress(.right), .moveBeside(1)),
      (KeyPress(.left, .control), .firstOfLine), (KeyPress(.right, .control), .lastOfLine),
      (KeyPress(.home, .control), .first), (KeyPress(.end, .control), .last),
    ]
    for (press, meaning) in keys {
      for conditions in Self.everywhere {
        expectEqual(command(press, conditions.union(.isBesideItems)), meaning)
      }
    }
    let beside = Self.plain.union(.isBesideItems)
    expectEqual(command(.character("h"), beside), .moveBeside(-1))
    expectEqual(command(.character("l"), beside), .moveBeside(1))
    expectEqual(command(.character("l"), Self.filter.union(.isBesideItems)), .edit(.insert("l")))
    #expect(command(KeyPress(.right, [.alt, .shift]), beside) == nil)
    expectEqual(command(KeyPress(.right, [.alt, .shift]), beside.union(.canReorder)), .moveRowBeside(1))
    expectEqual(command(KeyPress(.left), beside.union(.isMenuOpen)), .chooseAction(-1))
    let help = KeyHelp(.standard, under: beside, isUnicode: true).entries
    expectEqual(help.filter { $0.title == "left" }.map(\.keys), ["← h"])
    #expect(!KeyHelp(.standard, under: Self.plain, isUnicode: true).entries.contains { $0.title == "left" })
  }

  static let plainKeys: [(KeyPress, Command)] = [
    (.character("j"), .moveCursor(1)), (.character("k"), .moveCursor(-1)), (.character("g"), .first),
    (.character("G"), .last), (.control("d"), .page(1)), (.control("u"), .page(-1)), (.character("q"), .back),
  ]

  @Test("On a screen without a filter, letters are commands", arguments: plainKeys)
  func letterKeys(_ press: KeyPress, _ meaning: Command) {
    expectEqual(command(press, Self.plain), meaning)
    let outline = Self.plain.union([.hasOutline, .isOnOutlineRow])
    expectEqual(command(.character("h"), outline), .collapse)
    expectEqual(command(.character("l"), outline), .expand)
    #expect(command(.character("x"), Self.plain) == nil)
  }

  @Test("Keys with ctrl or alt are not typed into the query") func modifiers() {
    #expect(command(.control("z"), Self.typing) == nil)
    #expect(command(.alt("x"), Self.typing) == nil)
  }

  @Test(
    "The help lists each command once, with keys that perform it",
    arguments: [true, false], [true, false])
  func helpEntries(_ hasQuery: Bool, _ hasOutline: Bool) {
    var map = KeyMap.standard
    map.bindings.insert(
      KeyBinding([.control("o"), KeyPress(.enter)], .keyCommand(3), "flat or outline"), at: 0)
    var screen: Conditions = hasQuery ? .hasQuery : .whenNotTyping
    if hasOutline { screen.insert(.hasOutline) }
    let help = KeyHelp(map, under: screen, isUnicode: true).entries
    let keys = Dictionary(
      map.bindings.flatMap(\.keys).map { ($0.name(), $0) }, uniquingKeysWith: { first, _ in first })
    var circumstances = Self.everywhere.filter { $0.contains(hasQuery ? .hasQuery : .whenNotTyping) }
    if !hasOutline { circumstances.removeAll { $0.contains(.hasOutline) } }
    for line in help {
      for name in line.keys.split(separator: " ") {
        let press = keys[String(name)] ?? KeyPress(.insert)
        let meant = circumstances.compactMap { map.command(for: press, under: $0) }
        let bindings = map.bindings.filter { $0.title == line.title && $0.keys.contains(press) }
        #expect(bindings.contains { meant.contains($0.command) }, "\(name): \(line.title)")
      }
    }
    #expect(help.contains { $0.keys == "ctrl-o enter" })
    #expect(!help.contains { $0.title == "open" && $0.group == .common })
    expectEqual(help.contains { $0.keys == "esc q" }, !hasQuery)
    expectEqual(help.contains { $0.title == "open all" }, hasOutline)
    #expect(help.allSatisfy { $0.keys != "*" }, "alt-* stands first")
    expectEqual(help.map(\.group.rawValue), help.map(\.group.rawValue).sorted())
    expectEqual(Set(help.map { [$0.title, $0.group.title] }).count, help.count)
  }

  @Test("Keys mark and grab rows only if this is possible") func markingKeys() {
    let possible: [(Conditions, KeyPress, Command)] = [
      (.isOnMarkableRow, .character(" "), .mark), (.canMarkSeveral, KeyPress(.tab), .markAndMove(1)),
      (.canReorder, .character("m"), .grab),
    ]
    for (conditions, press, meaning) in possible {
      expectEqual(command(press, Self.plain.union(conditions)), meaning)
      #expect(command(press, Self.plain) != meaning)
    }
  }

  @Test("A custom key map replaces the standard keys") func customMap() {
    let map = KeyMap([
      KeyBinding([.character("x")], .keyCommand(4), "first", when: .whenNotTyping),
      KeyBinding([.character("x")], .keyCommand(5), "second", when: .hasQuery),
      KeyBinding([.character("y")], .keyCommand(6), "third"),
    ])
    expectEqual(map.command(for: .character("x"), under: .whenNotTyping), .keyCommand(4))
    expectEqual(map.command(for: .character("x"), under: .hasQuery), .keyCommand(5))
    expectEqual(map.command(for: .character("y"), under: .whenNotTyping), .keyCommand(6))
    expectEqual(map.command(for: .character("y"), under: .hasQuery), .edit(.insert("y")))
    #expect(map.command(for: KeyPress(.down), under: .whenNotTyping) == nil)
    #expect(KeyHelp(KeyMap([]), under: [.hasQuery, .hasOutline], isUnicode: true).entries.isEmpty)
  }

  @Test("The name of a key contains its modifiers, and arrows are words in ASCII") func keyNames() {
    expectEqual(KeyPress(.left, .shift).name(), "shift-←")
    expectEqual(KeyPress(.left, .shift).name(isUnicode: false), "shift-left")
    expectEqual(KeyPress.control("o").name(), "ctrl-o")
    expectEqual(KeyPress(.character(" "), .alt).name(), "alt-space")
    expectEqual(KeyPress(.function(1)).name(), "F1")
  }
}

@Suite("Key names") struct KeyNameTests {
  nonisolated private static let keys: [Key] = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace, .delete, .insert,
    .escape, .function(1), .function(12), .character("a"), .character(" "), .character("-"), .character("é"),
    .character("f"), .character("F"),
  ]

  @Test(
    "A key is read back from its name",
    arguments: keys,
    [[], .shift, .control, .alt, [.control, .alt], [.control, .alt, .shift]] as [KeyPress.Modifiers])
  func roundTrip(_ key: Key, _ modifiers: KeyPress.Modifiers) {
    let press = KeyPress(key, modifiers)
    expectEqual(KeyPress(name: press.name(isUnicode: false)), press)
    expectEqual(KeyPress(name: press.name(isUnicode: true)), press)
  }

  @Test(
    "An invalid name does not give a key",
    arguments: ["", "ctrl-", "nokey", "ctrl-alps", "F0", "Fx", "shift"])
  func invalidNames(_ name: String) {
    #expect(KeyPress(name: name) == nil)
  }
}
