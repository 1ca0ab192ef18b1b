import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

@MainActor
@Suite("Runs read with other options than those of the source") struct ReadingChoiceTests {
  static let requests = """
    {"id":1,"http":{"status":200,"path":"/a","head":{"x":1}},"tags":["a","b"]}
    {"id":2,"http":{"status":404,"path":"/b"},"tags":[]}
    {"id":3,"http":{"status":500,"path":"/c"},"tags":["c"]}

    """

  // MARK: Tables

  private func keyNames(_ session: ListSession) -> [String?] {
    guard let run = session.model.list.shown, case .columns(let columns)? = run.key else {
      return []
    }
    return columns.map { run.table.columns[$0].name }
  }

  @Test("The largest of several tables is shown; braces switch to others") func tables() async throws {
    let session = try ListSession(columns: 100)
    try await session.show(Tables.several)
    #expect(session.status.hasPrefix("3 rows · table 1 of 2 pods of the cluster · 1 other line (R)"))
    await session.press(.character("}"))
    expectEqual(session.rows[0].split(separator: " "), ["NAME", "TYPE", "CLUSTER-IP"])
    #expect(session.status.hasPrefix("2 rows · table 2 of 2 · 1 other line (R)"))
    await session.press(.character("}"))
    #expect(session.rows[1].contains("web-3f"))
    await session.press(.character("{"))
    #expect(session.rows[1].contains("kubernetes"))
  }

  @Test("A chosen table stays chosen in later runs, with its marks and the cursor on its row")
  func laterRuns() async throws {
    let session = try ListSession(columns: 100)
    try await session.show(Tables.several)
    await session.press(.character("}"), .down)
    #expect(session.screen.cursor?.text.contains("NodePort") == true)
    try await session.show(
      Tables.several.replacing("NodePort ", with: "Balanced ").replacing("web-3f ", with: "web-44 "))
    #expect(session.screen.cursor?.text.hasPrefix("~▌web") == true, "\(session.rows)")
    #expect(session.rows.count == 3 && session.status.contains("table 2 of 2"))
    await session.press(.enter)
    await wait { session.screen.contains("TYPE NodePort → Balanced") }
    #expect(session.screen.contains("TYPE NodePort → Balanced"), "\(session.screen.lines)")
  }

  @Test("A picker counts other lines but names no key: letters filter") func picker() async throws {
    let session = try ListSession(["-1"], columns: 100)
    try await session.show(Tables.several)
    #expect(session.status.contains(" · 1 other line"), "\(session.status)")
    await session.type("Runn")
    #expect(session.status.hasPrefix("1/3 rows"), "\(session.status)")
  }

  @Test("With a single table, a brace reports that there is no other") func oneTable() async throws {
    let session = try await ListSession.ofProcesses([])
    await session.press(.character("}"))
    #expect(session.status.hasPrefix("there is no other table in the input"))
  }

  // MARK: JSON

  @Test("An opened object shows its members as columns, and the cursor stays on its row")
  func members() async throws {
    let session = try ListSession(columns: 80)
    try await session.show(Self.requests)
    await session.press(.down, .character("l"), .character("l"), .character("o"))
    expectEqual(
      session.rows[0].split(separator: " "), ["id", "http.status", "http.path", "http.head", "tags"])
    #expect(session.screen.cursor?.text.contains("404") == true)
    expectEqual(session.screen.controller.chosenColumn, 1)
    // A nested object opens and closes.
    await session.press(.character("l"), .character("l"), .character("o"))
    #expect(session.rows[0].contains("http.head.x"))
    await session.press(.character("o"))
    #expect(session.rows[0].contains("http.head ") && session.rows[0].contains("http.status"))
    await session.press(.character("h"), .character("o"))
    expectEqual(session.rows[0].split(separator: " "), ["id", "http", "tags"])
    await session.press(.character("h"), .character("o"))
    #expect(session.status.hasPrefix("id has no members"))
  }

  @Test("A list shows the count of an array, and the details show all of it") func counts() async throws {
    let session = try ListSession(columns: 80, lines: 24)
    try await session.show(Self.requests)
    #expect(session.rows[1].hasSuffix("[2]") && session.rows[2].hasSuffix("[0]"))
    await session.press(.enter)
    let details = session.rows.map { $0.drop { $0 != "│" }.filter { !" │".contains($0) } }
    #expect(details.joined().contains(#"tags["a","b"]"#), "\(session.rows)")
  }

  @Test(
    "o on an array shows its elements as a list, in which arrays open again, and esc comes back to the row")
  func elements() async throws {
    let session = try ListSession(columns: 80)
    try await session.show(
      #"[{"id":1,"ports":[],"n":0},{"id":2,"ports":[{"port":80,"hosts":["a","b"]},{"port":443,"hosts":[]}],"n":1}]"#
    )
    await session.press(.character("l"), .character("l"), .character("o"))
    #expect(session.status.hasPrefix("ports is empty"), "\(session.status)")
    await session.press(.down, .character("o"))
    #expect(await session.screen.wait { $0.contains("443") })
    #expect(session.screen.lines[0].hasSuffix("› ports of 2"), "\(session.screen.lines)")
    expectEqual(session.rows[2].split(separator: " ").suffix(2), ["443", "[0]"])
    session.screen.press(.character("l"), .character("l"), .character("o"))
    #expect(await session.screen.wait { $0.contains("hosts of") })
    session.screen.press(.escape, .escape)
    #expect(await session.screen.wait { $0.contains("ports") && !$0.contains("443") })
    #expect(session.screen.cursor?.text.contains("2") == true, "\(session.rows)")
  }

