import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Pictures of every kind of screen, in every state, on several terminals.
///
/// Only their hash values are recorded: a change of the code that is not about pictures changes none of them. One that
/// is replaces those that it names in `screenPictures`, after a look at the screen.
@MainActor
@Suite("Pictures of screens") struct ScreenPicturesTests {
  /// A screen that draws itself.
  private final class Chart: ViewController {
    override func draw(in canvas: inout Canvas) {
      for line in 0..<canvas.size.lines { canvas.write("bar \(line)", line: line, column: line) }
      canvas.placeCursor(line: 0, column: 1)
    }
  }

  private struct Server {
    var name = "home"
    var port = 80
    var isOn = true
    @MainActor static let fields: [FormField<Server>] = [
      .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
      .numberField("Port", \.port, in: 1...65_535), .toggle("On", \.isOn),
    ]
  }

  enum Kind: String, CaseIterable {
    case list, query, hiddenQuery, marks, outline, text, chart, form, pushed, split, chartBeside, columns,
      details
  }

  private static let terminals: [(name: String, columns: Int, lines: Int, traits: ScreenTraits)] = [
    ("120x30", 120, 30, .testing()), ("80x24", 80, 24, .testing()), ("40x10", 40, 10, .testing()),
    ("20x3", 20, 3, .testing()), ("14x5", 14, 5, .testing(.mono)),
    ("ascii", 60, 16, .testing(.mono, isUnicode: false)), ("reader", 60, 16, .testing(isAccessible: true)),
  ]

  private static let states: [(name: String, keys: [KeyPress])] = [
    ("plain", []), ("down", [.down, .down, .pageDown]), ("end", [.end]), ("tab", [.tab]),
    ("keys", [.function(1)]), ("chosen", [.function(1), .down, .down, .down]),
    ("found", [.function(1), .character("r"), .character("e")]), ("panel", [.function(2)]),
    ("scrolled", [.function(2), .pageDown]), ("filtered", [.function(2), .character("/"), .character("1")]),
    ("alert", [.function(3)]), ("long", [.function(4)]), ("sheet", [.function(5)]),
    ("chosen", [.function(5), .down, .down]), ("prompt", [.function(6), .character("x")]),
    ("fields", [.function(7), .character("x")]), ("next", [.function(7), .tab, .tab]),
    ("message", [.function(8)]), ("work", [.function(9)]),
    ("typed", [.character("/"), .character("1"), .enter]), ("back", [.down, .escape]),
  ]

  private func rows(_ title: String) -> NumbersController {
    let list = NumbersController(0..<40) { "\(title.lowercased()) \($0)" }
    list.title = title
    list.statusText = StyledText("\(title) status")
    return list
  }

  private func make(_ kind: Kind) -> ViewController {
    let screen: ViewController
    switch kind {
    case .list: screen = rows("List")
    case .query, .hiddenQuery:
      let list = rows("Query")
      list.searchBar = SearchBar(placeholder: "type")
      list.hidesSearchBarWhenEmpty = kind == .hiddenQuery
      screen = list
    case .marks:
      let list = rows("Marks")
      list.tableView.allowsMultipleSelection = true
      list.tableView.primaryActionTitle = "open"
      list.workProgress = .fraction(0.4)
      list.findAction = { _ in }
      screen = list
    case .outline:
      let list = rows("Outline")
      var outline = DiffableDataSourceSectionSnapshot<Int>()
      outline.append([1, 2])
      outline.append([10, 11], to: 1)
      outline.expand([1])
      list.dataSource.apply(outline, to: 0)
      screen = list
    case .text:
      let text = TextViewController(TextViewController.Lines("one\ntwo 1\nthree"))
      text.title = "Text"
      screen = text
    case .chart, .pushed:
      screen = Chart()
      screen.title = "Chart"
      screen.statusText = "chart status"
    case .form: screen = FormController(Server(), title: "Server", fields: Server.fields) { _ in }
    case .split: screen = SplitViewController(primary: rows("Left"), secondary: rows("Right"))
    case .chartBeside:
      let chart = Chart()
      chart.title = "Chart"
      chart.keyHints = ["F3"]
      chart.addKeyCommand(.function(3), title: "ask, of the chart", shortTitle: "ask") {}
      screen = SplitViewController(primary: rows("Left"), secondary: chart)
    case .columns:
      screen = SplitViewController(
        primary: rows("First"), supplementary: rows("Second"), secondary: rows("Third"))
    case .details:
      let split = SplitViewController(primary: rows("Left"), secondary: rows("Right"))
      split.focusedViewController = split.secondary
      screen = split
    }
    addCommands(to: screen)
    if kind == .pushed {
      let below = rows("Below")
      let navigation = NavigationController(rootViewController: below)
      navigation.pushViewController(screen)
    }
    return screen
  }

