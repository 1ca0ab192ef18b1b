import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Commands for rows that were inserted, removed or changed") struct RowHookTests {
  private let names = ColumnNames(["NAME", "STATUS"])

  private func hook(_ command: String, _ event: RowEvent = .gone) throws -> RowHook {
    RowHook(event: event, command: try #require(RowHook.HookCommand(argument: command)))
  }

  private func words(_ command: String, _ name: String = "web 1") throws -> [String] {
    let hook = try hook(command)
    let words = try hook.words(hook.inserting(names), line: []) { column, isOld in
      Array((column == 0 ? name : isOld ? "Running" : "Failed").utf8)
    }
    return words.words.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "A value is inserted into one word",
    arguments: [
      ("say {NAME}", ["say", "web 1"]),
      ("say 'gone: {NAME}!' {STATUS.old}{STATUS}", ["say", "gone: web 1!", "RunningFailed"]),
      (#"sh -c 'echo "$1"' sh {NAME}"#, ["sh", "-c", #"echo "$1""#, "sh", "web 1"]),
      ("say {status} {2}", ["say", "Failed", "Failed"]),
      ("say $HOME *", ["say", "$HOME", "*"]),
    ])
  func values(command: String, result: [String]) throws {
    try expectEqual(words(command), result)
  }

  @Test(
    "Any value stays one word",
    arguments: ["", "'; rm -rf /", "a\"b", "\\", "$(id)", "a\nb", "~", "#"])
  func hostile(value: String) throws {
    try expectEqual(
      words("say {NAME} \"{NAME}\" '{NAME}' x{NAME}", value), ["say", value, value, value, "x" + value])
  }

  @Test("A hook is refused where a value could be read as a command or an option") func refused() throws {
    for command in ["sh -c 'echo {NAME}'", "eval {NAME}"] {
      #expect(throws: Refusal.self) { try hook(command).check() }
    }
    #expect(
      throws: Refusal("--on-gone: the value of NAME starts like an option; write -- before {NAME}")
    ) {
      try words("rm {NAME}", "-rf")
    }
    try expectEqual(words("rm -- {NAME}", "-rf"), ["rm", "--", "-rf"])
    #expect(throws: Refusal.self) { try hook("no-such-program {NAME}").check() }
    #expect(throws: Refusal.self) { try hook("echo {NAEM}").check(names: names) }
    #expect(throws: Refusal.self) {
      try hook("true", .changed([ColumnReference("NAEM")])).check(names: names)
    }
  }

  @Test("The columns of a change hook precede its command") func changes() throws {
    let hook = try #require(ChangeHook(argument: "STATUS,READY=say a=b"))
    expectEqual(hook.columns, [ColumnReference("STATUS"), ColumnReference("READY")])
    expectEqual(hook.command.template.text, "say a=b")
    for argument in ["STATUS", "=say", "STATUS=", "STATUS='x", " = "] {
      #expect(ChangeHook(argument: argument) == nil)
    }
  }
}
