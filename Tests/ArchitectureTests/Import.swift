/// An import declaration of a file.
struct Import: Equatable, Sendable {
  /// The name of the imported module.
  var module: String
  /// The only imported declaration; nil if the whole module is imported.
  var name: String?
  /// The line of the import, counted from 1.
  var line: Int
  /// Whether users of the importing module see the imported module.
  var isPublic: Bool
  /// The innermost condition around it as written, such as `#if os(Linux)`; in another branch, with
  /// `#else` or `#elseif …` after it.
  var condition: String?
}

extension SourceFile {
  /// All imports of the file, in order.
  var imports: [Import] {
    var conditions: [String] = []
    var imports: [Import] = []
    for line in lines {
      let words = line.code.split { $0 == " " || $0 == "\t" || $0 == ";" }.map(String.init)
      switch words.first {
      case "#if":
        conditions.append(words.joined(separator: " "))
      case "#else", "#elseif":
        if let condition = conditions.popLast() {
          conditions.append("\(condition) \(words.joined(separator: " "))")
        }
      case "#endif":
        _ = conditions.popLast()
      default:
        if var found = Import(words: words, line: line.number) {
          found.condition = conditions.last
          imports.append(found)
        }
      }
    }
    return imports
  }
}

extension Import {
  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
  ]
  private static let modifiers: Set<String> = ["public", "package", "internal", "fileprivate", "private"]

  /// Parses `@_exported public import struct Module.Type` and shorter forms; nil if the words are not an
  /// import.
  fileprivate init?(words: [String], line: Int) {
    guard let index = words.firstIndex(of: "import") else { return nil }
    let before = words[..<index]
    guard before.allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains($0) }) else { return nil }
    guard let path = words[(index + 1)...].first(where: { !Self.kinds.contains($0) }) else { return nil }
    self.init(
      module: String(path.prefix { $0 != "." }),
      name: path.split(separator: ".").dropFirst().first.map(String.init),
      line: line,
      isPublic: before.contains("public") || before.contains("@_exported"), condition: nil)
  }
}