  private func addCommands(to screen: ViewController) {
    let lines = (0..<30).map { Panel.Line("name \($0)", StyledText("text of line \($0)")) }
    func question(_ message: String, _ style: AlertController.Style, _ answers: [String]) -> AlertController {
      let alert = AlertController(title: "Really?", message: message, preferredStyle: style)
      alert.addAction(AlertAction(title: "Cancel", style: .cancel))
      for answer in answers { alert.addAction(AlertAction(title: answer)) }
      return alert
    }
    screen.addKeyCommand(.function(2), title: "panel, of text", shortTitle: "panel") { [unowned screen] in
      screen.present(Panel(title: "Panel", lines: lines))
    }
    screen.addKeyCommand(.function(3), title: "alert") { [unowned screen] in
      screen.present(question("It cannot be undone.", .alert, ["OK"]))
    }
    screen.addKeyCommand(.function(4), title: "long alert") { [unowned screen] in
      let words = (0..<200).map { "word \($0)" }.joined(separator: " ")
      screen.present(question(words, .alert, ["OK"]))
    }
    screen.addKeyCommand(.function(5), title: "sheet") { [unowned screen] in
      screen.present(question("Which?", .actionSheet, (0..<9).map { "answer \($0)" }))
    }
    screen.addKeyCommand(.function(6), title: "prompt") { [unowned screen] in
      _ = await screen.prompt("Name", message: "of the file", placeholder: "none")
    }
    screen.addKeyCommand(.function(7), title: "fields") { [unowned screen] in
      _ = await screen.prompt("Server", for: Server(), fields: Server.fields)
    }
    screen.addKeyCommand(.function(8), title: "message") { [unowned screen] in
      screen.notify("saved", action: ("u", "undo", {}))
    }
    screen.addKeyCommand(.function(9), title: "work") { [unowned screen] in
      _ = try? await screen.progress(of: "reading") { report in
        report(.fraction(0.3))
        try await Task.sleep(for: .seconds(3600))
      }
    }
    screen.keyHints += ["F2", KeyHint("F3", "ask")]
  }

  private func picture(
    _ kind: Kind, _ keys: [KeyPress], _ columns: Int, _ lines: Int, _ traits: ScreenTraits
  ) async -> String {
    let controller = make(kind)
    let screen = TestScreen(controller, columns: columns, lines: lines, traits: traits)
    for key in keys {
      screen.press(key)
      await screen.settle()
    }
    await screen.advance(by: .milliseconds(200))
    let frame = screen.frame
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ text: String) { for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    for line in screen.styledLines {
      add(line.text)
      for run in line.runs {
        let style = run.style.map { "\($0.foreground) \($0.background) \($0.attributes.rawValue)" }
        add("\(run.characters) \(style ?? "")")
      }
      add("\n")
    }
    add("\(frame.cursor.map { "\($0.line) \($0.column)" } ?? "") \(screen.ending != nil)")
    screen.send(.hangup)
    let digits = String(hash, radix: 36)
    return String(digits.suffix(6))
  }

  @Test("Every kind of screen looks as it was recorded", arguments: Kind.allCases)
  func recorded(kind: Kind) async {
    let expected = screenPictures.split(separator: "\n").filter { $0.hasPrefix("\(kind.rawValue) ") }
    var hashes: [String] = []
    for terminal in Self.terminals {
      var line = "\(kind.rawValue) \(terminal.name)"
      for state in Self.states {
        let picture = await picture(kind, state.keys, terminal.columns, terminal.lines, terminal.traits)
        line += " \(picture)"
      }
      hashes.append(line)
    }
    expectEqual(hashes.joined(separator: "\n"), expected.joined(separator: "\n"))
  }
}
