import ListKit
import Rows
import Runs

/// A named command line of muster: one that the user saved, or a suggestion for a program of this machine.
struct Recipe: Hashable, Sendable {
  var name: String
  /// What it shows and does, in a sentence: the comment in the line above.
  var about = ""
  /// Options, and a file or a command.
  var words: [String]

  /// The command line as the user types it: `-n 5 kubectl get pods`.
  var line: String { CommandLineWords.joined(words) }
}

/// The recipes of the user, each with a name and a command line: `pods -n 5 kubectl get pods`.
///
/// The file is `$XDG_CONFIG_HOME/muster/recipes` or `~/.config/muster/recipes`. A line that starts with `#` describes
/// the recipe in the next line. Empty lines and lines that are no recipes are ignored and kept. Only the user may read a
/// new file.
struct RecipeFile: Hashable, Sendable {
  private let file: UserFile

  var path: String { file.path }

  /// The file of this user; nil without a home directory.
  init?() {
    guard let file = UserFile(in: "XDG_CONFIG_HOME", or: ".config", "recipes") else { return nil }
    self.file = file
  }

  init(path: String) { file = UserFile(path: path) }

  /// The recipes, and the reasons why other lines are none.
  struct Contents: Hashable, Sendable {
    var recipes: [Recipe] = []
    var problems: [Refusal] = []
  }

  /// Returns the recipes; none if the file does not exist.
  func contents() throws(Refusal) -> Contents {
    var contents = Contents()
    for (number, (line, about)) in Self.described(try file.lines()).enumerated() {
      do throws(Refusal) {
        if var recipe = try recipe(line, number: number + 1) {
          recipe.about = about
          contents.recipes.append(recipe)
        }
      } catch {
        contents.problems.append(error)
      }
    }
    return contents
  }

  /// Returns lines, each with the text of the comment above it.
  fileprivate static func described(_ lines: [[UInt8]]) -> [(line: [UInt8], about: String)] {
    var about = ""
    return lines.map { line in
      defer {
        let text = String(decoding: line, as: UTF8.self)
        about = text.hasPrefix("#") ? String(text.drop { "# ".contains($0) }.prefix { !$0.isNewline }) : ""
      }
      return (line, about)
    }
  }

  /// Returns the recipes of a file, then those that muster ships under other names; only these without a file.
  static func known(_ file: RecipeFile? = RecipeFile()) throws(Refusal) -> Contents {
    var contents = try file?.contents() ?? Contents()
    let names = Set(contents.recipes.map(\.name))
    contents.recipes += Recipe.suggestions().filter { !names.contains($0.name) }
    return contents
  }

  /// Adds a recipe, or replaces the one with the same name. The rest of the file stays as it is.
  func save(_ recipe: Recipe) throws {
    guard Self.isName(recipe.name) else { throw Refusal(Self.notAName(recipe.name)) }
    try file.change { lines in
      let line = Array("\(recipe.name) \(recipe.line)".utf8)
      let index = lines.firstIndex { (try? self.recipe($0, number: 0))?.name == recipe.name }
      if let index { lines[index] = line } else { lines.append(line) }
    }
  }

  /// Whether a text can name a recipe, or the file of a view.
  static func isName(_ text: String) -> Bool {
    !["", ".", ".."].contains(text) && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      && EscapedText(text).text == text
  }

  static func notAName(_ text: String) -> String {
    "'\(text)' is not a name; use letters, digits, '-', '_' and '.'"
  }

  private func recipe(_ line: [UInt8], number: Int) throws(Refusal) -> Recipe? {
    do {
      return try Self.recipe(line)
    } catch {
      throw Refusal("\(path):\(number): \(error)")
    }
  }

  /// Returns the recipe of a line; nil for an empty line and a comment.
  fileprivate static func recipe(_ line: [UInt8]) throws(Refusal) -> Recipe? {
    guard let first = line.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }),
      first != UInt8(ascii: "#")
    else { return nil }
    guard let text = String(validating: line, as: UTF8.self) else { throw Refusal("not UTF-8") }
    let words: [String]
    do {
      words = try CommandLineWords(text).words
    } catch {
      throw Refusal("\(error)")
    }
    guard words.count > 1, isName(words[0]) else {
      throw Refusal("not a name and a command line")
    }
    return Recipe(name: words[0], words: Array(words.dropFirst()))
  }
}

extension Recipe {
  /// Returns the actions of all recipes whose command begins with the same words, options aside: those of
  /// `docker ps` for `docker ps -a`, and of `systemctl list-units` for `systemctl`. Recipes of the user come first;
  /// of several actions with a key the first one counts.
  static func actions(for command: [String], _ file: RecipeFile?) -> [RowAction] {
    let own = (try? file?.contents())?.recipes ?? []
    let recipes = own + shipped.filter { recipe in !own.contains { $0.name == recipe.name } }
    var keys: Set<KeyPress> = []
    return recipes.filter { $0.isAbout(command) }.flatMap(\.actions).filter { action in
      // The first column of another list is another one.
      action.template.names.allSatisfy { Int($0) == nil }
        && action.key.map { keys.insert($0).inserted } ?? true
    }
  }

  private func isAbout(_ command: [String]) -> Bool {
    func plain(_ words: some Sequence<String>) -> [String] { words.filter { !$0.hasPrefix("-") } }
    let start = words.firstIndex(of: "--").map { $0 + 1 } ?? MusterOptions.indexesOfFiles(in: words).first
    let (own, given) = (plain(words[(start ?? words.count)...]), plain(command))
    return !own.isEmpty && !given.isEmpty && (given.starts(with: own) || own.starts(with: given))
  }

  private var actions: [RowAction] {
    let words = RowAction.separated(words)
    return zip(words, words.dropFirst()).prefix { $0.0 != "--" }.compactMap { option, value in
      ["-x", "--exec"].contains(option) ? RowAction(argument: value) : nil
    }
  }

  /// The program of the recipe: the first word of its command.
  private var program: String? { words.firstIndex(of: "--").map { words[$0 + 1] } }

  /// The words without the options that need a screen.
  var wordsWithoutActions: [String] {
    var kept: [String] = []
    var rest = words[...]
    while let word = rest.first, word != "--" {
      let isAction = ["-x", "--exec", "--preview"].contains(word)
      if !isAction { kept.append(word) }
      rest = rest.dropFirst(isAction ? 2 : 1)
    }
    return kept + rest
  }

  /// Returns the recipes that muster ships, if their programs exist on this machine.
  ///
  /// - Parameter isThere: returns whether a program can be run.
  static func suggestions(where isThere: (String) -> Bool = { (try? ProgramPath($0)) != nil }) -> [Recipe] {
    var names: Set<String> = []
    return shipped.filter { $0.program.map(isThere) ?? false && names.insert($0.name).inserted }
  }

  /// The recipes that muster ships.
  private static var shipped: [Recipe] {
    RecipeFile.described(RecipeFile.shippedLines.map { Array($0.utf8) }).compactMap { line, about in
      var recipe = try? RecipeFile.recipe(line)
      recipe?.about = about
      return recipe
    }
  }
}
