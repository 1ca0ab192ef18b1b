import ListKit

/// An option that the parser does not know, and the one that was probably meant.
public enum Misspelling {
  /// Returns a message of the parser in which the suggestion for an unknown option is a near one, or missing.
  ///
  /// - Parameter help: a text that names all options, which is made for a message about an unknown option only.
  public static func correcting(_ message: String, optionsIn help: @autoclosure () -> String) -> String {
    guard let start = message.place(of: "Unknown option '")?.upperBound,
      let end = message[start...].firstIndex(of: "'")
    else { return message }
    var rest = message[message.index(after: end)...]
    if rest.hasPrefix(sign) { rest = rest.dropFirst(sign.count).drop { $0 != "'" }.dropFirst(2) }
    let names = help().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.filter { $0.hasPrefix("--") }
    let near = nearest(to: message[start..<end], among: names)
    return message[...end] + (near.map { "\(sign)\($0)'?" } ?? "") + rest
  }

  private static let sign = ". Did you mean '"

  /// Returns the most similar name. It differs in at most a third of its letters, or is completed or followed by more.
  private static func nearest(to word: Substring, among names: [Substring]) -> Substring? {
    guard word.hasPrefix("--") else { return nil }
    let letters = Array(word.utf8.dropFirst(2))
    let costs = names.compactMap { name -> (cost: Int, name: Substring)? in
      let own = Array(name.utf8.dropFirst(2))
      let isBeginning =
        letters.count > 2 && own.starts(with: letters) || own.count > 2 && word.hasPrefix(name + "-")
      let cost = isBeginning ? 1 : distance(letters, own)
      return cost * 3 <= max(letters.count, own.count) ? (cost, name) : nil
    }
    return costs.min { ($0.cost, $0.name.count, $0.name) < ($1.cost, $1.name.count, $1.name) }?.name
  }

  /// Returns how many letters are missing, wrong, superfluous, or exchanged with their neighbour.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var rows = [Array(0...other.count)]
    for (i, letter) in one.enumerated() {
      var row = [i + 1]
      for (j, wanted) in other.enumerated() {
        var cost = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == wanted ? 0 : 1))
        if i > 0, j > 0, letter == other[j - 1], one[i - 1] == wanted {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
