import ListData
import ListKit

/// What a word in a column of states says about its row, and what may be overlooked: `Running` is good, `Failed` is
/// bad, `-` says nothing. The colour is never the only sign, because the word remains.
enum CellMeaning: Hashable, Sendable {
  case good
  case changing
  case bad
  /// Over, or without a value.
  case quiet

  private static let words: [String: CellMeaning] = {
    let lists: [(CellMeaning, String)] = [
      (
        .good,
        """
        active available bound connected deployed enabled established healthy listen listening mounted ok online passed
        ready running success succeeded synced up
        """
      ),
      (
        .changing,
        """
        activating close_wait containercreating created deactivating degraded draining init notice notready paused
        pending podinitializing progressing queued reloading restarting starting stopping suspended syn_sent terminating
        unknown waiting warn warning
        """
      ),
      (
        .bad,
        """
        alert backoff broken crashloopbackoff crit critical dead down emerg err errimagepull error evicted failed failure
        fatal imagepullbackoff invalidimagename lost offline oomkilled panic refused severe unhealthy unreachable
        """
      ),
      (
        .quiet,
        """
        closed complete completed debug disabled done exited fin_wait fine finer finest idle inactive masked stopped
        time_wait trace verbose
        """
      ),
    ]
    return Dictionary(
      uniqueKeysWithValues: lists.flatMap { meaning, words in
        words.split { $0.isWhitespace }.map { (String($0), meaning) }
      })
  }()

  /// The words of which logs keep only the first letter.
  private static let levels: [String: CellMeaning] = [
    "e": .bad, "f": .bad, "w": .changing, "d": .quiet, "v": .quiet,
  ]

  /// Words of states that have no meaning of their own.
  private static let neutral: Set = ["estab", "info", "information", "loaded", "plugged", "unconn"]
  /// Words in the names of columns of states.
  private static let titles = ["state", "status", "level", "severity", "health", "phase", "condition"]
  private static let shortTitles: Set = ["stat", "active", "sub", "load", "result", "outcome"]

  /// Whether a column has states, so that words in it have a meaning: its name says so, or most of its words are those
  /// of states. A list of a few commands, of which one is `init`, has none.
  ///
  /// - Parameter words: the words with which its cells begin; empty if they are many.
  static func areStates(_ words: Set<[UInt8]>, in column: Column) -> Bool {
    if words.isEmpty || column.identifies { return false }
    let title = column.name?.lowercased() ?? ""
    if column.role == .level || shortTitles.contains(title) { return true }
    if titles.contains(where: { title.place(of: $0) != nil }) { return true }
    let texts = words.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty && !isNothing($0) }
    let known = texts.count { text in
      let word = word(of: text)
      return CellMeaning(of: word) != nil || neutral.contains(word.lowercased())
    }
    return known > 1 && 2 * known > texts.count
  }

  /// Creates the meaning of a word; nil if it has none.
  ///
  /// - Parameter role: what the cells of the column are, in a log.
  init?(of word: some StringProtocol, role: Column.Role? = nil) {
    let known = word.lowercased()
    guard let meaning = Self.words[known] ?? (role == .level ? Self.levels[known] : nil) else { return nil }
    self = meaning
  }

  /// Returns the first word of a cell, without brackets around it: `Up` of `Up 2 hours`, `error` of `[error]`.
  static func word(of text: String) -> Substring {
    text.drop { $0 == "[" || $0 == "<" }.prefix { !$0.isWhitespace && !"(],:>".contains($0) }
  }

  /// Returns the number of a cell such as `93%` or `93.5`; nil if it is none.
  static func percent(_ text: String) -> Double? { Double(text.hasSuffix("%") ? text.dropLast() : text[...]) }

  /// Whether a cell says that there is nothing: `0`, `0.00%`, `-`, `<none>`.
  static func isNothing(_ text: String) -> Bool {
    if text.utf8.count > 12 || text.isEmpty { return false }
    if ["-", "--", "–", "?", "<none>", "<unset>", "<unknown>", "n/a", "N/A", "null"].contains(text) {
      return true
    }
    let digits = text.utf8.reversed().drop { "BKMGTs%i".utf8.contains($0) }
    return digits.contains(UInt8(ascii: "0")) && digits.allSatisfy { "0.,:".utf8.contains($0) }
  }

  /// Returns the part of a cell that has a meaning, in its style.
  ///
  /// - Parameter words: The words with which the cells of the column begin; empty if they are many.
  static func runs(
    of text: String, in column: Column, words: Set<[UInt8]>, _ theme: Theme
  ) -> [StyledText.Run] {
    if isNothing(text), !column.identifies { return [StyledText.Run(0..<text.count, theme.secondaryText)] }
    let word = word(of: text)
    guard let meaning = CellMeaning(of: word, role: column.role), areStates(words, in: column) else {
      return []
    }
    let start = text.distance(from: text.startIndex, to: word.startIndex)
    return [StyledText.Run(start..<start + word.count, meaning.style(theme))]
  }

  /// The style of such a word: the colours of the marks in the gutter, which are readable on the background and on the
  /// cursor's bar.
  func style(_ theme: Theme) -> TextStyle {
    switch self {
    case .good: TextStyle(foreground: theme.inserted.mark.foreground)
    case .changing: TextStyle(foreground: theme.changed.mark.foreground)
    case .bad: theme.problem
    case .quiet: theme.secondaryText
    }
  }

  /// The style of a row that matches `--alert`: bold, in the colour of words for errors.
  static func alertStyle(_ theme: Theme) -> TextStyle {
    var style = bad.style(theme)
    style.attributes.insert(.bold)
    return style
  }
}
