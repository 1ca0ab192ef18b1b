import ListKit
import SeededRandom
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite("The screen of the Wi-Fi demo") struct WiFiSettingsControllerTests {
  private func session(lines: Int = 30, isEnabled: Bool = true) -> TestScreen<WiFiSettingsController> {
    var model = WiFiModel()
    model.isEnabled = isEnabled
    return TestScreen(
      // Its time stands still, so that no scan changes the networks.
      WiFiSettingsController(model: model, generator: SeededGenerator(seed: 1), clock: TestClock()),
      columns: 60, lines: lines)
  }

  @Test("It scans every two seconds") func interval() async {
    let clock = TestClock()
    var updates = 0
    let controller = WiFiController(model: WiFiModel(), generator: SeededGenerator(seed: 3), clock: clock) {
      _ in
      updates += 1
    }
    controller.scansForNetworks = true
    await wait { clock.nextDeadline != nil }
    clock.advance(to: clock.now.advanced(by: .milliseconds(1_999)))
    #expect(updates == 0 && clock.nextDeadline != nil)
    // Not every scan finds something else.
    clock.advance(to: clock.now.advanced(by: .milliseconds(1)))
    await wait {
      if updates == 0, clock.nextDeadline != nil { clock.advance(to: clock.now.advanced(by: .seconds(2))) }
      return updates > 0
    }
    controller.scansForNetworks = false
  }

  @Test("The controller reports every change, and a scan only if it changes something") func reports() {
    var updates = 0
    let controller = WiFiController(model: WiFiModel(), generator: SeededGenerator(seed: 3)) { _ in
      updates += 1
    }
    func changes(_ change: () -> Void) -> Int {
      let former = updates
      change()
      return updates - former
    }
    expectEqual(changes { controller.isEnabled = false }, 1)
    let off = controller.model
    expectEqual(changes { for _ in 0..<60 { controller.scan() } }, 0, "no scans while Wi-Fi is off")
    expectEqual(controller.model, off)
    expectEqual(changes { controller.isEnabled = true }, 1)
    expectEqual(changes { controller.join("Nimbus") }, 1)
    expectEqual(controller.model.current.name, "Nimbus")
    var different = 0
    for _ in 0..<60 {
      let former = controller.model
      let count = changes { controller.scan() }
      expectEqual(count, controller.model == former ? 0 : 1)
      different += count
    }
    #expect(different > 0 && different < 60)
  }

  @Test("Each network has a row; switching Wi-Fi off removes all rows, and switching it on restores them")
  func switching() throws {
    let session = session()
    for network in WiFiNetwork.neighbourhood {
      let row = try #require(session.lines.first { $0.contains(network.name) }, "\(network.name)")
      #expect(row.contains("ⓘ ›") && row.contains(network.security.rawValue))
    }
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("connected ▂▄▆█ ⓘ ›") })
    #expect(session.cursor?.text.contains("──●") == true)
    #expect(session.controller.tableView.changeSummary == nil, "the first screen marks no changes")
    let before = session.lines
    session.press(.enter)
    // They are removed with a visible animation.
    #expect(session.lines.contains { $0.contains("-") && $0.contains("Aurora Lane") })
    session.rest()
    for gone in ["Aurora Lane", "Choose a network", "Nimbus"] { #expect(!session.contains(gone)) }
    #expect(session.cursor?.text.contains("○──") == true)
    #expect(session.lines[29].hasPrefix("Wi-Fi is off"))
    session.press(.enter)
    #expect(session.lines.contains { $0.contains("+") && $0.contains("Aurora Lane") })
    session.rest()
    expectEqual(session.lines, before)
    // The key and the mouse do the same.
    session.press(.down, .down, "w")
    session.rest()
    #expect(session.cursor?.text.contains("○──") == true && !session.contains("Nimbus"))
    session.click(on: "○")
    session.rest()
    #expect(session.contains("Nimbus"))
    let off = self.session(isEnabled: false)
    #expect(off.cursor?.text.contains("○──") == true && !off.contains("Aurora Lane"))
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

  @Test("The i key and a click on the sign show the details of a network") func details() throws {
    let session = session()
    session.press(.down, "i")
    #expect(session.contains("─ Aurora Lane ─") && session.contains("36, 5 GHz"))
    session.press(.escape)
    let line = try #require(session.location(of: "Nimbus")).line
    let column = try #require((0..<60).first { session.frame[line, $0].scalar == "ⓘ" })
    session.click(at: ScreenPoint(line: line, column: column))
    #expect(session.contains("─ Nimbus ─") && session.contains("within reach"))
  }

  @Test("The demo scans for networks only while its screen is visible") func visibility() {
    let session = session()
    #expect(session.controller.wifiController.scansForNetworks)
    session.controller.navigationController?.pushViewController(TableViewController())
    #expect(!session.controller.wifiController.scansForNetworks)
    session.press(.escape)
    #expect(session.controller.wifiController.scansForNetworks)
  }

  // MARK: Another network

  @Test("Another network is joined by its name and a password of sufficient length")
  func otherNetwork() async {
    let session = session(lines: 34)
    session.press(.end, .enter)
    await session.settle()
    #expect(session.contains("Other network") && session.contains("Password  8 to 63 characters"))
    session.type("Ünder 漢?q")
    session.press(.enter)
    session.type("secret")
    session.press(.enter)
    #expect(session.contains("at least 8 characters") && !session.contains("secret"))
    session.paste("-word")
    #expect(session.contains("•••••••••••"))
    session.press(.enter)
    await session.settle()
    session.rest()
    #expect(session.lines.contains { $0.contains("Ünder 漢?q") && $0.contains("connected") })
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("WPA3") })
  }

  @Test("Joining a listed network by its name does not add a second row; esc keeps the connection")
  func knownNetwork() async {
    let session = session(lines: 34)
    session.press(.end, .enter)
    await session.settle()
    session.type("abc")
    session.press(.escape)
    #expect(session.contains("Discard the changes?"))
    session.press("d")
    await session.settle()
    #expect(!session.contains("abc") && !session.contains("Other network"))
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("connected") })
    session.press(.enter)
    await session.settle()
    session.press(.tab)
    #expect(session.contains("a name is required"), "a field is checked when it is left")
    session.type("12345678")
    session.press(.enter)
    session.type("Nimbus")
    session.press(.enter, .enter)
    await session.settle()
    session.rest()
    #expect(session.lines.contains { $0.contains("Nimbus") && $0.contains("connected") })
    expectEqual(session.lines.count { $0.contains("Nimbus") }, 1)
  }
}
