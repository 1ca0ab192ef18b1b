import Files
import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Recipes") struct RecipesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func file(_ text: String? = nil) throws -> RecipeFile {
    if let text { try directory.write(text, to: "recipes") }
    return RecipeFile(path: directory.path + "/recipes")
  }

  @Test("A line of the file is a name and a command line") func reading() throws {
    try expectEqual(file().contents(), RecipeFile.Contents())
    let file = try file("# mine\n\npods -n 5 kubectl get pods\nbig  -q 'size:>1 G' \"a b\"\n")
    try expectEqual(
      file.contents().recipes,
      [
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
    let others =
      text.isEmpty ? [] : [Recipe(name: "b", about: text.hasPrefix("#") ? "mine" : "", words: ["ls"])]
    try expectEqual(file.contents().recipes, others + [Recipe(name: "a", words: words)])
    let saved = try directory.read("recipes")
    #expect(saved.hasPrefix(text) && saved.hasSuffix("\n"))
  }

  @Test(
    "A line that is no recipe is reported with its number, and the others stay",
    arguments: [
      ("a ls\nb\n", "2: not a name and a command line"), ("a ls\r\nc 'b\r\n# x\r\n", "2: unclosed '"),
      ("a/b ls\na ls", "1: not"), (".. ls\na ls", "1: not"),
    ])
  func problems(text: String, message: String) throws {
    let file = try file(text)
    let contents = try file.contents()
    #expect(contents.recipes == [Recipe(name: "a", words: ["ls"])] && contents.problems.count == 1)
    #expect(contents.problems[0].description.contains("recipes:" + message))
    try file.save(Recipe(name: "z", words: ["df"]))
    let last = try file.contents().recipes.last
    #expect(last?.name == "z" && last?.words == ["df"] && last?.about == (text.contains("#") ? "x" : ""))
    #expect(try directory.read("recipes").hasPrefix(text))
    let options = try MusterOptions.read(["@z"], recipes: file)
    #expect(options.command == ["df"] && options.notes.count == 1 && options.notes[0].contains(message))
    guard
      case .wrong(let reason)? = #expect(
        throws: MusterOptions.Answer.self,
        performing: {
          try MusterOptions.read(["@nope"], recipes: file)
        })
    else { return }
    #expect(reason.contains("no recipe '@nope'") && reason.contains(message))
  }

  @Test("Saving keeps the bytes of other lines, and a line that is not UTF-8 is no recipe")
  func otherBytes() throws {
    let bytes =
      Array("# caf\u{E9}".unicodeScalars.map { UInt8($0.value) }) + Array("\na ls ".utf8) + [0xFF, 0x0A]
    try directory.write(bytes, to: "recipes")
    let file = try file()
    try file.save(Recipe(name: "z", words: ["df"]))
    try expectEqual(StoredFile(path: file.path).contents(), bytes + Array("z df\n".utf8))
    let contents = try file.contents()
    expectEqual(contents.recipes, [Recipe(name: "z", words: ["df"])])
    expectEqual(contents.problems.map(\.description), ["\(file.path):2: not UTF-8"])
  }

  @Test("A file of recipes without an end, or a long one, is refused in one line; a long line is read")
  func endlessFiles() throws {
    let line =
      "a -q '" + String(repeating: "x", count: 400_000) + String(repeating: "' 'y", count: 1_000) + "' ls\n"
    try expectEqual(file(line).contents().recipes.first?.words.count, 1_003)
    let run = try directory.shell(
      """
      mkdir -p config/muster; export XDG_CONFIG_HOME="$PWD/config"; cd config/muster
      try() { "$0" --show-recipe @a; echo $?; "$0" --save b ls; echo $?; rm -rf recipes; }
      mkfifo recipes; try
      ln -s /dev/zero recipes; try
      dd if=/dev/zero of=recipes bs=1048576 count=5 2>/dev/null; try
      mkdir recipes; try
      """)
    expectEqual(run.standardOutput, String(repeating: "64\n2\n", count: 4))
    let reasons = [
      "not a file but a device, a pipe or a socket", "not a file but a device, a pipe or a socket",
      "larger than 4 MiB", "Is a directory",
    ]
    let path = directory.path + "/config/muster/recipes"
    expectEqual(
      run.standardError,
      reasons.map { "muster: \(path): \($0) (see muster --help)\nmuster: \(path): \($0)\n" }.joined())
  }

  @Test(
    "The list of recipes ends with the status of the signal that ends it",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func endOfList(signal: Int32) throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), [], environment: ["XDG_CONFIG_HOME": directory.path])
    try terminal.wait(for: "choose a list")
    if signal == SIGINT { terminal.type("\u{3}") } else { terminal.send(signal: signal) }
    try terminal.finish(.exited(128 + signal))
  }

  @Test("Only a name can be saved", arguments: ["x y", "", ".", "..", "a/b", "a\nb", "a\u{E0041}"])
  func names(name: String) throws {
    #expect(throws: Refusal.self) { try file().save(Recipe(name: name, words: ["ls"])) }
    for option in ["--name", "--save"] {
      #expect(throws: MusterOptions.Answer.self) { try MusterOptions.read([option, name, "ls"]) }
    }
  }

  @Test("A saved recipe is one line, whatever its words contain, and a shell reads the same words")
  func saveAnything() throws {
    var random = SeededGenerator(seed: 18)
    let pieces = [
      "\n", "\r", "\r\n", "\t", "\u{1}", "\u{7F}", "\u{85}", "\u{9B}", "\u{202E}", "a\u{E0041}", "\u{2028}",
      "'", "\"", "\\", "$", "a", "n", "#", " ", "é", "x41",
    ]
    let words = (0..<200).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
    }
    let file = try file("b ls\n")
    try file.save(Recipe(name: "a", words: words))
    try expectEqual(
      file.contents().recipes, [Recipe(name: "b", words: ["ls"]), Recipe(name: "a", words: words)])
    try expectEqual(directory.read("recipes").split(separator: "\n").count, 2)
    let line = CommandLineWords.joined(words)
    expectEqual(EscapedText(line).text, line, "nothing in it controls the terminal")
    let run = try HeadlessRun("/bin/bash", ["-c", "printf '%s\\0' \(line)"])
    expectEqual(run.standardOutput, words.map { $0 + "\0" }.joined())
  }

  @Test("@name is replaced by its words, and more words may follow") func expanding() throws {
    let file = try file("pods -n 5 ls -l\nprocesses -q init ps -e\n")
    func options(_ words: String...) throws -> MusterOptions { try MusterOptions.read(words, recipes: file) }
    let pods = try options("@pods", "/")
    #expect(pods.command == ["ls", "-l", "/"] && pods.reading.interval.seconds == 5)
    let often = try options("-n", "1", "-q", "x", "@pods", "/")
    #expect(often.command == ["ls", "-l", "/"] && often.reading.interval.seconds == 1)
    expectEqual(often.start.query, "x", "options before the name count")
    try expectEqual(options("@processes").start.query, "init", "the user's come before those of the machine")
    #expect(throws: MusterOptions.Answer.wrong("no recipe '@nope'; muster without arguments lists them")) {
      try options("@nope")
    }
    #expect(try options("ps", "@pods").command.contains("@pods"), "a command's words are its own")
  }

  @Test("--save without a command line is an error: its line would be no recipe") func nothingToSave() {
    #expect(throws: MusterOptions.Answer.wrong("--save needs a command line, as: --save processes ps aux")) {
      try MusterOptions.read(["--save", "p"])
    }
  }

  @Test("--save saves the arguments except itself") func savedWords() throws {
    try expectEqual(
      MusterOptions.read(["--save", "p", "-n", "5", "ls", "--save"]).savedWords,
      [
        "-n", "5", "ls", "--save",
      ])
    try expectEqual(MusterOptions.read(["-n", "5", "--save=p", "ls"]).savedWords, ["-n", "5", "ls"])
  }

  @Test("The command line saves a recipe, names it and runs it") func commandLine() throws {
    let run = try directory.shell(
      """
      export XDG_CONFIG_HOME="$PWD/config"
      "$0" --save few -q b -f lines -- printf 'a\\nb\\n' 2>said && grep -c 'muster @few' said && "$0" @few
      stat -c %a config/muster config/muster/recipes
      "$0" --save ok printf 'c\nd' 2>/dev/null && "$0" -p -f lines @ok && "$0" -p @few
      echo "bad '" >>config/muster/recipes; "$0" -p @few; "$0" --save odd ls "$(printf '\\377')"; echo $?
      """)
    expectEqual(run.standardOutput, "1\nb\n700\n600\nc\ndb\nb\n64\n", "\(run.standardError)")
    #expect(run.standardError.contains("recipes:3: unclosed '; the line is ignored\n"))
    try expectEqual(
      directory.read("config/muster/recipes"),
      "few -q b -f lines -- printf 'a\\nb\\n'\nok printf $'c\\nd'\nbad '\n")
  }

  @Test("esc in a list that was opened from the list of recipes returns to it, and q ends")
  func backToRecipes() throws {
    _ = try directory.shell("mkdir -p config/muster; echo \"mine -f csv rows.csv\" >config/muster/recipes")
    try directory.write("id,name\n1,first\n2,second\n", to: "rows.csv")
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), ["--color", "16"],
      environment: ["XDG_CONFIG_HOME": directory.path + "/config"], directory: directory.path)
    try terminal.wait(for: "enter show")
    terminal.type("mine")
    try terminal.wait(for: "1/")
    terminal.type("\r")
    try terminal.wait(for: "second")
    terminal.type("\u{1B}")
    try terminal.wait(for: "choose a list")
    terminal.type("mine")
    try terminal.wait(for: "1/")
    terminal.type("\r")
    try terminal.wait(for: "second")
    try terminal.finish(typing: "q")
  }

  @Test("Only recipes whose programs exist are listed, the first one of a name") func suggestions() throws {
    expectEqual(
      Recipe.suggestions { $0 == "df" },
      [Recipe(name: "disks", about: "file systems and the room on them", words: ["--", "df", "-h"])])
    let all = Recipe.suggestions { _ in true }
    #expect(all.allSatisfy { !$0.about.isEmpty })
    expectEqual(Set(all.map(\.name)).count, all.count)
    expectEqual(Recipe.suggestions { $0 == "podman" }.map(\.name), ["containers"])
  }

  @Test("Each shipped line is a recipe whose options muster accepts and whose actions are safe")
  func shipped() throws {
    var count = 0
    for line in RecipeFile.shippedLines where !line.hasPrefix("#") {
      let words = try CommandLineWords(line).words
      let options = try MusterOptions.read(Array(words.dropFirst()), recipes: nil)
      #expect(!options.command.isEmpty && RecipeFile.isName(words[0]), "\(line)")
      for template in options.use.templates { try template.check() }
      for action in options.use.exec { #expect(action.key != nil && !action.isTyped, "\(line)") }
      count += 1
    }
    #expect(count > 15)
  }

  @Test("--show-recipe prints lines that a file of recipes can have") func shown() throws {
    let run = try directory.shell(
      """
      export XDG_CONFIG_HOME="$PWD/config"
      "$0" --save mine -n 5 ls -l 2>/dev/null
      "$0" --show-recipe @mine; "$0" --show-recipe | grep -c ^disks; "$0" --show-recipe @nope
      "$0" --show-recipe >all && mv all config/muster/recipes && "$0" --show-recipe mine
      """)
    expectEqual(run.standardOutput, "mine -n 5 ls -l\n1\nmine -n 5 ls -l\n")
    expectEqual(
      run.standardError,
      "muster: no recipe '@nope'; muster without arguments lists them (see muster --help)\n")
  }

  @Test(
    "A command has the actions of recipes whose command begins with the same words, those of the user first",
    arguments: [
      ("docker ps -a", ["mine", "docker stop {CONTAINER ID}"]),
      ("docker ps --filter x", ["mine", "docker stop {CONTAINER ID}"]),
      ("docker images", ["docker rmi {IMAGE ID}"]), ("systemctl --failed", ["systemctl stop {UNIT}"]),
      ("systemctl list-timers", []), ("git log", []), ("dockerd", []),
    ])
  func offeredActions(_ command: String, _ expected: [String]) throws {
    let file = try file(
      "mine -x 'alt-d:mine=docker rm {NAMES}' -- docker ps\nother -x 'alt-z=x {A}' -- no-such-program\n")
    let names = Recipe.actions(for: command.split(separator: " ").map(String.init), file).flatMap {
      [$0.name, $0.template.text]
    }
    for name in expected { #expect(names.contains(name), "\(names)") }
    if expected.isEmpty { expectEqual(names, []) }
    if expected.first == "mine" { expectEqual(names.first, "mine") }
    #expect(!names.contains { $0.hasPrefix("x ") })
  }
}
