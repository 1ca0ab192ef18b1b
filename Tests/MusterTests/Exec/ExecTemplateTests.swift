import TerminalTesting
import Testing

@testable import muster

@Suite("Commands for a row") struct ExecTemplateTests {
  private let names = ColumnNames(["PID", "NAME"])

  private func command(_ template: String, _ pid: String, _ name: String = "") throws -> String {
    let values = [pid, name]
    let bytes = try ExecTemplate(template).command(names: names) { Array(values[$0].utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "Values stand where their column's name stood",
    arguments: [
      ("kill {PID}", "kill 4711"), ("kill {pid}", "kill 4711"), ("kill {1} {2}", "kill 4711 'it'\\''s'"),
      ("echo '{NAME}'", "echo '''it'\\''s'''"), ("echo \"{NAME}\"", "echo \"\"'it'\\''s'\"\""),
      ("awk '{print}' {NAME}", "awk '{print}' 'it'\\''s'"), ("echo \\{PID} {PID}", "echo \\{PID} 4711"),
      ("ls", "ls"),
    ])
  func values(template: String, result: String) throws {
    #expect(try command(template, "4711", "it's") == result)
  }

  @Test(
    "The shell takes every value as it is",
    arguments: [
      "{NAME}", "'{NAME}'", "\"{NAME}\"", "a{NAME}", "'a'{NAME}", "\"$HOME\"{NAME}", "\"\\\"{NAME}\"",
      "$# {NAME}",
    ])
  func shellTakesValuesAsTheyAre(place: String) throws {
    for value in [
      "$(touch x)", "`id`", "a'b", "a\"b", "a\\", "-rf", "*", "~", "a\nb", "", "#", "$HOME", "{PID}",
      "é\u{202E}",
    ] {
      let made = try command(place, "1", "<\(value)>")
      let run = try HeadlessRun("/bin/sh", ["-c", "printf '%s' \(made)"])
      #expect(run.standardOutput.contains("<\(value)>"), "\(made)")
    }
  }

  @Test(
    "No value stands where no quoting is sure",
    arguments: [
      ("$(cat {NAME})", "$("), ("`cat {NAME}`", "`"), ("cat <<E\n{NAME}\nE", "<<"), ("ls # {NAME}", "#"),
      ("echo ${X:-{NAME}}", "${"), ("echo $'{NAME}'", "$'"), ("echo \"$(ls)\" {NAME}", "$("),
      ("(( {NAME} ))", "(("),
    ])
  func unsure(template: String, construct: String) {
    #expect(throws: ExecTemplate.Refusal.unsafe(column: "NAME", after: construct)) {
      try command(template, "1", "x")
    }
  }

  @Test("A name that no column has is refused where no other has one") func unknown() throws {
    #expect(throws: ExecTemplate.Refusal.noColumn(.init(reference: "PDI", names: ["PID", "NAME"]))) {
      try command("kill {PDI}", "1")
    }
    #expect(try command("awk '{x}' {PID}", "1") == "awk '{x}' 1")
  }

  @Test("No command has a NUL") func nul() {
    #expect(throws: ExecTemplate.Refusal.nul(column: "PID")) { try command("kill {PID}", "1\u{0}") }
  }
}
