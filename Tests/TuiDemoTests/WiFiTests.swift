import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The model of the Wi-Fi demo") struct WiFiModelTests {
  private static let names = Set((WiFiNetwork.neighbourhood + [.home]).map(\.name))

  @Test("The neighbourhood has 17 networks with different names") func differentNames() {
    expectEqual(WiFiNetwork.neighbourhood.count, 17)
    expectEqual(Self.names.count, 18)
  }

  @Test("At first, all networks are available, sorted by name") func initialNetworks() {
    expectEqual(WiFiModel().available, WiFiNetwork.neighbourhood.sorted { $0.name < $1.name })
    #expect(WiFiModel().missing.isEmpty)
  }

  @Test(
    "After each scan, networks are sorted, distinct, not empty, and without the current one",
    arguments: 0..<20 as Range<UInt64>)
  func scans(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = WiFiModel()
    for step in 0..<200 {
      model.scan(using: &generator)
      if step % 7 == 0, let network = model.available.randomElement(using: &generator) {
        let former = model.current
        model.join(network.id)
        expectEqual(model.current, network)
        #expect(model.available.contains(former))
      }
      let names = model.available.map(\.name)
      expectEqual(names, names.sorted())
      #expect(!names.isEmpty)
      expectEqual(names.count + 1 + model.missing.count, Self.names.count)
      expectEqual(Set(names + [model.current.name] + model.missing.map(\.name)), Self.names)
    }
  }

  /// Each of the two dice succeeds in one of three cases, independently of the other. Half of the networks
  /// are missing at each throw, so that the effects of both dice are visible.
  @Test("A scan loses and finds networks independently of each other") func probabilities() {
    var generator = SeededGenerator(seed: 1)
    var start = WiFiModel()
    while !(7...10).contains(start.available.count) { start.scan(using: &generator) }
    let before = Set(start.available)
    var counts = (lost: 0, found: 0, both: 0)
    let throwsMade = 20_000
    for _ in 0..<throwsMade {
      var model = start
      model.scan(using: &generator)
      let after = Set(model.available)
      let lost = !before.isSubset(of: after)
      let found = !after.isSubset(of: before)
      counts.lost += lost ? 1 : 0
      counts.found += found ? 1 : 0
      counts.both += lost && found ? 1 : 0
    }
    let (lost, found, both) = (
      Double(counts.lost) / Double(throwsMade), Double(counts.found) / Double(throwsMade),
      Double(counts.both) / Double(throwsMade)
    )
    // A die that succeeds may still remove or add no network: 0 is one of the numbers.
    #expect((0.25...0.333).contains(lost), "\(lost)")
    #expect((0.25...0.333).contains(found), "\(found)")
    // A network that was just lost may be found again at once, which hides some of both.
    #expect(abs(both - lost * found) < 0.02, "\(both) of \(lost) and \(found)")
  }

  @Test("The same seed gives the same session, and another seed another session") func seeds() {
    func session(_ seed: UInt64) -> [[String]] {
      var generator = SeededGenerator(seed: seed)
      var model = WiFiModel()
      return (0..<50).map { _ in
        model.scan(using: &generator)
        return model.available.map(\.name)
      }
    }
    expectEqual(session(7), session(7))
    #expect(session(7) != session(8))
  }

  @Test("Joining an unavailable network or the current one changes nothing") func joiningUnavailable() {
    var model = WiFiModel()
    model.join("Nowhere")
    model.join(model.current.id)
    expectEqual(model, WiFiModel())
  }
}

/// The controller reports every change, and nothing else.
@MainActor
@Suite("The controller of the Wi-Fi demo") struct WiFiControllerTests {
  private final class Counter { var updates = 0 }

  private func controller(_ counter: Counter) -> WiFiController {
    WiFiController(model: WiFiModel(), generator: SeededGenerator(seed: 3)) { _ in counter.updates += 1 }
  }

