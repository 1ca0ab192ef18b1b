import TerminalTesting
import TestSupport
import Testing

@testable import ShellCommands

@Suite("Commands for a row", .waitsForProcesses) struct ExecTemplateTests {
  private let names = ColumnNames(["PID", "NAME"])

  private func command(_ template: String, _ pid: String, _ name: String = "") throws -> String {
    try commands(template, [[pid, name]])[0]
  }

  private func commands(_ template: String, _ rows: [[String]]) throws -> [String] {
    let commands = try ExecTemplate(template).commands(for: Array(rows.indices), names: names) {
      Array(rows[$0].joined(separator: " ").utf8)
    } value: {
      Array(rows[$0][$1].utf8)
    }
    return commands.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test(
    "A value replaces the name of its column",
    arguments: [
      ("kill {PID}", "kill 4711"), ("kill {pid}", "kill 4711"), ("kill {1} {2}", "kill 4711 'it'\\''s'"),
      ("echo '{NAME}'", "echo '''it'\\''s'''"), ("echo \"{NAME}\"", "echo \"\"'it'\\''s'\"\""),
      ("ls", "ls"),
      // Next to other text a number has a meaning: a file descriptor, or a part of a variable's name.
      ("echo {PID}>f", "echo '4711'>f"), ("echo $A{PID}", "echo $A'4711'"),
      // No placeholders.
      ("echo \\{PID} {PID}", "echo \\{PID} 4711"), ("echo { PID } {", "echo { PID } {"),
      ("awk '{print $1}' {PID}", "awk '{print $1}' 4711"), ("echo {\n}", "echo {\n}"),
    ])
  func values(template: String, result: String) throws {
    try expectEqual(command(template, "4711", "it's"), result)
  }

  @Test(
    "Empty braces are the whole line, unless the program gives them a meaning of its own",
    arguments: [
      ("head -5 {}", "head -5 '4711 it'\\''s'"), ("echo \"{}\" {PID}", "echo \"\"'4711 it'\\''s'\"\" 4711"),
      ("echo \\{}", "echo \\{}"), ("jq '. + {}' {PID}", "jq '. + {}' 4711"),
      ("find {PID} -exec wc {} \\;", "find 4711 -exec wc {} \\;"),
      ("ls | xargs -I{} wc {} {PID}", "ls | xargs -I{} wc {} 4711"),
      ("find . | grep {}", "find . | grep '4711 it'\\''s'"),
    ])
  func wholeLine(template: String, result: String) throws {
    try expectEqual(command(template, "4711", "it's"), result)
  }

  @Test("A line is refused wherever the value of a column is") func refusedLine() {
    #expect(throws: ExecTemplate.Refusal.unsafe(column: "", after: "$(")) {
      try ExecTemplate("echo $(ls {})").check()
    }
    #expect(throws: ExecTemplate.Refusal.program(column: "")) { try ExecTemplate("{} x").check() }
    #expect(throws: ExecTemplate.Refusal.option(column: "")) { try command("head {}", "-f") }
  }

  // MARK: Shells

  private static let shells = ["dash", "bash"]

  /// Values that would each have an effect if a shell read them as a part of the command.
  private static let values = [
    "$(touch x)", "`id`", "a'b", "a\"b", "a\\", "*", "~", "a\nb", "", "#", "$HOME", "{PID}", "HOME",
    "a\\'; touch x; #", "'; touch x; '", "\"; touch x; \"", "a; touch x", "a[$(touch x)]", "!", "if", "2",
    "/", "é\u{202E}",
  ]

