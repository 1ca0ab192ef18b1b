import ListKit
import Testing

@testable import tui_demo

@Suite struct KeysModelTests {
  private func model(after events: Event...) -> KeysModel {
    var model = KeysModel()
    for event in events { model.add(event) }
    return model
  }

  @Test func aKeyMeansOneThingInAListAndAnotherInAQuery() throws {
    let record = try #require(model(after: .key(.control("u"))).records.first)
    #expect(record.inList == KeyMap.Meaning(command: .page(-1), title: "a screenful up"))
    #expect(record.inQuery == KeyMap.Meaning(command: .edit(.deleteToStart), title: "delete to the start"))
  }

  @Test func whatHasNoTitleIsWrittenAsInAProgram() throws {
    let record = try #require(model(after: .key(.character("x"))).records.first)
    #expect(record.inList == nil)
    #expect(record.inQuery?.text == #".edit(.insert("x"))"#)
  }

  /// What the model calls a meaning is what the key map answers, for every key it knows.
  @Test func titlesBelongToTheCommands() {
    let map = KeyMap.standard
    for circumstances: KeyBinding.Conditions in [
      [.hasNoQuery, .queryIsEmpty], [.hasQuery, .queryIsNotEmpty],
    ] {
      for press in Set(map.bindings.flatMap(\.keys)) {
        let meaning = map.meaning(of: press, under: circumstances)
        #expect(meaning?.command == map.command(for: press, under: circumstances))
        if let title = meaning?.title {
          #expect(map.bindings.contains { $0.title == title && $0.command == meaning?.command })
        }
      }
    }
  }

  @Test func theLineIsEditedAsAQueryWouldBe() {
    var model = KeysModel()
    for character in "pic d'aneto" { model.add(.key(.character(character))) }
    #expect(model.line.text == "pic d'aneto")
    model.add(.key(.control("w")))
    #expect(model.line.text == "pic ")
    model.add(.key(KeyPress(.left)))
    model.add(.key(KeyPress(.left)))
    model.add(.paste("que\nnic"))
    #expect(model.line.text == "pique nicc " && model.line.insertionPoint == 9)
    model.add(.key(.control("e")))
    model.add(.key(.control("u")))
    #expect(model.line.text.isEmpty)
    model.add(.key(.control("y")))
    #expect(model.line.text == "pique nicc ")
  }

  @Test func theNewestComeFirstAndTheOldestGo() {
    var model = KeysModel()
    for _ in 0..<KeysModel.limit + 50 { model.add(.key(KeyPress(.down))) }
    #expect(model.records.map(\.number) == Array((51...250).reversed()))
    #expect(model.record(51)?.number == 51 && model.record(250)?.number == 250)
    #expect(model.record(50) == nil && model.record(251) == nil)
  }

  @Test func allBindingsOfTheLatestKeyAreFound() {
    #expect(model().bindingsOfLatest.isEmpty)
    #expect(model(after: .key(.character("x"))).summaryOfLatest == "no binding: goes to the query")
    #expect(model(after: .key(KeyPress(.function(9)))).summaryOfLatest == "means nothing")
    let model = model(after: .key(.character("x")), .key(.character("h")))
    #expect(model.summaryOfLatest == "2 bindings")
    #expect(model.bindingsOfLatest.map(\.command) == [.moveBeside(-1), .collapse])
    #expect(
      model.bindingsOfLatest.map(\.conditions.sourceText) == [
        ".hasNoQuery .isBesideOthers", ".hasNoQuery .isOnOutlineRow",
      ])
  }

  @Test(arguments: [
    (Event.key(KeyPress(.tab, .shift)), "shift-tab", ".tab, .shift"),
    (.key(KeyPress(.character("e"), [.control, .alt])), "ctrl-alt-e", #".character("e"), .control .alt"#),
    (.key(.control("w")), "ctrl-w", #".control("w")"#), (.key(.alt("b")), "alt-b", #".alt("b")"#),
    (.key(.character("é")), "é", #".character("é")"#), (.key(KeyPress(.function(5))), "F5", ".function(5)"),
    (.paste("a\tb"), "paste", "3 characters: a\tb"),
    (
      .mouse(MouseEvent(.doubleClick, at: Point(line: 3, column: 7), modifiers: .control)), "double click",
      "line 3, column 7, .control"
    ),
    (.mouse(MouseEvent(.wheelDown, at: Point(line: 0, column: 0))), "wheel down", "line 0, column 0"),
    (.resize(Size(columns: 80, lines: 24)), "resize", "80x24"),
    (.resume, "resume", "after a stop"),
  ])
  func eventsAreNamed(_ event: Event, _ name: String, _ details: String) {
    #expect(event.name == name)
    #expect(event.details == details)
  }

  @Test func commandsAreWrittenAsInAProgram() {
    #expect(Command.moveCursor(-1).sourceText == ".moveCursor(-1)")
    #expect(Command.back.sourceText == ".back")
    #expect(Command.openSwipeActions(.trailing).sourceText == ".openSwipeActions(.trailing)")
    #expect(Command.edit(.deleteWordBackward).sourceText == ".edit(.deleteWordBackward)")
    #expect(Command.custom("x").sourceText == #".custom("x")"#)
  }

  /// Each bit has a name of its own, those that the standard key map uses included.
  @Test func everyConditionHasAName() {
    let all = KeyMap.standard.bindings.reduce(into: KeyBinding.Conditions()) { $0.formUnion($1.conditions) }
    let names = all.sourceText.split(separator: " ")
    #expect(names.count == all.rawValue.nonzeroBitCount && Set(names).count == names.count)
  }
}
