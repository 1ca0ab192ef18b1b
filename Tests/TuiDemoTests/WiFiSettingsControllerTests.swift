import ListKit
import ListKitTesting
import SeededRandom
import Testing

@testable import tui_demo

/// Scripted sessions: keys in, pictures out.
@MainActor
@Suite struct WiFiSettingsControllerTests {
  private func session(
    columns: Int = 60, lines: Int = 30, isEnabled: Bool = true
  ) -> TestScreen<WiFiSettingsController> {
    var model = WiFiModel()
    model.isEnabled = isEnabled
    return TestScreen(
      WiFiSettingsController(model: model, generator: SeededGenerator(seed: 1)), columns: columns,
      lines: lines)
  }

  /// Looks around until something changed.
  private func scan(_ session: TestScreen<WiFiSettingsController>) {
    let former = session.controller.wifiController.model
    while session.controller.wifiController.model == former { session.controller.wifiController.scan() }
  }

  @Test func everyNetworkHasItsRowWithSignalAndDetails() throws {
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

  @Test func theFirstPictureMarksNothing() {
    let session = session()
    #expect(session.controller.tableView.changeSummary == nil)
    #expect(!session.lines.contains { $0.contains("+") })
  }

  @Test func switchedOffTheConnectionAndTheWholeSectionGo() {
    let session = session()
    let before = session.lines
    session.press(.enter)
    // They leave for all to see.
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
    #expect(session.lines == before)
  }

  @Test func theSwitchIsReachedFromEveryRow() {
    let session = session()
    session.press(.down, .down, .character("w"))
    session.rest()
    #expect(!session.contains("Aurora Lane"))
    #expect(session.cursor?.text.contains("Wi-Fi") == true)
  }

  @Test func startingOffShowsTheSwitchAlone() {
    let session = session(isEnabled: false)
    #expect(session.cursor?.text.contains("○──") == true)
    #expect(!session.contains("Aurora Lane"))
    session.press(.enter)
    session.rest()
    #expect(session.contains("Nimbus"))
  }

  @Test func enterJoinsAndTheRowOfTheConnectionStaysWhereItIs() {
    let session = session()
    session.press(.down, .down)
    #expect(session.cursor?.text.contains("Birch & Barley") == true)
    session.press(.enter)
    #expect(session.lines.contains { $0.contains("~") && $0.contains("Birch & Barley") })
    #expect(session.lines.contains { $0.contains("+") && $0.contains("Aurora Lane") })
    session.rest()
    #expect(session.lines.contains { $0.contains("Birch & Barley") && $0.contains("connected") })
    #expect(session.lines.filter { $0.contains("Birch & Barley") }.count == 1)
  }

  @Test func whatComesAndGoesLeavesTheCursorOnItsNetwork() throws {
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
    // Gone: the cursor is on a neighbour of its section.
    let names = session.controller.wifiController.model.available.map(\.name)
    #expect(names.contains { session.cursor?.text.contains($0) == true })
  }

  @Test func detailsAreShownByAKeyAndByAClick() throws {
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

  @Test func aClickOnTheSwitchSwitches() throws {
    let session = session()
    let line = try #require(session.lines.firstIndex { $0.contains("──●") })
    let column = try #require((0..<60).first { session.frame[line, $0].scalar == "●" })
    session.click(at: Point(line: line, column: column))
    session.rest()
    #expect(!session.contains("Nimbus"))
  }

  @Test func onlyWhatIsSeenLooksForNetworks() {
    let session = session()
    #expect(session.controller.wifiController.scansForNetworks)
    session.controller.navigationController?.pushViewController(TableViewController())
    #expect(!session.controller.wifiController.scansForNetworks)
    session.press(.escape)
    #expect(session.controller.wifiController.scansForNetworks)
  }

  @Test func helpNamesTheKeysOfTheScreen() {
    let session = session(lines: 60)
    session.press(.character("?"))
    #expect(session.contains("Wi-Fi on or off"))
    #expect(session.contains("details of the network"))
  }

  @Test(arguments: [(20, 5), (80, 24), (200, 60)])
  func everySizeShowsTheCursor(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.end)
    #expect(session.cursor?.text.contains("Other") == true)
    session.press(.home)
    #expect(session.cursor?.text.contains("Wi-Fi") == true)
  }
}