  /// Runs the commands of a template, one for each value, in one shell.
  private func results(of template: String, in shell: String, values: [String]) throws -> [String] {
    let commands = try values.map { try command("printf '%s\\0' \(template)", "1", $0) }
    let run = try HeadlessRun("/usr/bin/env", [shell, "-c", commands.joined(separator: "\n")])
    #expect(run.standardError.isEmpty && run.end == .exited(0), "\(run.standardError)")
    return run.standardOutput.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
      String.init)
  }

  /// A template, and the expected text before and after the value.
  typealias Place = (template: String, before: String, after: String)

  private static let places: [Place] = [
    ("{NAME}", "", ""), ("'{NAME}'", "", ""), ("\"{NAME}\"", "", ""), ("a{NAME}b", "a", "b"),
    ("'a'{NAME}", "a", ""), ("\"\\\"{NAME}\"", "\"", ""), ("$#{NAME}", "0", ""), ("\\${NAME}", "$", ""),
    ("\"\\${NAME}\"", "$", ""), ("\\\\{NAME}", "\\", ""), ("'$'{NAME}", "$", ""), ("~{NAME}", "~", ""),
    ("a\\\n#{NAME}", "a#", ""), ("'a\"'\"'{NAME}'\"", "a\"'", "'"), ("$EMPTY{NAME}", "", ""),
    ("a\\ #{NAME}", "a #", ""), ("\"$\"{NAME}", "$", ""),
  ]

  @Test("The shell takes every value literally", arguments: shells, places)
  func shellTakesValuesAsTheyAre(shell: String, place: Place) throws {
    let results = try results(of: place.template, in: shell, values: Self.values)
    expectEqual(results, Self.values.map { place.before + $0 + place.after })
  }

  @Test(
    "$$ before a value is the process number alone", arguments: shells, ["$${NAME}", "\"$${NAME}\""])
  func processNumber(shell: String, template: String) throws {
    let results = try results(of: template, in: shell, values: Self.values)
    for (result, value) in zip(results, Self.values) {
      #expect(result.hasSuffix(value) && Int(result.dropLast(value.count)) != nil, "\(result)")
    }
  }

  // MARK: Several rows

  @Test("A command runs for each row; with a plus, once for all rows") func severalRows() throws {
    let rows = [["1", "a b"], ["22", ""], ["3", "$(x)"]]
    try expectEqual(commands("kill {PID}", rows), ["kill 1", "kill 22", "kill 3"])
    try expectEqual(commands("kill {+PID}", rows), ["kill 1 22 3"])
    try expectEqual(commands("f {+PID} -- {+NAME};", rows), ["f 1 22 3 -- 'a b' '' '$(x)';"])
    #expect(ExecTemplate("kill {+PID}").takesAllRows && !ExecTemplate("kill {PID} {+}").takesAllRows)
    expectEqual(ExecTemplate("f {+PID}").names, ["PID"])
  }

  /// Each value arrives as one word. The shell reads none as a part of the command.
  @Test("The shell takes the values of all rows literally", arguments: shells)
  func shellTakesAllValuesAsTheyAre(shell: String) throws {
    let rows = Self.values.map { ["1", $0] }
    let command = try commands("printf '%s\\0' {+NAME}", rows)
    expectEqual(command.count, 1)
    let run = try HeadlessRun("/usr/bin/env", [shell, "-c", command[0]])
    #expect(run.standardError.isEmpty && run.end == .exited(0), "\(run.standardError)")
    let words = run.standardOutput.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
    expectEqual(words.map(String.init), Self.values)
  }

  @Test(
    "The values of several rows are accepted only as separate words",
    arguments: ["echo '{+NAME}'", "echo \"{+NAME}\"", "echo a{+NAME}", "echo {+NAME}b", "echo ''{+NAME}"])
  func severalAreWords(template: String) {
    #expect(throws: ExecTemplate.Refusal.notWords(column: "NAME")) { try ExecTemplate(template).check() }
  }

  @Test("All rows' values are refused wherever a single one is") func severalAreRefused() throws {
    #expect(throws: ExecTemplate.Refusal.mixed) { try ExecTemplate("f {PID} {+NAME}").check() }
    for (template, construct) in [
      ("echo $(ls {+NAME})", "$("), ("ls # {+NAME}", "#"),
    ] {
      #expect(throws: ExecTemplate.Refusal.unsafe(column: "+NAME", after: construct)) {
        try ExecTemplate(template).check()
      }
    }
    #expect(throws: ExecTemplate.Refusal.option(column: "NAME")) {
      try commands("rm {+NAME}", [["1", "a"], ["2", "-rf"]])
    }
    try expectEqual(commands("rm -- {+NAME}", [["1", "a"], ["2", "-rf"]]), ["rm -- 'a' '-rf'"])
    #expect(throws: ExecTemplate.Refusal.nul(column: "NAME")) {
      try commands("rm {+NAME}", [["1", "a"], ["2", "b\0"]])
    }
  }

  // MARK: Refusals

  @Test(
    "A value is refused wherever no quoting is safe",
    arguments: [
      ("echo ${NAME}", "$"), ("echo \"${NAME}\"", "$"), ("echo '${NAME}'", "$"), ("echo \\\\${NAME}", "$"),
      ("echo $$${NAME}", "$"), ("echo $\\\n{NAME}", "$"), ("echo \"$\\\n{NAME}\"", "$"),
      ("echo ${X:-{NAME}}", "${"), ("echo \"${X:-{NAME}}\"", "${"), ("echo $[{NAME}]", "$["),
      ("echo $'{NAME}'", "$'"), ("echo $\\\n'{NAME}'", "$'"),
      ("echo $(cat {NAME})", "$("), ("echo \"$(ls)\" {NAME}", "$("), ("echo $(({NAME}))", "$("),
      ("(( {NAME} ))", "(("), ("echo `cat {NAME}`", "`"), ("echo \"`cat {NAME}`\"", "`"),
      ("cat <<E\n{NAME}\nE", "<<"), ("cat <<'E'\n{NAME}\nE", "<<"), ("cat <\\\n<E\n{NAME}\nE", "<<"),
      ("cat <<< {NAME}", "<<"), ("ls # {NAME}", "#"), ("ls \\\n# {NAME}", "#"), ("ls >#{NAME}", "#"),
      ("a[{NAME}]=1", "["), ("[[ 1 -eq {NAME} ]]", "[["), ("[[ a && {NAME} ]]", "[["),
    ])
  func unsafe(template: String, construct: String) {
    #expect(throws: ExecTemplate.Refusal.unsafe(column: "NAME", after: construct)) {
      try ExecTemplate(template).check()
    }
    #expect(throws: ExecTemplate.Refusal.unsafe(column: "NAME", after: construct)) {
      try command(template, "1", "x")
    }
  }

  @Test("A value that looks like an option is refused where it may act as one") func option() throws {
    for value in ["-rf", "-", "+!touch x"] {
      for template in ["rm {NAME}", "rm \"{NAME}\"", "rm ''{NAME}", "ls -- x; rm {NAME}"] {
        #expect(throws: ExecTemplate.Refusal.option(column: "NAME")) { try command(template, "1", value) }
      }
      for template in ["rm -- {NAME}", "rm ./{NAME}", "rm 'a'{NAME}", "sh -c 'rm -- \"$1\"' sh {NAME}"] {
        #expect(try command(template, "1", value).hasSuffix("'\(value)'"))
      }
    }
  }

  @Test(
    "A name that no column has is refused",
    arguments: ["kill {PDI}", "echo '{print}' {PID}", "echo {PID} {0}"])
  func unknown(template: String) throws {
    let template = ExecTemplate(template)
    try template.check()
    #expect(throws: ExecTemplate.Refusal.self) { try template.check(names: names) }
    #expect(throws: ExecTemplate.Refusal.self) {
      try template.commands(for: [0], names: names) { _ in
        []
      } value: { _, _ in
        []
      }
    }
  }

  @Test("A refusal lists the existing columns") func words() {
    let refusal = ExecTemplate.Refusal.noColumn(.init(reference: "PDI", names: ["PID", "NAME"]))
    #expect(throws: refusal) { try command("kill {PDI}", "1") }
    expectEqual(refusal.description, "no column 'PDI'; there are PID, NAME; write \\{ for a literal brace")
  }

  @Test("A value with a NUL is refused") func nul() {
    #expect(throws: ExecTemplate.Refusal.nul(column: "PID")) { try command("kill {PID}", "1\u{0}") }
  }
}
