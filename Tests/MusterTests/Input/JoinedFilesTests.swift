import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Several files as one list") struct JoinedFilesTests {
  @Test("--all joins files, also one alone, and an error names a missing file") func files() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,2\n", to: "a")
    try directory.write("n,m\n3,4\n", to: "b")
    let run = try directory.shell(
      "\"$0\" -o csv --all a b a && \"$0\" -o csv --all a; \"$0\" -p --all a none")
    expectEqual(run.standardOutput, "FILE,id,n,m\na,1,2,\nb,,3,4\na,1,2,\nFILE,id,n\na,1,2\n")
    #expect(run.end == .exited(2) && run.standardError == "muster: none: No such file or directory\n")
    for arguments in ["a b a", "--all", "--all -F a", "--all a -"] {
      try expectEqual(directory.shell("\"$0\" -p \(arguments)").end, .exited(64), "\(arguments)")
    }
  }
}
