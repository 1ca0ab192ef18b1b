import Testing

/// Two values as lines of text, with the lines that only one of them has:
///
/// ```
///   "alpha"
/// - "beta"
/// + "bets"
///       ^
/// ```
///
/// A collection has a line for each element, a text one for each of its lines. Elements of sets and
/// dictionaries are sorted.
struct TextDifference: CustomStringConvertible {
  /// The number of equal lines shown around different ones.
  private static let context = 2
  /// The number of lines up to which both sides are compared line by line between their equal ends.
  private static let limit = 1000
  /// The number of lines shown of a longer side.
  private static let excerpt = 20

  let description: String

  init(of first: Any, and second: Any) {
    var (old, new) = (Self.lines(of: first), Self.lines(of: second))
    // Different values can have the same description.
    if old == new { (old, new) = ([String(reflecting: first)], [String(reflecting: second)]) }
    guard old != new else {
      description = "both are described as \(old[0])"
      return
    }
    description = Self.marked(old, new).joined(separator: "\n")
  }

  /// Returns the lines of a value.
  static func lines(of value: Any) -> [String] {
    if let text = value as? String {
      // Quotes show blanks at the end, and control characters are escaped.
      return text.split(separator: "\n", omittingEmptySubsequences: false).map { String(reflecting: $0) }
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { lines(of: $0.value) } ?? ["nil"]
    case .collection: return mirror.children.flatMap { lines(of: $0.value) }
    case .set: return mirror.children.map { text(of: $0.value) }.sorted()
    case .dictionary:
      return mirror.children.map { entry in
        Mirror(reflecting: entry.value).children.map { text(of: $0.value) }.joined(separator: ": ")
      }.sorted()
    default:
      return text(of: value).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func text(of value: Any) -> String { String(describingForTest: value) }

  /// Returns the lines of both sides with their marks.
  private static func marked(_ old: [String], _ new: [String]) -> [String] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, old[old.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    let (removed, inserted) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
    let isShort = max(removed.count, inserted.count) <= limit
    let middle = isShort ? script(removed, inserted) : excerpts(removed, inserted)
    let lines =
      old[..<start].map { Line(text: $0) } + middle + old[(old.count - end)...].map { Line(text: $0) }
    return shown(lines)
  }

  /// A line of one side or of both.
  struct Line {
    var mark: Character = " "
    var text: String
  }

  /// Returns the lines of both sides in an order that keeps equal ones together.
  static func script(_ old: [String], _ new: [String]) -> [Line] {
    var (removals, insertions): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    var lines: [Line] = []
    var (place, newPlace) = (0, 0)
    while place < old.count || newPlace < new.count {
      if removals.contains(place) {
        lines.append(Line(mark: "-", text: old[place]))
        place += 1
      } else if insertions.contains(newPlace) {
        lines.append(Line(mark: "+", text: new[newPlace]))
        newPlace += 1
      } else {
        lines.append(Line(text: old[place]))
        place += 1
        newPlace += 1
      }
    }
    return lines
  }

  private static func excerpts(_ old: [String], _ new: [String]) -> [Line] {
    [(Character("-"), old), ("+", new)].flatMap { mark, side in
      side.prefix(excerpt).map { Line(mark: mark, text: $0) }
        + (side.count > excerpt ? [Line(mark: mark, text: "… \(side.count - excerpt) more")] : [])
    }
  }

  /// Returns the different lines with some equal ones around them, and points to the first difference of a line
  /// that replaces another.
  private static func shown(_ lines: [Line]) -> [String] {
    let isNear = nearness(lines)
    var result: [String] = []
    for (index, line) in lines.enumerated() {
      guard isNear[index] else {
        if index == 0 || isNear[index - 1] { result.append("  …") }
        continue
      }
      result.append("\(line.mark) \(line.text)")
      let isPair =
        line.mark == "+" && index > 0 && lines[index - 1].mark == "-"
        && (index < 2 || lines[index - 2].mark != "-")
        && (index + 1 == lines.count || lines[index + 1].mark != "+")
      if isPair {
        let common = zip(line.text, lines[index - 1].text).prefix { $0 == $1 }.count
        result.append(String(repeating: " ", count: common + 2) + "^")
      }
    }
    return result
  }

  /// Returns for each line whether it is different or near a different one.
  private static func nearness(_ lines: [Line]) -> [Bool] {
    var isNear = lines.map { $0.mark != " " }
    for (index, line) in lines.enumerated() where line.mark != " " {
      for near in max(0, index - context)...min(lines.count - 1, index + context) { isNear[near] = true }
    }
    return isNear
  }
}
