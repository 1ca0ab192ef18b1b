/// A command line of muster by name: one that the user saved, or one for a program of this machine.
struct Recipe: Hashable, Sendable {
  var name: String
  /// Options, and a file or a command.
  var words: [String]

  /// As it is typed: `-n 5 kubectl get pods`.
  var line: String { CommandLineWords.joined(words) }
}

/// The recipes of the user, a name and a command line each: `pods -n 5 kubectl get pods`.
///
/// They stand in `$XDG_CONFIG_HOME/muster/recipes`, or in `~/.config/muster/recipes`. Empty lines, and those that begin with `#`,
/// are left alone.
struct RecipeFile: Hashable, Sendable {
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  private let file: UserFile

  var path: String { file.path }

  /// The file of this user; nil without a home.
  init?() {
    guard let file = UserFile(in: "XDG_CONFIG_HOME", or: ".config", "recipes") else { return nil }
    self.file = file
  }

  init(path: String) { file = UserFile(path: path) }

  /// The recipes; none where there is no file.
  func recipes() throws -> [Recipe] {
    try file.lines().enumerated().compactMap { number, line in try recipe(line, number: number + 1) }
  }

  /// Adds a recipe, in place of the one with its name. The rest of the file stays as it is.
  func save(_ recipe: Recipe) throws {
    guard Self.isName(recipe.name) else {
      throw Refusal(description: "'\(recipe.name)' is no name; take letters, digits, '-', '_' and '.'")
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
  /// Lists that most machines have, of the programs that are on this one.
  ///
  /// - Parameter isThere: whether a program can be run.
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