  @Test("Values of JSON in other lists open too", arguments: [#""[2,3]""#, #""{""x"":2}""#])
  func elementsOfText(value: String) async throws {
    let session = try ListSession(["-f", "csv"])
    try await session.show("id,values\n7,\(value)\n8,[no\n")
    await session.press(.character("l"), .character("l"), .character("o"))
    #expect(await session.screen.wait { $0.contains("› values of 7") && $0.contains("2") })
    session.screen.press(.escape)
    #expect(await session.screen.wait { $0.contains("[no") })
    await session.press(.down, .character("o"))
    #expect(session.status.hasPrefix("values has no members"), "\(session.status)")
  }

  @Test("Rows are sorted and identified by members, and later runs have the same columns in the same order")
  func startsWithMembers() async throws {
    let session = try ListSession(["-s", "-http.status", "-k", "http.path", "-c", "id,http.status"])
    try await session.show(Self.requests)
    expectEqual(session.rows[0].split(separator: " "), ["id", "http.status", "▼"])
    expectEqual(session.rows[1].split(separator: " ").suffix(2), ["3", "500"])
    try await session.show(#"{"http":{"path":"/b","status":418},"id":2}"# + "\n" + Self.requests)
    expectEqual(session.rows[0].split(separator: " "), ["id", "http.status", "▼"], "\(session.rows)")
    expectEqual(keyNames(session), ["http.path"])
  }

  @Test("If only whole objects are unique, one of their members is the key, unless an option names another")
  func identifyingMember() async throws {
    let pods =
      #"{"metadata":{"name":"a","n":1},"kind":"Pod"}"# + "\n" + #"{"metadata":{"name":"b","n":1}}"# + "\n"
    for (options, key) in [([], "metadata.name"), (["-k", "metadata"], "metadata")] {
      let session = try ListSession(options, columns: 100)
      try await session.show(pods)
      expectEqual(keyNames(session), [key])
      expectEqual(session.rows[0].contains("metadata.name"), options.isEmpty, "\(session.rows)")
    }
  }

  @Test("A command can use members that are not open") func commands() async throws {
    let session = try ListSession(["-x", "echo {http.status}"])
    try await session.show(Self.requests)
    await session.press(.down, .character("x"))
    #expect(session.screen.contains("echo 404"), "\(session.screen.lines)")
  }

  // MARK: Drawn trees

  static let disks = """
    NAME          MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS
    sda             8:0    0 447.1G  0 disk
    ├─sda1          8:1    0   512M  0 part /boot/efi
    └─sda2          8:2    0 446.6G  0 part
      └─luks      254:0    0 446.6G  0 crypt
        ├─vg-root 254:1    0    50G  0 lvm  /
        └─vg-home 254:2    0 396.6G  0 lvm  /home
    sdb             8:16   0   1.8T  0 disk
    └─sdb1          8:17   0   1.8T  0 part /data

    """

  @Test(
    "A drawn tree is an outline with branches that open and close, and t shows the printed tree")
  func drawnTree() async throws {
    let session = try ListSession(columns: 80)
    try await session.show(Self.disks)
    #expect(session.rows[1].hasPrefix("▌ ▾ sda ") && session.rows[3].hasPrefix("  │ ▾ sda2 "))
    #expect(session.rows[4].hasPrefix("  │ │ ▾ luks ") && session.rows[6].contains("│ │ │   vg-home "))
    #expect(session.status.hasPrefix("8 rows") && session.model.list.shown?.key == .path(0))
    await session.press(.left)
    expectEqual(session.rows.count, 4)
    // Closed branches stay closed.
    try await session.show(Self.disks.replacing("1.8T", with: "1.9T"))
    #expect(session.rows.count == 4 && session.rows[1].hasPrefix("▌ ▸ sda"))
    await session.press(.character("t"))
    #expect(session.rows[4].hasPrefix("    └─luks"), "\(session.rows)")
    #expect(session.rows[2].contains("├─sda1") && session.rows.count == 9)
    await session.press(.character("t"))
    #expect(session.rows[3].contains("▾ sda2 "))
  }

  // MARK: Colours

  @Test(
    "Parameters of an escape sequence select colours and attributes",
    arguments: [
      ("1;31", TextStyle(foreground: .palette(1), attributes: .bold)),
      ("97;44", TextStyle(foreground: .palette(15), background: .palette(4))),
      ("38;2;1;2;3", TextStyle(foreground: .rgb(1, 2, 3))),
      ("38:2::1:2:3", TextStyle(foreground: .rgb(1, 2, 3))),
      ("48:5:7;4", TextStyle(background: .palette(7), attributes: .underline)), ("1;22;0", .plain),
      ("38;5", .plain),
      ("38;2;1", .plain), ("999", .plain), ("", .plain), ("38;5;300;1", TextStyle(attributes: .bold)),
    ])
  func selectedStyles(parameters: String, style: TextStyle) {
    expectEqual(CellColors.style(Array(parameters.utf8)), style)
  }
}
