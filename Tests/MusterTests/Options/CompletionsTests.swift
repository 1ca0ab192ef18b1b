import Foundation
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import muster

@Suite("Shells complete options, columns and commands", .waitsForProcesses)
struct CompletionsTests {
  private func script(_ shell: String) throws -> String {
    try HeadlessRun(BuiltProducts.path(of: "muster"), ["--generate-completion-script", shell]).standardOutput
  }

  /// Returns the completions that bash offers for the last word of a command line in a folder with one file.
  private func offers(_ words: String...) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("completions-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "Name,colour,qty\na,red,1\n".write(
      to: folder.appendingPathComponent("sales.csv"), atomically: true, encoding: .utf8)
    try "Name,my col,$(touch PWNED),`touch PWNED`,qty\na,b,c,d,1\n".write(
      to: folder.appendingPathComponent("odd file.csv"), atomically: true, encoding: .utf8)
    let database = try TemporaryDatabase(
      "CREATE TABLE parcels (id INTEGER PRIMARY KEY, owner TEXT); CREATE TABLE people (id); CREATE TABLE \"$(touch PWNED)\" (id)",
      journal: "delete"
    )
    try FileManager.default.copyItem(
      atPath: database.path, toPath: folder.appendingPathComponent("d.sqlite").path)
    try script("bash")
      .write(to: folder.appendingPathComponent("muster.bash"), atomically: true, encoding: .utf8)
    let recipes = folder.appendingPathComponent("muster")
    try FileManager.default.createDirectory(at: recipes, withIntermediateDirectories: true)
    try "# lists\npods -n 5 kubectl get pods\nprocs ps aux\n".write(
      to: recipes.appendingPathComponent("recipes"), atomically: true, encoding: .utf8)
    let commands = """
      cd "$1" && export XDG_CONFIG_HOME=$PWD HOME=$PWD && source ./muster.bash
      shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*"
      COMP_POINT=${#COMP_LINE}
      _muster_or_command muster "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      [ ! -e PWNED ] || echo PWNED
      """
    let muster = BuiltProducts.path(of: "muster")
    let run = try HeadlessRun("/bin/bash", ["-c", commands, "bash", folder.path, muster] + words)
    return run.standardOutput.split(separator: "\n").map(String.init)
  }

  @Test("Shells complete the values of an option") func values() throws {
    try expectEqual(offers("--theme", "h"), ["high-contrast"])
    #expect(try offers("--color", "").contains("truecolor"))
  }

  @Test("Shells complete columns of the file, also in a list") func columns() throws {
    try expectEqual(offers("sales.csv", "-s", ""), ["Name", "colour", "qty"])
    try expectEqual(offers("sales.csv", "--columns", "Name,q"), ["Name,qty"])
    try expectEqual(offers("sales.csv", "-s", "Name,-co"), ["Name,-colour"])
    #expect(try offers("-g", "").isEmpty, "no file, no columns")
  }

  @Test("Names in the input are not expanded by the shell, and words are read as the shell reads them")
  func oddNames() throws {
    try expectEqual(
      offers("--header", "1", "odd\\ file.csv", "-s", ""),
      [
        "Name", "my col", "$(touch PWNED)", "`touch PWNED`", "qty",
      ])
    try expectEqual(offers("--header", "1", "'odd file.csv'", "-g", "my"), ["my col"])
    try expectEqual(offers("~/sales.csv", "-s", "q"), ["qty"])
  }

  @Test("Shells complete the tables of an SQLite file, and the columns of a table") func databases() throws {
    try expectEqual(Set(offers("d.sqlite", "")), ["parcels", "people", "$(touch PWNED)"])
    try expectEqual(offers("-n", "5", "d.sqlite", "pa"), ["parcels"])
    try expectEqual(offers("~/d.sqlite", "pe"), ["people"])
    try expectEqual(offers("d.sqlite", "parcels", "-s", "-o"), ["-owner"])
    #expect(try offers("d.sqlite", "none", "-s", "").isEmpty)
  }

  @Test("Shells complete a command after --, and its files") func commands() throws {
    #expect(try offers("-n", "5", "--", "bas").contains("bash"))
    try expectEqual(offers("--", "cat", "sal"), ["sales.csv"])
  }

  @Test("Names of recipes after @") func recipes() throws {
    try expectEqual(offers("@p"), ["@pods", "@procs"])
    try expectEqual(offers("-n", "1", "@pr"), ["@procs"])
    #expect(try offers("sales.csv", "@q").isEmpty)
    // The parser has a subcommand for help, which is none of muster's words.
    #expect(try offers("@pods", "help", "").isEmpty)
  }

  @Test("The scripts for zsh and fish complete the same") func otherShells() throws {
    let zsh = try script("zsh")
    #expect(zsh.hasPrefix("#compdef muster") && zsh.contains("_normal"))
    // zsh reports an error for two specifications of all remaining words.
    #expect(!zsh.contains("(-)*::"))
    #expect(try script("fish").contains("'(__muster_command)'"))
    let fish = try script("fish")
    #expect(zsh.contains("muster/recipes") && fish.contains("muster/recipes"))
  }
}
