import ListKit
import ListKitTesting
import SeededRandom
import Testing

@testable import tui_demo

@MainActor
@Suite struct OtherNetworkTests {
  private func session(columns: Int = 60, lines: Int = 34) -> TestScreen<WiFiSettingsController> {
    let session = TestScreen(
      WiFiSettingsController(model: WiFiModel(), generator: SeededGenerator(seed: 1)), columns: columns,
      lines: lines)
    session.press(.end, .enter)
    return session
  }

  @Test func theFirstFieldHasTheKeysAtOnce() {
    let session = session()
    #expect(session.contains("Other network"))
    session.type("wi?q")
    #expect(session.contains("❯ wi?q"))
  }

  @Test func aNetworkIsJoinedByNameAndPassword() {
    let session = session()
    session.type("Ünder 漢")
    session.press(.enter)
    session.type("secret")
    session.press(.enter)
    #expect(session.contains("8 characters at least"))
    #expect(!session.contains("secret"))
    session.paste("-word")
    #expect(session.contains("•••••••••••"))
    session.press(.enter)
    session.rest()
    #expect(session.lines.contains { $0.contains("Ünder 漢") && $0.contains("connected") })
    #expect(session.lines.contains { $0.contains("Aurora Lane") && $0.contains("WPA3") })
  }

  @Test func joiningWithoutANameGoesToTheField() {
    let session = session()
    session.press(.tab)
    session.type("12345678")
    session.press(.enter)
    #expect(session.contains("a name is needed"))
    session.type("Nimbus")
    session.press(.enter, .enter)
    session.rest()
    #expect(session.lines.contains { $0.contains("Nimbus") && $0.contains("connected") })
    #expect(session.lines.count { $0.contains("Nimbus") } == 1)
  }

  @Test func escapeLeavesTheAlert() {
    let session = session()
    session.type("abc")
    session.press(.escape)
    #expect(!session.contains("abc") && session.contains("Choose a network"))
  }

  @Test(arguments: [(30, 8), (80, 24), (200, 60)])
  func everySizeHasRoomToType(_ columns: Int, _ lines: Int) throws {
    let session = session(columns: columns, lines: lines)
    session.type("abc")
    let cursor = try #require(session.frame.cursor)
    #expect(session.lines[cursor.line].contains("abc"))
  }
}
