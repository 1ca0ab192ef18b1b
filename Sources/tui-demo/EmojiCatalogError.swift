/// What is wrong with a table of emoji, and where.
struct EmojiCatalogError: Error, Hashable {
  /// The line of the file, the first one being 1.
  var line: Int
  var reason: Reason

  enum Reason: Error, Hashable {
    case notUTF8
    case wrongHeader
    case outsideOfGroup
    case empty(String)
    case wrongNumberOfFields(Int)
    case emptyField
    case noVersion(String)
    case repeated(String)
  }
}

extension EmojiCatalogError: CustomStringConvertible {
  var description: String {
    let problem =
      switch reason {
      case .notUTF8: "not UTF-8"
      case .wrongHeader: "it does not begin with “\(EmojiTableReader.header)” and a version"
      case .outsideOfGroup: "neither group nor subgroup is named before"
      case .empty(let name): "nothing is in “\(name)”"
      case .wrongNumberOfFields(let count): "\(count) fields instead of 3 or 4"
      case .emptyField: "an empty field"
      case .noVersion(let text): "no version: “\(text)”"
      case .repeated(let text): "a second “\(text)”"
      }
    return "emoji.txt:\(line): \(problem)"
  }
}
