import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import ListKit

/// Forms: fields for the properties of a value.
@MainActor
@Suite("Forms") struct FormTests {
  struct Server: Codable, Hashable {
    enum Level: String, Codable, CaseIterable { case quiet, normal, verbose }
    enum Day: String, Codable, CaseIterable { case monday, tuesday, sunday }

    var name = "home"
    var password = "secret"
    var notes = "one\ntwo"
    var port = 80
    var ratio = 0.5
    var level = Level.normal
    var days: Set<Day> = [.sunday]
    var isOn = true
    var expires = CalendarDay("2026-02-28")
  }

  private static let fields: [FormField<Server>] = [
    .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
    .secureField("Password", \.password) { $0.count < 4 ? "too short" : nil },
    .textField("Notes", \.notes, isMultiline: true),
    .numberField("Port", \.port, in: 1...65_535),
    .numberField("Ratio", \.ratio, in: 0...1, step: 0.1),
    .picker("Level", \.level, from: Server.Level.allCases),
    .picker("Days", \.days, from: Server.Day.allCases),
    .toggle("On", \.isOn),
    .datePicker("Expires", \.expires),
  ]

  /// The screen below the form, and what the form saves.
  private final class List: TableViewController {
    var saved: [Server] = []
    var refusal: (any Error)?
    var form: FormController<Server>!

    func open(_ server: Server, _ fields: [FormField<Server>]) {
      form = FormController(server, title: "Server", fields: fields) { [unowned self] in
        if let refusal { throw refusal }
        saved.append($0)
      }
      navigationController?.pushViewController(form)
    }
  }

  private func open(
    _ server: Server = Server(), _ fields: [FormField<Server>] = fields, columns: Int = 60, lines: Int = 24,
    traits: ScreenTraits = .testing()
  ) -> TestScreen<List> {
    let screen = TestScreen(List(), columns: columns, lines: lines, traits: traits)
    screen.controller.open(server, fields)
    _ = screen.frame
    return screen
  }

  /// The label of the field with the focus.
  private func focus(_ screen: TestScreen<List>) -> String? {
    let labels = ["Name", "Password", "Notes", "Port", "Ratio", "Level", "Days", "On", "Expires"]
    return screen.lines.first { $0.hasPrefix("❯") }.flatMap { line in
      labels.first { line.hasPrefix("❯ \($0) ") }
    }
  }

  // MARK: Focus

  @Test("Tab visits each field once and returns, and shift-tab goes back") func tabOrder() {
    let screen = open()
    let labels = ["Name", "Password", "Notes", "Port", "Ratio", "Level", "Days", "On", "Expires"]
    screen.type("x")
    for label in labels {
      expectEqual(focus(screen), label)
      screen.press(.tab)
    }
    expectEqual(focus(screen), "Name")
    for label in labels.reversed() {
      screen.press("shift-tab")
      expectEqual(focus(screen), label)
    }
  }

  @Test("The field with the focus and the terminal's cursor stay in view on screens of every size")
  func visibility() {
    for (columns, lines) in [(12, 1), (12, 2), (13, 4), (20, 5), (34, 9), (80, 24), (200, 60)] {
      let screen = open(columns: columns, lines: lines)
      for _ in 0..<20 {
        #expect(screen.frame.cursor != nil, "\(columns)×\(lines)")
        #expect(screen.lines.contains { $0.hasPrefix("❯") })
        screen.press(.tab)
      }
    }
  }

  @Test("The wheel scrolls without moving the focus, and the next key shows it again") func wheel() {
    let screen = open(columns: 40, lines: 6)
    screen.turnWheel(9, at: ScreenPoint(line: 2, column: 5))
    #expect(focus(screen) == nil && screen.contains("Expires"))
    screen.type("x")
    expectEqual(focus(screen), "Name")
  }

  // MARK: Values

  @Test("What is shown is what is saved, for each kind of field") func kinds() {
    let screen = open()
    screen.press("ctrl-u")
    screen.type("Ünder 漢")
    screen.paste("字e\u{301}\n")
    screen.press(.tab)
    screen.type("s")
    screen.press(.tab, .enter)
    screen.type("three")
    screen.press(.tab, .up, .up, .tab, .up, .tab, .right, .tab, " ", .down, " ", .tab, " ", .tab, .up)
    #expect(screen.contains("‹ verbose ›") && screen.contains("[x] monday") && screen.contains("2026-03-01"))
    screen.press("ctrl-s")
    let server = Server(
      name: "Ünder 漢字e\u{301} ", password: "secrets", notes: "one\ntwo\nthree", port: 82, ratio: 0.6,
      level: .verbose, days: [.monday, .tuesday, .sunday], isOn: false, expires: CalendarDay("2026-03-01"))
    expectEqual(screen.controller.saved, [server])
    #expect(screen.controller.navigationController?.topViewController === screen.controller)
  }

