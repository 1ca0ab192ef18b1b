import TerminalTesting
import TestSupport
import Testing

@testable import ShellCommands

@Suite("What programs do with a value") struct ProgramUsageTests {
  private func refusal(_ command: String, isShell: Bool) -> ExecTemplate.Refusal? {
    var template = ExecTemplate(command)
    template.isShell = isShell
    do throws(ExecTemplate.Refusal) {
      try template.check()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "A value never chooses the program",
    arguments: [
      "{V}", "'{V}'", "./{V} x", "bin/{V}", "{V}/bin/x", "A=b {V}", "A+=b C[1]=d {V}", "sudo -u root {V}",
      "sudo --user root {V}", "env {V}", "env - {V}", "env -u A B=c {V}", "/usr/bin/env -- {V}", "nohup {V}",
      "timeout -s KILL 5 {V}", "timeout --signal KILL 5 {V}", "nice -n 5 {V}", "xargs {V}",
      "xargs -n 1 -I % {V}", "find . -name x -exec {V} +", "find . -exec rm % + -exec {V} +",
      "sudo nice timeout 5 env {V}", "exec {V}", "docker exec -it -u root web {V}", "busybox {V}",
      "chroot / {V}", "xterm -e {V}", "kubectl exec web -c main -- {V}", "ssh -W a -p 22 host nohup {V}",
    ])
  func program(command: String) {
    for isShell in [true, false] {
      let isSSH = command.hasPrefix("ssh")
      expectEqual(
        refusal(command, isShell: isShell),
        (isSSH ? .code(column: "V", of: "ssh") : .program(column: "V")), "\(isShell)")
    }
  }

  @Test(
    "In a shell's command, a value never chooses a program in any of its places",
    arguments: [
      "ls; {V}", "ls && {V}", "ls || {V}", "ls | {V}", "ls & {V}", "ls\n{V}", "({V})", "{ {V}; }", "! {V}",
      "if {V}; then ls; fi", "if ls; then {V}; fi", "while {V}; do ls; done", "for x in a; do {V}; done",
      ">f {V}", "2>&1 {V}", "2>f 3<g >|h <&- {V}", "f() { {V}; }", "function f { {V}; }", "A=b >f {V}",
      "case x in y) {V}; esac", "command {V}", "time -p {V}", "echo a &>f {V}",
    ])
  func placesOfPrograms(command: String) {
    expectEqual(refusal(command, isShell: true), .program(column: "V"))
  }

  @Test(
    "A value is never code of a program that is known",
    arguments: [
      ("perl -e {V}", "perl -e"), ("perl -ne {V}", "perl -ne"), ("perl -i.save -pe {V}", "perl -pe"),
      ("perl -e{V}", "perl -e"), ("perl -n{V}", "perl -n"), ("perl -{V}", "perl -"),
      ("perl -w -e 'print {V}'", "perl -e"), ("perl -CE -e {V}", "perl -e"), ("perl -M{V}", "perl -M"),
      ("/usr/bin/perl5.36 -E {V}", "/usr/bin/perl5.36 -E"), ("python3 -c {V}", "python3 -c"),
      ("python3.12 -Ic {V}", "python3.12 -Ic"), ("python -W error -c {V}", "python -c"),
      ("python -m {V}", "python -m"), ("ruby -e {V}", "ruby -e"), ("node -pe {V}", "node -pe"),
      ("node --eval={V}", "node --eval="), ("node --ev {V}", "node --ev"), ("php -r {V}", "php -r"),
      ("lua -e {V}", "lua -e"), ("awk {V}", "awk"), ("awk \"{V}\" f", "awk"), ("awk -F : -v x=1 {V}", "awk"),
      ("gawk --source {V}", "gawk --source"), ("sed {V} f", "sed"), ("sed -n {V}p f", "sed"),
      ("sed -e p -e {V} f", "sed -e"), ("sed -i.new {V} f", "sed"), ("sed --expr {V}", "sed --expr"),
      ("jq --arg a b {V}", "jq"), ("xargs -n 1 sh -c {V}", "sh -c"), ("env -S {V}", "env -S"),
      ("env A=b perl -e {V}", "perl -e"), ("ssh host echo {V}", "ssh"), ("ssh -o {V} host", "ssh -o"),
      ("ssh -p 22 host -t {V}", "ssh"), ("sh -c 'ls {V}'", "sh -c"),
      ("sudo /bin/bash -xec \"ls {V}\"", "/bin/bash -xec"), ("fish -c {V}", "fish -c"),
      ("fish --command={V}", "fish --command="),
      ("csh -cf {V}", "csh -cf"), ("sh -cx {V}", "sh -cx"), ("bash -c -o pipefail {V}", "bash -c"),
      ("su -c {V} bob", "su -c"), ("su bob -c {V}", "su -c"), ("watch -n 1 {V}", "watch"),
      ("find . -exec sh -c {V} +", "sh -c"), ("nohup timeout 5 nice sh -c {V}", "sh -c"),
      ("unknown --flag sh -c {V}", "sh -c"), ("vim +{V} f", "vim +"), ("less +{V} f", "less +"),
      ("git -c {V} log", "git -c"), ("psql db -c {V}", "psql -c"), ("sqlite3 db {V}", "sqlite3"),
      ("parallel echo ::: {V}", "parallel"), ("emacs --eval {V}", "emacs --eval"),
    ])
  func code(command: String, of program: String) {
    for isShell in [true, false] {
      expectEqual(refusal(command, isShell: isShell), .code(column: "V", of: program), "\(isShell)")
    }
  }

  @Test(
    "A value is never code of the shell's own commands",
    arguments: [
      ("printf -v {V} x", "printf -v"), ("eval {V}", "eval"), ("command eval {V}", "eval"),
      ("if eval {V}; then ls; fi", "eval"), ("function f { eval {V}; }", "eval"), (">f eval {V}", "eval"),
      ("2>&1 eval {V}", "eval"), ("[ -v {V} ]", "[ -v"), ("test -v {V}", "test -v"), ("read -r {V}", "read"),
      ("ls | while read {V}; do ls; done", "read"), ("trap {V} EXIT", "trap"), (". {V}", "."),
      ("mapfile -C {V} x", "mapfile -C"), ("wait -p {V}", "wait -p"), ("$SHELL -c {V}", "$SHELL -c"),
      ("$\"perl\" -e {V}", "perl -e"), ("let {V}", "let"), ("\"ev\"al ls {V}", "eval"), ("eval {+V}", "eval"),
    ])
  func codeOfShells(command: String, of program: String) {
    let column = command.contains("+") ? "+V" : "V"
    expectEqual(refusal(command, isShell: true), .code(column: column, of: program))
  }

  @Test("A refusal says how the command gets the value") func remedies() {
    func words(_ command: String) -> String? { refusal(command, isShell: true)?.description }
    expectEqual(
      words("perl -e '{my name}'"),
      "{my name} would be code of perl -e; commands on this machine can read it as $ROW_my_name, or write { my name } for braces"
    )
    #expect(
      words("awk {+V}")?.hasPrefix("{+V} would be code of awk; hand it on: sh -c '… \"$@\" …' sh {+V}, or")
        == true)
    expectEqual(
      words("./{V}"),
      "{V} would choose the program; name it; code of sh -c may run a variable such as \"$ROW_NAME\"")
    expectEqual(
      words("cat <<E\n{V}\nE"), "{V} is not safe after <<; commands on this machine can read it as $ROW_V")
    #expect(refusal("perl -e 'print $ENV{ ROW_V }'", isShell: true) == nil)
  }

