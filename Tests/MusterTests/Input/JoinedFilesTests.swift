import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Several files as one list") struct JoinedFilesTests {
  @Test("Columns with the same name are joined, and missing cells are empty") func columns() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,ann\n2,\"b, ob\"\n", to: "a.csv")
    try directory.write("NAME SIZE\nx    3\n", to: "b.txt")
    try directory.write("[{\"name\": \"cyd\", \"id\": 7}]", to: "c.json")
    let run = try directory.shell("\"$0\" -o csv a.csv --all b.txt c.json")
    expectEqual(
      run.standardOutput,
      "FILE,id,name,NAME,SIZE\na.csv,1,ann,,\na.csv,2,\"b, ob\",,\nb.txt,,,x,3\nc.json,7,cyd,,\n",
      "\(run.standardError)")
    let two = try directory.shell(
      "\"$0\" -p -c FILE,id -q ann --all a.csv c.json && \"$0\" -o csv -c FILE --all a.csv")
    expectEqual(two.standardOutput, "FILE\tid\na.csv\t1\nFILE\na.csv\na.csv\n", "\(two.standardError)")
  }

  @Test("Files may be compressed, and an error names a missing file") func files() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,2\n", to: "a")
    let run = try directory.shell("gzip -c a >b; \"$0\" -o csv --all a b a; \"$0\" -p --all a none")
    expectEqual(run.standardOutput, "FILE,id,n\na,1,2\nb,1,2\na,1,2\n")
    #expect(run.end == .exited(2) && run.standardError == "muster: none: No such file or directory\n")
    for arguments in ["a b a", "--all", "--all -F a", "--all a -"] {
      try expectEqual(directory.shell("\"$0\" -p \(arguments)").end, .exited(64), "\(arguments)")
    }
  }
}