  @Test("After any keys a form is saved whole or not at all, and what it saved it shows again the same")
  func randomKeys() {
    let keys: [KeyPress] = [
      .tab, "shift-tab", .enter, .up, .down, .left, .right, .home, .end, .backspace, .delete, " ", "a", "7",
      "-",
      "m", "v", "é", "漢", ".", "ctrl-u", "ctrl-w", "ctrl-y", .pageDown, .pageUp, "alt-x", "ctrl-x",
    ]
    for seed: UInt64 in 0..<30 {
      var generator = SeededGenerator(seed: seed)
      let screen = open(columns: 40, lines: 12)
      for _ in 0..<150 {
        // Escape would close the form, and ctrl-s too.
        screen.press(keys.randomElement(using: &generator)!)
        if Int.random(in: 0..<20, using: &generator) == 0 {
          screen.resize(
            columns: .random(in: 1...60, using: &generator), lines: .random(in: 1...20, using: &generator))
        }
        if screen.controller.navigationController?.topViewController === screen.controller { break }
      }
      screen.resize(columns: 60, lines: 40)
      if screen.controller.saved.isEmpty { screen.press("ctrl-s") }
      guard let saved = screen.controller.saved.first else { continue }
      #expect(!saved.name.isEmpty && saved.password.count >= 4, "seed \(seed)")
      #expect((1...65_535).contains(saved.port) && (0...1).contains(saved.ratio))
      let again = open(saved, lines: 40)
      again.press("ctrl-s")
      expectEqual(again.controller.saved, [saved], "seed \(seed)")
    }
  }

  @Test("A value that is not among the choices stays until another one is chosen") func unknownChoice() {
    let fields: [FormField<Server>] = [
      .picker("Level", \.level, from: [.quiet, .verbose]), .picker("Days", \.days, from: [.monday]),
      .toggle("On", \.isOn),
    ]
    let screen = open(Server(), fields)
    screen.press(.tab, " ", "ctrl-s")
    expectEqual(screen.controller.saved.first?.level, .normal)
    expectEqual(screen.controller.saved.first?.days, [.monday, .sunday])
  }

  @Test("First letters choose among options, and the arrows leave a list at its ends") func letters() {
    let screen = open(Server(), Array(Self.fields[5...7]))
    screen.press("q", .down, "s", " ", .down, " ", "ctrl-s")
    let saved = screen.controller.saved.first
    #expect(saved?.level == .quiet && saved?.days == [] && saved?.isOn == false)
  }

  @Test("Tab completes a text, and then goes to the next field") func completion() {
    let fields: [FormField<Server>] = [
      .textField("Name", \.name, completions: { _ in ["home/a", "home/b"] }), .toggle("On", \.isOn),
    ]
    let screen = open(Server(), fields)
    screen.press(.tab)
    #expect(screen.contains("home/a  home/b"))
    screen.press(.tab)
    expectEqual(focus(screen), "On")
    screen.press("shift-tab", "ctrl-u", .tab)
    #expect(focus(screen) == "On" && !screen.contains("home/a"), "an empty field has nothing to complete")
  }

  @Test(
    "A switch says its state in a word",
    arguments: [ScreenTraits.testing(), .testing(.mono, isUnicode: false)])
  func switchState(_ traits: ScreenTraits) {
    let screen = open(Server(), [Self.fields[7]], traits: traits)
    #expect(screen.lines[1].contains("on") && !screen.lines[1].contains("off"), "\(screen.lines[1])")
    screen.press(" ")
    #expect(screen.lines[1].contains("off"), "\(screen.lines[1])")
  }

  @Test("Ctrl-d leaves a text of several lines for the next field, and saves after the last one")
  func severalLines() {
    let screen = open(Server(), [Self.fields[2], Self.fields[0], Self.fields[2]])
    screen.press("ctrl-d")
    expectEqual(focus(screen), "Name")
    screen.press(.enter, "ctrl-d")
    expectEqual(screen.controller.saved, [Server()])
  }

  // MARK: Checks

  @Test("A field is checked when it is left, not while it is typed") func leaving() {
    let screen = open()
    screen.press("ctrl-u")
    #expect(!screen.contains("a server has a name"))
    screen.press(.tab)
    #expect(screen.contains("a server has a name"))
    screen.press("shift-tab")
    screen.type("x")
    #expect(!screen.contains("a server has a name"))
  }