  @Test(
    "A value that is an argument is accepted",
    arguments: [
      "kill {V}", "kill -{V} 1", "A={V} ls", "env A={V} ls", "sudo -u {V} ls", "perl f {V}", "perl -pe p {V}",
      "perl -i.save -pe p {V}", "perl -F: -lane p {V}", "python3 -c p {V}", "python3 f -c {V}",
      "python3 -m http.server {V}", "awk p {V}", "awk -f p {V}", "awk -v x={V} p", "awk -F{V} p", "sed p {V}",
      "sed -e p {V}", "sed -i.save p {V}", "jq --arg v {V} p", "ssh {V}", "ssh -p {V} host",
      "ssh -t a@{V} top",
      "timeout {V} ls", "nice -n {V} ls", "env ls {V}", "xargs rm {V}", "find {V} -name x",
      "find . -name {V}",
      "find . -exec rm {V} +", "docker exec -it {V} sh", "kubectl exec -n a {V} -- sh",
      "kubectl logs -c a {V}",
      "gh run watch {V}", "vim {V}", "less {V}", "git show {V}", "git -C {V} log", "git commit -c {V}",
      "taskset -cp 0 {V}", "ionice -p {V}", "strace -p {V}", "sh f {V}", "sh -c p sh {V}", "psql -d {V} -c p",
      "printf x {V}", "[ x = {V} ]", "sh -c 'p' sh -- {V}", "git grep -e {V}", "grep -e {V} f",
      "tmux kill-session -t {V}", "command -v {V}",
    ])
  func arguments(command: String) {
    for isShell in [true, false] { #expect(refusal(command, isShell: isShell) == nil, "\(isShell)") }
  }

  @Test(
    "In a shell's command, the file of a redirection and words that are not commands are accepted",
    arguments: [
      "ls >{V}", "ls 2>{V}", ">f ls {V}", "2>&1 ls {V}", "case {V} in a) ls; esac",
      "for x in {V}; do ls; done", "if [ -n {V} ]; then echo {V}; else ls {V}; fi", "ls | grep {V}",
      "(cd {V} && ls)", "! grep {V} f", "A=b C=d ls {V}", "ls {V} & wait",
    ])
  func argumentsOfShells(command: String) { #expect(refusal(command, isShell: true) == nil) }

  @Test("Operators of a shell are ordinary text in words") func words() {
    expectEqual(refusal("find . ( -name x -exec {V} ; )", isShell: false), .program(column: "V"))
    expectEqual(refusal("find . -name x ; -exec {V} ;", isShell: false), .program(column: "V"))
    #expect(refusal("say ; {V}", isShell: false) == nil)
  }

  @Test(
    "-- counts only for the program that gets the value",
    arguments: [
      ("rm -- {V}", true), ("sudo -- rm {V}", false), ("sudo rm -- {V}", true), ("xargs -- rm {V}", false),
      ("kubectl exec a -- rm {V}", false), ("ls -- a; rm {V}", false), ("find . -exec rm -- {V} +", true),
    ])
  func optionsOf(command: String, isAccepted: Bool) throws {
    let result = Result {
      try ExecTemplate(command).commands(for: [0], names: ColumnNames(["V"])) { _ in
        []
      } value: { _, _ in
        Array("-f".utf8)
      }
    }
    if isAccepted {
      try expectEqual(result.get().count, 1)
    } else {
      #expect(throws: ExecTemplate.Refusal.option(column: "V")) { try result.get() }
    }
  }

  @Test("Every usage of the list can be read") func list() {
    #expect(ProgramUsage.list.count > 100)
    for name in ProgramUsage.list.keys { #expect(!name.isEmpty && !name.contains(":") && name.first != " ") }
  }
}
