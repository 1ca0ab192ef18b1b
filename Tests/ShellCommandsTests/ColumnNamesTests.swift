import TestSupport
import Testing

@testable import ShellCommands

@Suite("Columns and values as words") struct ColumnNamesTests {
  @Test("Each column has a unique name") func columnNames() throws {
    expectEqual(ColumnNames(["NAME", "SIZE", "NAME", nil, ""]).names, ["NAME", "SIZE", "NAME_2", "4", "5"])
    expectEqual(ColumnNames(["a", "a", "a_2", "a"]).names, ["a", "a_3", "a_2", "a_4"])
    let names = ColumnNames(["Name", "name", "Size", "2"])
    expectEqual(names.index(of: "name"), 1)
    #expect(names.index(of: "NAME") == nil)
    expectEqual(names.index(of: "size"), 2)
    expectEqual(names.index(of: "2"), 3)
    expectEqual(names.index(of: "1"), 0)
    #expect(throws: ColumnReference.Refusal(reference: "9", names: names.names)) {
      try ColumnReference("9").index(in: names)
    }
  }

  @Test(
    "Words are split as a shell splits them",
    arguments: [
      ("", []), ("  a  b ", ["a", "b"]), ("'a b' c", ["a b", "c"]), ("a\\ b", ["a b"]),
      ("\"a\\\"b\"", ["a\"b"]),
      ("\"\\n\"", ["\\n"]), ("''", [""]), ("a'b'\"c\"", ["abc"]),
    ])
  func words(text: String, words: [String]) throws {
    try expectEqual(CommandLineWords(text).words, words)
  }

  @Test("A variable has the name of its column, in letters that a variable can have") func names() {
    let variables = RowVariables(RowVariables.Names(ColumnNames(["a b", "PID", "a_b", "größe", nil, "a b"])))
    {
      Array("\($0)".utf8)
    }
    expectEqual(
      variables.all.map { "\($0.name)=\(String(decoding: $0.value ?? [], as: UTF8.self))" },
      [
        "ROW_PID=1", "ROW_a_b=2", "ROW_5=4", "ROW_a_b_3=0", "ROW_gr__e=3", "ROW_a_b_2=5",
      ])
    expectEqual(RowVariables.name("a b"), "ROW_a_b")
  }

  @Test("A value that a variable cannot have is not set") func values() {
    let values = [Array("a\0b".utf8), Array(repeating: 0x61, count: RowVariables.longest + 1), [0xFF]]
    expectEqual(
      RowVariables(RowVariables.Names(ColumnNames(["a", "b", "c"]))) { values[$0] }.all.map(\.value),
      [nil, nil, [0xFF]])
  }

  @Test("A variable may be that of a member of JSON") func members() {
    expectEqual(
      ExecTemplate("f {id} \"$ROW_http_status_code\" $ROW_id").memberNames,
      ["id", "http.status_code", "http_status.code"])
  }
}
