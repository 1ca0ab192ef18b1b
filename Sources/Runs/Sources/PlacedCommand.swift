import Rows

/// A command for each of several places.
///
/// ```text
///  --each 'web-1 web-2' -- ssh {} ps aux     ▶  ssh web-1 ps aux,  ssh web-2 ps aux
/// ```
package struct PlacedCommand: Hashable, Sendable {
  /// The command for a place.
  struct Entry: Hashable, Sendable {
    var place: String
    var command: ChildCommand
  }

  let commands: [Entry]
  let column: String
  /// The maximum number of commands that run at the same time.
  let jobs: Int
  let title: String

  /// - Parameters:
  ///   - words: The words of the command, in which `{}` stands for the place. A value is refused where
  ///     ``ExecTemplate`` refuses it: as the program, as code, or where it would be an option.
  ///   - places: The places; each counts once.
  /// - Throws: The reason why a command cannot run.
  package init(_ words: [String], places: [String], column: String, jobs: Int) throws {
    var seen: Set<String> = []
    let places = places.filter { seen.insert($0).inserted }
    guard !places.isEmpty else { throw Refusal("no places to run the command for") }
    guard words.contains(where: { Self.replacing(in: $0, with: "") != $0 }) else {
      throw Refusal("the command has no {} for the place")
    }
    self.column = column
    self.jobs = jobs
    // A word that a shell reads is quoted as the shell reads it. In other words a place stands as it is, and the
    // template only refuses the places that are not safe; characters that control a terminal mean nothing to it.
    let script = words.count == 3 && words[..<2] == ["sh", "-c"] ? words[2] : nil
    let checked = CommandLineWords.joined(words.map { String($0.map { $0.isASCII && $0 < " " ? " " : $0 }) })
    var template = ExecTemplate(Self.replacing(in: script ?? checked, with: "{\(Self.name)}"))
    template.isShell = script != nil
    let names = ColumnNames([Self.name])
    commands = try places.map { place in
      do {
        let text = try template.commands(for: [0], names: names) { _ in
          []
        } value: { _, _ in
          Array(place.utf8)
        }[0].text
        let substituted = words.map { Array(Self.replacing(in: $0, with: place).utf8) }
        return Entry(
          place: place,
          command: try ChildCommand(script == nil ? substituted : Array(substituted[..<2]) + [text]))
      } catch let refusal as ExecTemplate.Refusal {
        throw Refusal(Self.description(of: refusal, for: place))
      }
    }
    let count = commands.count == 1 ? places[0] : "\(commands.count) places"
    title = (script ?? words.joined(separator: " ")) + " · \(count)"
  }

  /// The name of the placeholder in messages: `{PLACE}`.
  private static let name = "PLACE"

  private static func description(of refusal: ExecTemplate.Refusal, for place: String) -> String {
    switch refusal {
    case .program: "{} would choose the program; name it"
    case .option: "'\(place)' starts like an option; write -- before {}"
    case .code(_, let program): "{} would be code of \(program)"
    case .unsafe(_, let construct): "{} is not safe after \(construct)"
    case .nul, .noColumn, .notWords, .mixed: "'\(place)' cannot be a part of the command"
    }
  }

  /// Replaces each `{}`.
  private static func replacing(in text: String, with other: String) -> String {
    var (result, isOpen) = ("", false)
    for character in text {
      if isOpen, character == "}" {
        result += other
        isOpen = false
        continue
      }
      if isOpen { result += "{" }
      isOpen = character == "{"
      if !isOpen { result.append(character) }
    }
    return isOpen ? result + "{" : result
  }
}
