import TestSupport
import Testing

@testable import Rows

@Suite("What is said about a run") struct RunTextTests {
  @Test(
    "A command that failed is said with the line of its diagnostics that names the reason, or its status",
    arguments: [
      (Run.Problem.failed(.exited(3)), "", "failed: exit status 3"),
      (.failed(.exited(3)), "no such host\nmore\n", "failed: no such host"),
      (
        .failed(.exited(1)), "Traceback (most recent call last):\n  File\nKeyError: 'a'\n\n",
        "failed: KeyError: 'a'"
      ),
      (.failed(.exited(255)), "ssh: no route to host\r\n", "failed: ssh: no route to host"),
      (
        .failed(.exited(255)),
        "Permission denied, try again.\r\nPermission denied, try again.\r\nann@web: no password\r\n",
        "failed: ann@web: no password"
      ),
      (.failed(.killed(signal: 9)), "", "failed: ended by signal 9"),
      (.nothing, "", "printed nothing"), (.message("not now"), "", "no table: not now"),
      (.unreadable("f: No such file or directory"), "", "f: No such file or directory"),
    ])
  func problems(problem: Run.Problem, said: String, sentence: String) {
    expectEqual(problem.text(Array(said.utf8)), sentence)
  }

  @Test("Thousands are separated in numbers, and in nothing else") func thousands() {
    expectEqual(
      ["999", "1000", "-28125.85", "1234567", "1.5G", "2026-11-27", "none"].map { grouped($0) },
      ["999", "1,000", "-28,125.85", "1,234,567", "1.5G", "2026-11-27", "none"])
  }
}