  @Test("Ctrl-s checks all fields and goes to the first wrong one; enter in the last field does the same")
  func saving() {
    for keys in [[KeyPress.control("s")], [.tab, .tab, .tab, .tab, .tab, .tab, .tab, .tab, .enter]] {
      let screen = open(Server(password: "x", port: 0))
      for key in keys { screen.press(key) }
      expectEqual(focus(screen), "Password")
      #expect(screen.contains("too short") && screen.contains("not between 1 and 65535"))
      #expect(screen.controller.saved.isEmpty)
    }
  }

  @Test("An error of the program is shown, and nothing typed is lost") func refusal() {
    struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
    let screen = open()
    screen.controller.refusal = Full()
    screen.type("x")
    screen.press("ctrl-s")
    #expect(screen.contains("Not saved") && screen.contains("the disk is full"))
    screen.press(.enter)
    screen.controller.refusal = nil
    screen.press("ctrl-s")
    expectEqual(screen.controller.saved.map(\.name), ["homex"])
  }

  @Test(
    "Dates are exact",
    arguments: [
      ("2026-02-28", true), ("2024-02-29", true), ("2000-02-29", true), ("0001-01-01", true),
      ("9999-12-31", true), ("2026-02-29", false), ("1900-02-29", false), ("2026-04-31", false),
      ("2026-13-01", false), ("2026-00-10", false), ("2026-01-00", false), ("2026-01-32", false),
      ("0000-01-01", false), ("2026-1-1", false), ("2026-11-27 ", false), ("٢٠٢٦-11-27", false),
      ("2026-+1-01", false), ("-026-01-01", false), ("2026-01-01-", false), ("", false),
    ])
  func dates(_ text: String, _ isDay: Bool) {
    expectEqual(CalendarDay(text)?.description, isDay ? text : nil)
    let field = Self.fields[8].make(Server())
    field.text = text
    expectEqual(field.problem, isDay || text.isEmpty ? nil : "no day, such as 2026-11-27")
  }

  @Test("Days follow one another over all ends of months and years, and return") func days() throws {
    var day = try #require(CalendarDay("1999-12-25"))
    for _ in 0..<20_570 {
      let next = try #require(day.advanced(1))
      expectEqual(next.advanced(-1), day)
      day = next
    }
    expectEqual(day.description, "2056-04-19")
    #expect(CalendarDay("9999-12-31")?.advanced(1) == nil)
    #expect(CalendarDay("0001-01-01")?.advanced(-1) == nil)
  }

  @Test(
    "Numbers are exact",
    arguments: [
      ("", "not a whole number"), ("1.5", "not a whole number"), ("0", "not between 1 and 65535"),
      ("99999999999999999999", "not a whole number"), ("80", nil), (" 80", "not a whole number"),
    ] as [(String, String?)])
  func wholeNumbers(_ text: String, _ problem: String?) {
    let field = Self.fields[3].make(Server())
    field.text = text
    expectEqual(field.problem, problem)
  }

  @Test("Fractions refuse what is no number, and steps have the decimals of the step") func fractions() {
    let field = FormField<Server>.numberField("Ratio", \.ratio, step: 0.1).make(Server())
    for text in ["nan", "inf", "0x1p4", "1e999", "", "1,5"] {
      field.text = text
      #expect(field.problem != nil, "\(text)")
    }
    field.text = "0"
    for _ in 0..<3 { _ = field.handle(.up, meaning: nil) }
    expectEqual(field.text, "0.3")
    let bounded = Self.fields[4].make(Server())
    bounded.text = "0.95"
    _ = bounded.handle(.up, meaning: nil)
    expectEqual(bounded.text, "1")
    let edge = FormField<Server>.numberField("Port", \.port).make(Server())
    edge.text = "\(Int.max)"
    _ = edge.handle(.up, meaning: nil)
    expectEqual(edge.text, "\(Int.max)")
  }

  @Test("A typed character replaces the number or the date of a field that just got the focus") func typing()
  {
    let screen = open(
      Server(port: 0, ratio: 0), [Self.fields[3], Self.fields[4], Self.fields[8], Self.fields[0]])
    #expect(screen.style(of: "0")?.attributes.contains(.reverse) == true)
    screen.type("22")
    #expect(screen.style(of: "22")?.attributes.contains(.reverse) == false)
    screen.press(.tab)
    #expect(screen.lines.contains("❯ Ratio    0"), "no decimals that nobody typed")
    screen.type("0.25")
    screen.press(.tab)
    screen.type("2027-01-01")
    screen.press("shift-tab", .end)
    screen.type("5")
    screen.press(.tab, .tab)
    screen.type("x")
    screen.press("ctrl-s")
    let saved = screen.controller.saved.first
    #expect(saved?.port == 22 && saved?.ratio == 0.255 && saved?.expires == CalendarDay("2027-01-01"))
    expectEqual(saved?.name, "homex", "a text is kept")
  }

