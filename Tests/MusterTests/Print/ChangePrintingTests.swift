import Files
import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Changes from one file to another") struct ChangePrintingTests {
  private static let old = "id,name,size\n1,ann,3\n2,bob,4\n3,cyd,5\n4,dan,6\n"
  private static let new = "id,name,size\n4,dan,6\n1,ann,7\n3,cyd,5\n5,eve,8\n"

  private func changes(_ options: String, _ old: String = old, _ new: String = new) throws -> HeadlessRun {
    let directory = try TemporaryDirectory()
    try directory.write(old, to: "old")
    try directory.write(new, to: "new")
    return try directory.shell("\"$0\" \(options) old new")
  }

  @Test(
    "The chosen columns and rows of the changes are printed, and the exit status is that of diff",
    arguments: [
      ("", "^\t4,dan,6\n~\t1,ann,3 → 7\n-\t2,bob,4\n+\t5,eve,8\n"),
      ("-o csv", "change,id,name,size\n^,4,dan,6\n~,1,ann,3 → 7\n-,2,bob,4\n+,5,eve,8\n"),
      ("-c size,id", "^\t6\t4\n~\t3 → 7\t1\n-\t4\t2\n+\t8\t5\n"), ("-c name", "^\tdan\n-\tbob\n+\teve\n"),
      ("-q ann", "~\t1,ann,3 → 7\n"),
    ])
  func chosen(options: String, text: String) throws {
    let run = try changes(options)
    expectEqual(run.standardOutput, text)
    expectEqual(run.end, .exited(1), "\(run.standardError)")
  }

  @Test("The exit status is that of diff") func statuses() throws {
    try expectEqual(changes("", Self.old, Self.old).end, .exited(0))
    #expect(try changes("", Self.old, Self.old).standardOutput.isEmpty)
    try expectEqual(changes("-k nope").end, .exited(2))
    try expectEqual(TemporaryDirectory().shell("\"$0\" no such").end, .exited(2))
  }

  @Test("A file that is not valid is named, and the status is 2") func broken() throws {
    let run = try changes("-f json", "[{\"a\":1}]", "[{\"a\":1}")
    #expect(run.end == .exited(2) && run.standardError == "muster: new: the JSON is incomplete\n")
  }

  @Test("The key is the column of the new file, after the column of the mark") func movedKey() async throws {
    let directory = try TemporaryDirectory()
    let paths = [
      try directory.write(Self.old, to: "old"), try directory.write("size,id,name\n9,1,ann\n", to: "new"),
    ]
    var options = try MusterOptions.read(paths).reading.options
    let (old, new) = (FilePathBytes(paths[0]), FilePathBytes(paths[1]))
    func key() async throws -> TableKey? {
      try await ComparedFiles.read(from: old, to: new, options).run(showingUnchanged: false).key
    }
    try await expectEqual(key(), .columns([2]))
    options.key = .line
    try await expectEqual(key(), .line)
  }

  @Test(
    "Columns that only one file has can be shown, sorted and printed",
    arguments: [
      ("-c id,size", "~\t1\t → 7\n+\t5\t8\n-\t2\t\n"), ("-c id,age", "~\t1\t33 → \n+\t5\t\n-\t2\t44\n"),
      ("-s size -c id", "+\t5\n-\t2\n"),
      ("-s -age -c name", "-\tbob\n+\teve\n"),
    ])
  func otherColumns(options: String, text: String) throws {
    let old = "id,name,age\n1,ann,33\n2,bob,44\n"
    let new = "id,size,name\n1,7,ann\n5,8,eve\n"
    let run = try changes("-k id \(options)", old, new)
    #expect(run.standardOutput.hasSuffix(text), "\(run.standardOutput) \(run.standardError)")
    expectEqual(run.end, .exited(1))
    #expect(
      try changes("-k id -c nope", old, new).standardError.contains(
        "no column 'nope'; there are change, id, size, name, age"))
  }

  @Test("A column that only the old file has can be left out") func goneColumn() throws {
    let (old, new) = ("id,name,age\n1,ann,33\n2,bob,\n", "id,name\n1,ann\n2,bob\n")
    let run = try changes("-c name,age", old, new)
    #expect(run.standardOutput == "~\tann\t33 → \n" && run.end == .exited(1), "\(run.standardError)")
    try expectEqual(changes("-c name", old, new).end, .exited(0))
  }

  @Test(
    "The kind of a change is the column change, as on the screen, for every option",
    arguments: [
      ("-c change,id", "^\t4\n-\t2\n+\t5\n"), ("-q 'change:=~'", "~\t1,ann,3 → 7\n"),
      ("-q change=- -o csv", "change,id,name,size\n-,2,bob,4\n"),
      ("-q 'change=+|size:>6' -c size,change", "~\t3 → 7\n+\t8\n"),
      ("-s change -c size,id", "+\t8\t5\n-\t4\t2\n^\t6\t4\n~\t3 → 7\t1\n"),
      ("-s -size -c name,size", "+\teve\t8\n~\tann\t3 → 7\n^\tdan\t6\n-\tbob\t4\n"),
      ("-q 'size:>6 !change:=+'", "~\t1,ann,3 → 7\n"),
    ])
  func changeColumn(options: String, text: String) throws {
    let run = try changes(options)
    expectEqual(run.standardOutput, text, "\(run.standardError)")
  }

  @Test("Columns without names have their numbers beside the column change") func numbers() throws {
    let (old, new) = ("1,a\n2,b\n3,c\n", "1,a\n2,x\n3,y\n")
    try expectEqual(
      changes("-f csv --header none -k 1 -q '2:x change:=~' -c 1,2", old, new).standardOutput, "~\t2\tb → x\n"
    )
  }

  @Test("Members of JSON can be queried in two files") func members() throws {
    let old = #"[{"id":1,"a":{"b":3}},{"id":2,"a":{"b":4}}]"#
    let new = #"[{"id":1,"a":{"b":5}},{"id":3,"a":{"b":6}}]"#
    let run = try changes("-k id -o tsv -q a.b:=6", old, new)
    #expect(run.standardOutput.hasPrefix("+\t3\t"), "\(run.standardError)")
  }
}