  @Test("The controller reports when Wi-Fi is switched or a network is joined") func switchingAndJoining() {
    let counter = Counter()
    let controller = controller(counter)
    controller.isEnabled = false
    expectEqual(counter.updates, 1)
    controller.isEnabled = true
    controller.join("Nimbus")
    expectEqual(counter.updates, 3)
    expectEqual(controller.model.current.name, "Nimbus")
  }

  @Test("A scan is reported only if it changes something") func scans() {
    let counter = Counter()
    let controller = controller(counter)
    var changes = 0
    for _ in 0..<60 {
      let former = controller.model
      controller.scan()
      changes += controller.model == former ? 0 : 1
    }
    #expect(changes > 0 && changes < 60)
    expectEqual(counter.updates, changes)
  }

  @Test("Scans change nothing while Wi-Fi is off") func switchedOff() {
    let counter = Counter()
    let controller = controller(counter)
    controller.isEnabled = false
    let former = controller.model
    for _ in 0..<60 { controller.scan() }
    expectEqual(controller.model, former)
    expectEqual(counter.updates, 1)
  }
}

/// Scripted sessions: keys are the input, screens the output.
@MainActor
@Suite("The screen of the Wi-Fi demo") struct WiFiSettingsControllerTests {
  private func session(
    columns: Int = 60, lines: Int = 30, isEnabled: Bool = true
  ) -> TestScreen<WiFiSettingsController> {
    var model = WiFiModel()
    model.isEnabled = isEnabled
    return TestScreen(
      WiFiSettingsController(model: model, generator: SeededGenerator(seed: 1)), columns: columns,
      lines: lines)
  }

  /// Scans until something has changed.
  private func scan(_ session: TestScreen<WiFiSettingsController>) {
    let former = session.controller.wifiController.model
    while session.controller.wifiController.model == former { session.controller.wifiController.scan() }
  }

