import ListData
import TestSupport
import Testing

@testable import Rows

@Suite("The changes from one table to another, as text") struct ChangeTextTests {
  private static let old = "id,name,size\n1,ann,3\n2,bob,4\n3,cyd,5\n4,dan,6\n"
  private static let new = "id,name,size\n4,dan,6\n1,ann,7\n3,cyd,5\n5,eve,8\n"

  private func changes(
    _ old: String = old, _ new: String = new, key: String? = nil, as format: String = "raw"
  ) throws -> String {
    let files = try ComparedTables(
      from: TextBytes(old), to: TextBytes(new), ReaderOptions(), key: key.flatMap(KeyOption.init))
    let text = ChangeText(
      files: files, format: try #require(OutputFormat(argument: format)), columns: ComparedColumns(files))
    let lines = ChangeList(of: files).changes.reduce(into: text.head()) { $0 += text.line($1) }
    return String(decoding: lines, as: UTF8.self)
  }

  @Test(
    "A line is a mark, a tab and the row; a changed cell has its old value before the new one",
    arguments: [
      ("raw", "^\t4,dan,6\n~\t1,ann,3 → 7\n-\t2,bob,4\n+\t5,eve,8\n"),
      ("tsv", "^\t4\tdan\t6\n~\t1\tann\t3 → 7\n-\t2\tbob\t4\n+\t5\teve\t8\n"),
      ("csv", "change,id,name,size\n^,4,dan,6\n~,1,ann,3 → 7\n-,2,bob,4\n+,5,eve,8\n"),
      (
        "json",
        """
        {"change":"^","row":{"id":4,"name":"dan","size":6}}
        {"change":"~","row":{"id":1,"name":"ann","size":7},"old":{"size":3}}
        {"change":"-","row":{"id":2,"name":"bob","size":4}}
        {"change":"+","row":{"id":5,"name":"eve","size":8}}

        """
      ),
    ])
  func formats(format: String, text: String) throws { try expectEqual(changes(as: format), text) }

  @Test("Both texts are read the same way, whatever each of them contains") func sameShape() throws {
    let (old, new) = ("id,name\nx,name\ny,bob\n", "id,name\nx,ann\ny,bob\n")
    try expectEqual(changes(old, new), "~\tx,name → ann\n")
    try expectEqual(changes(new, old), "~\tx,ann → name\n")
    try expectEqual(changes("id,name\n1,a\n2,b\n", "id,name\n1, a\n2,b\n"), "~\t1,a →  a\n")
    try expectEqual(changes("", Self.old, as: "tsv").split(separator: "\n").count, 4)
    try expectEqual(changes(Self.old, "", as: "tsv").split(separator: "\n").first, "-\t1\tann\t3")
  }

  @Test("With the key line, rows are only inserted and removed") func byLine() throws {
    try expectEqual(changes("a\nb\nb\n", "b\na\n", key: "line").filter { "~".contains($0) }, "")
    #expect(try changes("a\nb\nb\n", "b\na\n", key: "line").contains("-\tb"))
    #expect(try changes(key: "line").contains("+\t1,ann,7\n"))
  }

  @Test("Columns are matched by name, also at other positions") func movedColumns() throws {
    let moved = "size,id,name\n3,1,ann\n4,2,bob\n5,3,cyd\n6,4,dan\n"
    try expectEqual(changes(Self.old, moved, key: "id"), "")
    try expectEqual(
      changes(Self.old, moved.replacing("5,3", with: "9,3"), key: "id"), "~\t5 → 9,3,cyd\n")
  }

  @Test(
    "A column that only the old table has changes every row that had a value in it",
    arguments: [
      ("raw", "~\t1,ann 33 → \n"), ("csv", "change,id,name,age\n~,1,ann,33 → \n"),
      ("json", "{\"change\":\"~\",\"row\":{\"id\":1,\"name\":\"ann\"},\"old\":{\"age\":33}}\n"),
    ])
  func goneColumn(format: String, text: String) throws {
    try expectEqual(
      changes("id,name,age\n1,ann,33\n2,bob,\n", "id,name\n1,ann\n2,bob\n", as: format), text)
  }

  @Test("Columns of one table alone stand behind the common ones, or where the new table has them")
  func otherColumns() throws {
    try expectEqual(
      changes("id,name,age\n1,ann,33\n2,bob,44\n", "id,size,name\n1,7,ann\n5,8,eve\n", key: "id", as: "csv"),
      "change,id,size,name,age\n~,1, → 7,ann,33 → \n+,5,8,eve,\n-,2,,bob,44\n")
  }
}