  @Test("The value as a whole is checked after its fields, and the reason is shown until the next edit")
  func wholeValue() async {
    let fields = [Self.fields[0], Self.fields[3]]
    let reason = "home has port 80"
    let check: @MainActor (Server) -> String? = { $0.name == "home" && $0.port != 80 ? reason : nil }
    var saved: [Int] = []
    let form = FormController(Server(), title: "Server", fields: fields, validator: check) {
      saved.append($0.port)
    }
    let screen = TestScreen(form, columns: 60, lines: 24)
    screen.press(.tab)
    screen.type("81")
    screen.press("ctrl-s")
    #expect(saved.isEmpty && screen.contains(reason) && screen.ending == nil)
    screen.press(.backspace)
    #expect(!screen.contains(reason))
    screen.type("0")
    screen.press("ctrl-s")
    expectEqual(saved, [80])
    let list = TestScreen(List(), columns: 60, lines: 24)
    let controller = list.controller
    let answer = Task {
      await controller.prompt("Server", for: Server(port: 81), fields: fields, validator: check)
    }
    await list.settle()
    list.press(.tab, .enter)
    #expect(list.contains(reason))
    list.press("shift-tab")
    list.type("x")
    list.press(.enter, .enter)
    expectEqual(await answer.value?.name, "homex")
  }

  // MARK: Escape

  @Test("Escape leaves an unchanged form at once") func escape() {
    let screen = open()
    screen.press(.tab, .escape)
    #expect(screen.controller.navigationController?.topViewController === screen.controller)
  }

  @Test("Escape asks before it discards changes, and discarding restores the value") func discarding() {
    let screen = open()
    screen.type("x")
    screen.press(.escape)
    #expect(screen.contains("Discard the changes?"))
    screen.press(.enter)
    #expect(screen.contains("homex") && focus(screen) == "Name", "enter keeps editing")
    screen.press(.escape, "d")
    #expect(screen.controller.navigationController?.topViewController === screen.controller)
    #expect(screen.controller.saved.isEmpty)
  }

  // MARK: Around the form

  @Test("A click moves the focus, and chooses an option") func clicks() {
    let screen = open()
    #expect(screen.click(on: "[ ] tuesday"))
    expectEqual(focus(screen), "Days")
    #expect(screen.contains("[x] tuesday"))
    #expect(screen.click(on: "‹ normal ›"))
    #expect(screen.contains("‹ verbose ›") && focus(screen) == "Level")
    #expect(screen.click(on: "home"))
    screen.type("x")
    #expect(screen.contains("xhome"))
  }

  @Test("In a split view tab stays in the form, and escape returns to the list") func split() {
    let form = FormController(Server(), title: "Server", fields: Self.fields) { _ in }
    let split = SplitViewController(
      primary: NumbersController(0..<3), secondary: form)
    let screen = TestScreen(split, columns: 120, lines: 24)
    screen.press(.tab, .tab)
    #expect(form.hasFocus)
    screen.type("x")
    screen.press(.escape, "d")
    #expect(!form.hasFocus && screen.ending == nil)
    #expect(screen.contains("home") && !screen.contains("xhome") && !screen.contains("homex"))
  }

  @Test("A form on top of a list returns the value, or nil after escape") func prompt() async {
    let screen = TestScreen(List(), columns: 60, lines: 24)
    let controller = screen.controller
    let answer = Task { await controller.prompt("Server", for: Server(), fields: Self.fields, action: "Add") }
    await screen.settle()
    screen.press(.tab, .tab, .tab, .up, .tab, .tab, .tab, .tab, .tab, .enter)
    expectEqual(await answer.value, Server(port: 81))
    let cancelled = Task { await controller.prompt("Server", for: Server(), fields: Self.fields) }
    await screen.settle()
    screen.type("x")
    screen.press(.escape)
    #expect(screen.contains("Discard the changes?"))
    screen.press("d")
    expectEqual(await cancelled.value, nil)
  }

  @Test("Fields that do not fit in a box scroll, and the answers stay") func smallPrompt() async {
    for (columns, lines) in [(20, 5), (30, 8), (80, 24), (12, 2), (1, 1)] {
      let screen = TestScreen(List(), columns: columns, lines: lines)
      let controller = screen.controller
      let answer = Task {
        await controller.prompt("Server", for: Server(), fields: Self.fields, action: "Add")
      }
      await screen.settle()
      for _ in 0..<9 {
        if columns > 12 {
          #expect(screen.lines.contains { $0.contains("❯") } && screen.contains("Add"), "\(columns)×\(lines)")
        }
        screen.press(.tab)
      }
      // Keys answer only a question that is visible.
      screen.resize(columns: 60, lines: 24)
      screen.press(.escape)
      await screen.settle()
      expectEqual(await answer.value, nil)
    }
  }
}