  @Test("Each network has a row with its security and a sign for details") func rows() throws {
    let session = session()
    for network in WiFiNetwork.neighbourhood {
      let row = try #require(session.lines.first { $0.contains(network.name) }, "\(network.name)")
      #expect(row.contains("ⓘ ›"))
      #expect(row.contains(network.security.rawValue))
    }
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("connected ▂▄▆█ ⓘ ›") })
    #expect(session.cursor?.text.contains("Wi-Fi") == true)
    #expect(session.cursor?.text.contains("──●") == true)
  }

  @Test("The first screen marks no changes") func firstScreen() {
    let session = session()
    #expect(session.controller.tableView.changeSummary == nil)
    #expect(!session.lines.contains { $0.contains("+") })
  }

  @Test("Switching Wi-Fi off removes all networks, and switching it on restores them") func switching() {
    let session = session()
    let before = session.lines
    session.press(.enter)
    // They are removed with a visible animation.
    #expect(session.lines.contains { $0.contains("-") && $0.contains("Aurora Lane") })
    session.rest()
    #expect(!session.contains("Aurora Lane"))
    #expect(!session.contains("Choose a network"))
    #expect(!session.contains("Nimbus"))
    #expect(session.cursor?.text.contains("○──") == true)
    #expect(session.lines[29].hasPrefix("Wi-Fi is off"))
    session.press(.enter)
    #expect(session.lines.contains { $0.contains("+") && $0.contains("Aurora Lane") })
    session.rest()
    expectEqual(session.lines, before)
  }

  @Test("The w key switches Wi-Fi off and moves the cursor to the switch") func switchKey() {
    let session = session()
    session.press(.down, .down, .character("w"))
    session.rest()
    #expect(!session.contains("Aurora Lane"))
    #expect(session.lines[29].hasPrefix("Wi-Fi is off"))
    #expect(session.cursor?.text.contains("Wi-Fi") == true && session.cursor?.text.contains("○──") == true)
  }

  @Test("If Wi-Fi is off at the start, only the switch is shown until it is pressed") func initiallyOff() {
    let session = session(isEnabled: false)
    #expect(session.cursor?.text.contains("○──") == true)
    #expect(!session.contains("Aurora Lane"))
    session.press(.enter)
    session.rest()
    #expect(session.contains("Nimbus"))
  }

  @Test("Enter joins a network, and the previous one is inserted into the list") func joining() {
    let session = session()
    session.press(.down, .down)
    #expect(session.cursor?.text.contains("Birch & Barley") == true)
    session.press(.enter)
    #expect(session.lines.contains { $0.contains("~") && $0.contains("Birch & Barley") })
    #expect(session.lines.contains { $0.contains("+") && $0.contains("Aurora Lane") })
    session.rest()
    #expect(session.lines.contains { $0.contains("Birch & Barley") && $0.contains("connected") })
    expectEqual(session.lines.count { $0.contains("Birch & Barley") }, 1)
    let former = session.lines.filter { $0.contains("Aurora Lane") }
    #expect(former.count == 1 && former[0].contains("WPA3") && !former[0].contains("connected"))
  }

  @Test("The cursor stays on its network, and moves to a neighbour if that is removed")
  func stableCursor() throws {
    let session = session()
    while session.cursor?.text.contains("Granite Hall") != true { session.press(.down) }
    var changes = 0
    while session.controller.wifiController.model.available.contains(where: { $0.name == "Granite Hall" }) {
      #expect(session.cursor?.text.contains("Granite Hall") == true)
      scan(session)
      session.rest()
      changes += 1
    }
    #expect(changes > 1)
    // If the network is gone, the cursor is on a neighbour in its section.
    let names = session.controller.wifiController.model.available.map(\.name)
    #expect(names.contains { session.cursor?.text.contains($0) == true })
  }

  @Test("The i key and a click on the sign show the details of a network") func details() throws {
    let session = session()
    session.press(.down, .character("i"))
    #expect(session.contains("─ Aurora Lane ─"))
    #expect(session.contains("36, 5 GHz"))
    session.press(.escape)
    let line = try #require(session.lines.firstIndex { $0.contains("Nimbus") })
    let column = try #require((0..<60).first { session.frame[line, $0].scalar == "ⓘ" })
    session.click(at: Point(line: line, column: column))
    #expect(session.contains("─ Nimbus ─"))
    #expect(session.contains("within reach"))
  }

  @Test("A click on the switch turns Wi-Fi off") func clicks() throws {
    let session = session()
    let line = try #require(session.lines.firstIndex { $0.contains("──●") })
    let column = try #require((0..<60).first { session.frame[line, $0].scalar == "●" })
    session.click(at: Point(line: line, column: column))
    session.rest()
    #expect(!session.contains("Nimbus"))
  }

  @Test("The demo scans for networks only while its screen is visible") func visibility() {
    let session = session()
    #expect(session.controller.wifiController.scansForNetworks)
    session.controller.navigationController?.pushViewController(TableViewController())
    #expect(!session.controller.wifiController.scansForNetworks)
    session.press(.escape)
    #expect(session.controller.wifiController.scansForNetworks)
  }

  @Test("The help lists the keys of the screen") func help() {
    let session = session(lines: 60)
    session.press(.character("?"))
    #expect(session.contains("Wi-Fi on or off"))
    #expect(session.contains("details of the network"))
  }

  @Test(
    "The row under the cursor is visible at every size of the window",
    arguments: [(20, 5), (80, 24), (200, 60)])
  func windowSizes(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.end)
    #expect(session.cursor?.text.contains("Other") == true)
    session.press(.home)
    #expect(session.cursor?.text.contains("Wi-Fi") == true)
  }
}

@MainActor
@Suite("The form for another network") struct OtherNetworkTests {
  private func session(columns: Int = 60, lines: Int = 34) -> TestScreen<WiFiSettingsController> {
    let session = TestScreen(
      WiFiSettingsController(model: WiFiModel(), generator: SeededGenerator(seed: 1)), columns: columns,
      lines: lines)
    session.press(.end, .enter)
    return session
  }

