import LibC
import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

@Suite("The view of a list, saved under a name", .waitsForProcesses) struct KeptViewTests {
  private let names = ColumnNames(["NAME", "AGE", "a,b"])

  @Test("A view is saved as options") func words() throws {
    var arrangement = Arrangement()
    #expect(KeptView(arrangement, key: nil, columns: names).words.isEmpty)
    arrangement.columns = [1, 0, 2]
    arrangement.sorts = [.init(column: 1, isDescending: true), .init(column: 0)]
    arrangement.structure = .groups(columns: [0])
    expectEqual(
      KeptView(arrangement, key: "NAME", columns: names).words,
      ["-c", "AGE,NAME", "-s", "-AGE,NAME", "-g", "NAME", "-k", "NAME"])
    for (structure, words) in [
      (Arrangement.Structure.groups(columns: [1, 0]), ["-g", "AGE,NAME"]),
      (.paths(column: 0), ["--tree-path", "NAME"]),
    ] {
      arrangement = Arrangement()
      arrangement.structure = structure
      expectEqual(KeptView(arrangement, key: nil, columns: names).words, words)
      let options = try MusterOptions.read(words).start.options
      try expectEqual(Arrangement(options, columns: names).structure, structure)
    }
  }

  @Test("A view keeps the expressions of added columns") func computed() throws {
    let option = try #require(ColumnsOption(argument: "AGE,both=NAME+', '+AGE"))
    var arrangement = Arrangement()
    arrangement.columns = [1, 2]
    let words = KeptView(
      arrangement, key: nil, columns: ColumnNames(["NAME", "AGE", "both"]), computed: option.computed
    ).words
    expectEqual(words, ["-c", "AGE,both=NAME+', '+AGE"])
    try expectEqual(MusterOptions.read(words).start.columns?.computed.map(\.references), [["NAME", "AGE"]])
  }

  @Test("A file of many words is no view, and is refused before they are read as options") func manyWords()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.write(String(repeating: "-s a\n", count: 10_000), to: "view")
    #expect(throws: Refusal("\(path): more than 100 words")) {
      try KeptView(UserFile(path: path))
    }
  }

  @Test("Work before the first screen that a signal ends has the status of the signal") func endOfWork()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,ann\n", to: "in.csv")
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", "mkfifo pipe; exec 3<>pipe; exec \"$0\" in.csv pipe", BuiltProducts.path(of: "muster")],
      directory: directory.path)
    try terminal.wait(for: "comparing")
    terminal.send(signal: SIGTERM)
    try terminal.finish(.exited(143))
  }

  @Test("A session starts with the view saved under its name, and reports a view that it cannot save")
  func sessions() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name,size\n1,ann,3\n2,bob,9\n3,cyd,5\n", to: "in.csv")
    func session(_ keys: String, state: String, expecting text: String) throws -> String {
      let terminal = try PseudoTerminal(
        BuiltProducts.path(of: "muster"), ["--name", "sizes", directory.file("in.csv")],
        environment: ["XDG_STATE_HOME": state])
      try terminal.wait(for: text)
      terminal.type(keys)
      if !keys.isEmpty { try terminal.wait(for: "size ▼") }
      try terminal.finish(typing: "q")
      return terminal.screen.lines.joined(separator: "\n")
    }
    _ = try session("lllsr", state: directory.path, expecting: "cyd")
    try expectEqual(
      directory.shell("cat muster/sizes; stat -c %a muster/sizes").standardOutput, "-s -size\n600\n")
    _ = try session("", state: directory.path, expecting: "size ▼")
    let said = try session("lllsr", state: "/dev/null", expecting: "cyd")
    #expect(said.contains("columns and order are not kept: /dev/null/muster: Not a directory"))
    func printed(_ options: String) throws -> String {
      try directory.shell("XDG_STATE_HOME=$PWD \"$0\" -p --name sizes \(options) in.csv").standardOutput
    }
    try expectEqual(printed(""), "id,name,size\n2,bob,9\n3,cyd,5\n1,ann,3\n")
    try expectEqual(printed("-s id"), "id,name,size\n1,ann,3\n2,bob,9\n3,cyd,5\n")
    try directory.write("-c name,gone -s -size,gone", to: "muster/sizes")
    try expectEqual(printed(""), "name\nbob\ncyd\nann\n")
    try directory.write("-s", to: "muster/sizes")
    let broken = try directory.shell("XDG_STATE_HOME=$PWD \"$0\" -p --name sizes in.csv")
    #expect(broken.end == .exited(64) && broken.standardError.contains("muster/sizes: "))
    try expectEqual(directory.shell("\"$0\" -p --name ../x in.csv").end, .exited(64))
  }
}
