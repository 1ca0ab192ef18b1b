/// A named command line of muster: one that the user saved, or a suggestion for a program of this machine.
struct Recipe: Hashable, Sendable {
  var name: String
  /// Options, and a file or a command.
  var words: [String]

  /// The command line as the user types it: `-n 5 kubectl get pods`.
  var line: String { CommandLineWords.joined(words) }
}

/// The recipes of the user, each with a name and a command line: `pods -n 5 kubectl get pods`.
///
/// The file is `$XDG_CONFIG_HOME/muster/recipes` or `~/.config/muster/recipes`. Empty lines, and lines that
/// start with `#`, are ignored and kept.
struct RecipeFile: Hashable, Sendable {
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  private let file: UserFile

  var path: String { file.path }

  /// The file of this user; nil without a home directory.
  init?() {
    guard let file = UserFile(in: "XDG_CONFIG_HOME", or: ".config", "recipes") else { return nil }
    self.file = file
  }

  init(path: String) { file = UserFile(path: path) }

  /// Returns the recipes; none if the file does not exist.
  func recipes() throws -> [Recipe] {
    try file.lines().enumerated().compactMap { number, line in try recipe(line, number: number + 1) }
  }

  /// Adds a recipe, or replaces the one with the same name. The rest of the file stays as it is.
  func save(_ recipe: Recipe) throws {
    guard Self.isName(recipe.name) else {
      throw Refusal(description: "'\(recipe.name)' is not a name; use letters, digits, '-', '_' and '.'")
    }
    var lines = try file.lines()
    let line = "\(recipe.name) \(recipe.line)"
    if let place = try lines.indices.first(where: {
      try self.recipe(lines[$0], number: $0 + 1)?.name == recipe.name
    }) {
      lines[place] = line
    } else {
      lines.append(line)
    }
    try file.write(lines.map { $0 + "\n" }.joined())
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  private func recipe(_ line: String, number: Int) throws -> Recipe? {
    let text = line.drop(while: \.isWhitespace)
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    let words: [String]
    do {
      words = try CommandLineWords(line).words
    } catch {
      throw Refusal(description: "\(path):\(number): \(error)")
    }
    guard words.count > 1, Self.isName(words[0]) else {
      throw Refusal(description: "\(path):\(number): not a name and a command line")
    }
    return Recipe(name: words[0], words: Array(words.dropFirst()))
  }
}

extension Recipe {
  /// Returns recipes for lists that most machines have, if their programs exist on this machine.
  ///
  /// - Parameter isThere: returns whether a program can be run.
  static func suggestions(where isThere: (String) -> Bool = { (try? ProgramPath($0)) != nil }) -> [Recipe] {
    known.filter { isThere($0.words[0]) }
  }

  private static let known = [
    Recipe(name: "processes", words: ["ps", "aux"]),
    Recipe(name: "sockets", words: ["ss", "-tan"]),
    Recipe(name: "disks", words: ["df", "-h"]),
    Recipe(name: "devices", words: ["lsblk"]),
    Recipe(name: "services", words: ["systemctl", "list-units"]),
    Recipe(name: "packages", words: ["dpkg", "-l"]),
    Recipe(name: "branches", words: ["git", "branch", "-v"]),
    Recipe(name: "commits", words: ["git", "log", "--oneline"]),
    Recipe(name: "containers", words: ["docker", "ps"]),
    Recipe(name: "pods", words: ["kubectl", "get", "pods"]),
  ]
}
