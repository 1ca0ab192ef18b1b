import TerminalTesting
import TestSupport
import Testing

@Suite("The cells of a row in the environment") struct RowVariablesTests {
  @Test("A command reads the cells of its row, whatever bytes they have") func action() throws {
    let directory = try TemporaryDirectory()
    try directory.write("ID,my name\n1,$(touch PWNED)\n2,\"a\"\"b'c\"\n", to: "rows.csv")
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"),
      ["-x!", #"k=perl -e 'print "$ENV{ ROW_ID }<$ENV{ ROW_my_name }>"' >>out"#, "rows.csv"],
      directory: directory.path)
    try terminal.wait(for: "▌  1")
    terminal.type("\t\tk")
    try terminal.wait(for: "done: 2 commands")
    try terminal.finish(typing: "\u{3}", .exited(130))
    try expectEqual(directory.read("out"), "1<$(touch PWNED)>2<a\"b'c>")
    #expect((try? directory.read("PWNED")) == nil)
  }

  @Test("The command of the preview reads the cells of its row, and members of JSON that it names")
  func preview() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":1,"my name":"a b","http":{"status":404}},{"id":2,"my name":"c","http":{"status":200}}]"#,
      to: "rows.json")
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"),
      ["--preview", #"echo "[$ROW_id:$ROW_my_name:$ROW_http_status:$COLUMNS]""#, "rows.json"],
      directory: directory.path)
    try terminal.wait { $0.contains("[1:a b:404:") && !$0.contains("404:]") }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("Hooks read the cells, and none that was inherited") func hooks() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      #"""
      printf 'NAME,X\né,\n' | ROW_NAME=outer ROW_X=outer "$0" -p -u --on-new 'sh -c "printf %s \"$ROW_NAME:$ROW_X:$MUSTER_EVENT\" | od -An -tx1"'
      """#)
    expectEqual(run.standardOutput, " c3 a9 3a 3a 6e 65 77\n", "\(run.standardError)")
  }
}
