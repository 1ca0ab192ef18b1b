import TerminalTesting
import Testing

@testable import muster

@Suite("Recipes") struct RecipesTests {
  private let directory: WorkingDirectory

  init() throws { directory = try WorkingDirectory() }

  private func file(_ text: String? = nil) throws -> RecipeFile {
    if let text { try directory.write(text, to: "recipes") }
    return RecipeFile(path: directory.path + "/recipes")
  }

  @Test("A line of the file is a name and a command line") func reading() throws {
    #expect(try file().recipes() == [])
    let file = try file("# mine\n\npods -n 5 kubectl get pods\nbig  -q 'size:>1 G' \"a b\"\n")
    #expect(
      try file.recipes() == [
        Recipe(name: "pods", words: ["-n", "5", "kubectl", "get", "pods"]),
        Recipe(name: "big", words: ["-q", "size:>1 G", "a b"]),
      ])
  }

  @Test(
    "A saved recipe can be read, and the rest of the file stays", arguments: ["", "# mine\nb ls\n", "b ls"])
  func saving(text: String) throws {
    let file = try file(text)
    let words = ["-x", "kill {PID} '$1'", "", "ps", "aux"]
    try file.save(Recipe(name: "a", words: ["df"]))
    try file.save(Recipe(name: "a", words: words))
    let others = text.isEmpty ? [] : [Recipe(name: "b", words: ["ls"])]
    #expect(try file.recipes() == others + [Recipe(name: "a", words: words)])
    let saved = try directory.read("recipes")
    #expect(saved.hasPrefix(text) && saved.hasSuffix("\n"))
  }

  @Test(
    "An error names the number of a line that is not a recipe",
    arguments: [
      ("a ls\nb\n", "2: not a name and a command line"), ("a 'b\n", "1: unclosed '"),
      ("a/b ls", "1: not"),
    ])
  func problems(text: String, message: String) throws {
    let file = try file(text)
    let error = #expect(throws: RecipeFile.Refusal.self) { try file.recipes() }
    #expect(error?.description.contains(message) == true)
    #expect(throws: RecipeFile.Refusal.self) { try file.save(Recipe(name: "x y", words: ["ls"])) }
  }

  @Test("@name is replaced by its words, and more words may follow") func expanding() throws {
    let file = try file("pods -n 5 ls -l\nprocesses -q init ps -e\n")
    func options(_ words: String...) throws -> MusterOptions { try MusterOptions.read(words, recipes: file) }
    let pods = try options("@pods", "/")
    #expect(pods.command == ["ls", "-l", "/"] && pods.reading.interval.seconds == 5)
    let often = try options("-n", "1", "-q", "x", "@pods", "/")
    #expect(often.command == ["ls", "-l", "/"] && often.reading.interval.seconds == 1)
    #expect(often.start.query == "x", "options before the name count")
    #expect(try options("@processes").start.query == "init", "the user's come before those of the machine")
    #expect(throws: MusterOptions.Answer.wrong("no recipe '@nope'; muster without arguments lists them")) {
      try options("@nope")
    }
    #expect(try options("ps", "@pods").command.contains("@pods"), "a command's words are its own")
  }

  @Test("--save saves the arguments except itself") func savedWords() throws {
    #expect(
      try MusterOptions.read(["--save", "p", "-n", "5", "ls", "--save"]).savedWords == [
        "-n", "5", "ls", "--save",
      ])
    #expect(try MusterOptions.read(["-n", "5", "--save=p", "ls"]).savedWords == ["-n", "5", "ls"])
  }

  @Test("The command line saves a recipe, names it and runs it") func commandLine() throws {
    let run = try directory.shell(
      """
      export XDG_CONFIG_HOME="$PWD/config"
      "$0" --save few -q b -f lines -- printf 'a\\nb\\n' 2>said && grep -c 'muster @few' said && "$0" @few
      """)
    #expect(run.standardOutput == "1\nb\n", "\(run.standardError)")
    #expect(try directory.read("config/muster/recipes") == "few -q b -f lines -- printf 'a\\nb\\n'\n")
  }

  @Test("Only installed programs are suggested") func suggestions() {
    #expect(Recipe.suggestions { $0 == "df" } == [Recipe(name: "disks", words: ["df", "-h"])])
    #expect(Set(Recipe.suggestions { _ in true }.map(\.name)).count == Recipe.suggestions { _ in true }.count)
  }
}