  @Test("The first field receives the keys at once, also ? and q") func focus() {
    let session = session()
    #expect(session.contains("Other network") && session.contains("password, 8 to 63 characters"))
    session.type("wi?q")
    #expect(session.contains("wi?q"))
  }

  @Test("A network is joined by its name and a password of sufficient length") func joining() {
    let session = session()
    session.type("Ünder 漢")
    session.press(.enter)
    session.type("secret")
    session.press(.enter)
    #expect(session.contains("at least 8 characters"))
    #expect(!session.contains("secret"))
    session.paste("-word")
    #expect(session.contains("•••••••••••"))
    session.press(.enter)
    session.rest()
    #expect(session.lines.contains { $0.contains("Ünder 漢") && $0.contains("connected") })
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("WPA3") })
  }

  @Test("Joining a listed network by its name does not add a second row") func knownNetwork() {
    let session = session()
    session.press(.tab)
    session.type("12345678")
    session.press(.enter)
    #expect(session.contains("a name is required"))
    session.type("Nimbus")
    session.press(.enter, .enter)
    session.rest()
    #expect(session.lines.contains { $0.contains("Nimbus") && $0.contains("connected") })
    expectEqual(session.lines.count { $0.contains("Nimbus") }, 1)
  }

  @Test("esc closes the form and keeps the connection") func cancelling() {
    let session = session()
    session.type("abc")
    session.press(.escape)
    #expect(!session.contains("abc") && !session.contains("Other network"))
    #expect(session.contains("Choose a network"))
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("connected") })
  }

  @Test("Typed text is visible at every size of the window", arguments: [(30, 8), (80, 24), (200, 60)])
  func windowSizes(_ columns: Int, _ lines: Int) throws {
    let session = session(columns: columns, lines: lines)
    session.type("abc")
    let cursor = try #require(session.frame.cursor)
    #expect(session.lines[cursor.line].contains("abc"))
  }
}

/// Sessions with the real program on a pseudo-terminal.
@Suite("The Wi-Fi demo on a terminal", .waitsForProcesses) struct WiFiSessionTests {
  private func start(_ arguments: [String] = [], lines: Int = 30) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["wifi"] + arguments, environment: [:], columns: 70, lines: lines)
  }

  @Test("Scans remove networks, and the w key switches Wi-Fi off and on") func scanning() throws {
    let terminal = try start(["--seed", "1", "--announce"])
    try terminal.wait(for: "17 other networks")
    try terminal.wait(for: " removed")
    terminal.type("w")
    try terminal.wait { $0.contains("Wi-Fi is off") && !$0.contains("Aurora Lane") }
    terminal.type("w")
    try terminal.wait { $0.contains("Aurora Lane") && $0.contains("Choose a network") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("esc returns from the demo to the gallery") func gallery() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery", "--motion", "none"], environment: [:], columns: 80,
      lines: 60)
    try terminal.wait(for: "Live data")
    terminal.type("*")
    try terminal.wait(for: "Wi-Fi settings")
    let place = try #require(
      terminal.screen.lines.filter { $0.hasPrefix("▌") || $0.hasPrefix("  ") }
        .firstIndex { $0.contains("Wi-Fi settings") })
    terminal.type(String(repeating: "j", count: place) + "\r")
    try terminal.wait { $0.line(0) == "Gallery › Wi-Fi" }
    terminal.type("\u{1b}")
    try terminal.wait { $0.line(0) == "Gallery" && $0.contains("Wi-Fi settings") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
  }

  @Test("A pipe receives the networks, or only the switch if Wi-Fi is off") func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["wifi"])
    expectEqual(run.end, .exited(0))
    let lines = run.standardOutput.split(separator: "\n")
    expectEqual(lines.first, "Wi-Fi\ton")
    expectEqual(lines.count, 19)
    expectEqual(lines[1], "Aurora Lane\tconnected\tWPA3\t-43 dBm\t36")
    let off = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["wifi", "--off"])
    expectEqual(off.standardOutput, "Wi-Fi\toff\n")
  }
}
