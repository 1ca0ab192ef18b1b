import Foundation

@testable import ListData

/// An output with the contents that a person reads in it: header, rows and cells.
///
/// The corpus in `Tables` and, where they are beside the project, the outputs in `shared/tables/field` and `field5`.
struct ReadingCase {
  /// The name of the output, and the set and the kind of output it belongs to.
  let name: String
  let family: String
  /// The project whose test data it was, or the program that printed it.
  let source: String
  let bytes: TextBytes
  /// The names of columns that are correct; an empty name matches any name, nil stands for no header.
  fileprivate let headers: [[String]?]
  /// The correct rows, and other ways to split them that are correct as well; empty if only `count` and `first`
  /// are known.
  fileprivate let rows: [[[String]]]
  fileprivate let count: Int
  fileprivate let first: [String]?
  fileprivate let isBinary: Bool

  /// Returns what differs from the truth; nil if the output is read correctly.
  func fault(in shape: TableShape) -> String? {
    if isBinary || shape.format == .binary {
      return isBinary == (shape.format == .binary) ? nil : "read as \(shape.format)"
    }
    let table = TextTable(bytes, shape: shape)
    let names = table.columns.contains { $0.name != nil } ? table.columns.map { $0.name ?? "" } : nil
    guard headers.contains(where: { matches(names, $0) }) else { return "header \(names ?? [])" }
    let found = table.rows.map(Self.plain)
    guard rows.isEmpty else {
      if rows.contains(where: { $0.map(Self.plain) == found }) { return nil }
      let row = zip(found, rows[0]).first { $0 != Self.plain($1) }?.0
      return "\(found.count) rows, wanted \(rows[0].count); \(row ?? [])"
    }
    guard found.count == count else { return "\(found.count) rows, wanted \(count)" }
    if let first, found.first != Self.plain(first) { return "first row \(found.first ?? [])" }
    return nil
  }

  private func matches(_ names: [String]?, _ wanted: [String]?) -> Bool {
    guard let wanted else { return names == nil }
    guard let names, names.count == wanted.count else { return names == nil && wanted.isEmpty }
    return zip(names, wanted).allSatisfy { $1.isEmpty || Self.plain($0) == Self.plain($1) }
  }

  /// Returns cells without extra blanks and without empty cells at the end.
  private static func plain(_ cells: [String]) -> [String] {
    var cells = cells.map(plain)
    while cells.last?.isEmpty ?? false { cells.removeLast() }
    return cells
  }

  /// Returns a text with each run of blanks as one; JSON values without any blanks.
  private static func plain(_ text: String) -> String {
    let text = text.replacing("\u{200B}", with: "")
    if text.hasPrefix("[") || text.hasPrefix("{"), text.hasSuffix("]") || text.hasSuffix("}") {
      return text.filter { !$0.isWhitespace }
    }
    let plain = text.split { $0.isWhitespace }.joined(separator: " ")
    // Programs print the same value in several ways: 1.65 and 1.6500, and signs for nothing.
    if ["∅", "NULL", "null"].contains(plain) { return "" }
    if plain.contains("."), let number = Double(plain) { return String((number * 1e9).rounded() / 1e9) }
    return plain
  }
}

extension ReadingCase {
  /// All outputs whose contents are known.
  static var all: [ReadingCase] {
    corpus
      + ["field", "field5"].flatMap {
        field(in: Corpus.folder.appending(path: "../../../../shared/tables/\($0)").standardizedFileURL)
      }
  }

  /// The corpus in `Tables`.
  static var corpus: [ReadingCase] {
    let first = Corpus.truth.map { name, truth in
      ReadingCase(
        name: name, family: "first set, \(truth.format)", source: program(name),
        bytes: Corpus.bytes(of: name),
        headers: [truth.header],
        rows: [truth.rows ?? []] + (truth.alt ?? []), count: 0, first: nil, isBinary: truth.format == "binary"
      )
    }
    let more = Corpus.more.map { name, facts in
      ReadingCase(
        name: name, family: facts.family, source: program(name), bytes: Corpus.moreBytes(of: name),
        headers: [facts.header],
        rows: facts.cells.flatMap { Corpus.rows[$0] }.map { [$0] } ?? [], count: facts.count,
        first: facts.first,
        isBinary: false)
    }
    func short(_ set: String, _ shorts: [String: Corpus.Short]) -> [ReadingCase] {
      shorts.map { name, facts in
        ReadingCase(
          name: name, family: "\(set) \(facts.family ?? "")", source: program(name),
          bytes: TextBytes(facts.text),
          headers: [facts.header], rows: [], count: facts.count, first: facts.first, isBinary: false)
      }
    }
    return (first + more + short("short", Corpus.short) + short("unseen", Corpus.unseen))
      .sorted { $0.name < $1.name }
  }

  /// Returns the first word of a name: `apt` of `apt-list`.
  private static func program(_ name: String) -> String {
    String(name.prefix { $0 != "-" && $0 != "." && $0 != "_" })
  }

  /// Returns the outputs of a folder with a folder for each: the output, `truth.json`, and a note with its source and kind.
  private static func field(in folder: URL) -> [ReadingCase] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().flatMap { name -> [ReadingCase] in
      let here = folder.appending(path: name)
      guard let data = try? Data(contentsOf: here.appending(path: "truth.json")),
        let truth = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let files = try? FileManager.default.contentsOfDirectory(atPath: here.path)
      else { return [] }
      let notes = ["note.txt", "case.md"].compactMap {
        try? String(contentsOf: here.appending(path: $0), encoding: .utf8)
      }
      let kind = notes.first?.firstMatch(of: /(?m)^Kind: *(\w+)/).map { String($0.1) } ?? "other"
      let source = notes.first?.firstMatch(of: /(?m)^[- ]*Source: *([^\s\/]+\/[^\s\/]+)/)
      let plainName = name.drop { $0.isNumber }.drop { $0 == "-" }
      return files.sorted().compactMap { file in
        guard !["truth.json", "note.txt", "case.md"].contains(file),
          let truth = truth["rows"] == nil ? truth[file] as? [String: Any] : truth,
          let bytes = try? Data(contentsOf: here.appending(path: file))
        else { return nil }
        return ReadingCase(
          "\(name)/\(file)", "field, \(kind)",
          source: source.map { String($0.1) } ?? program(String(plainName)),
          TextBytes(Array(bytes)), truth)
      }
    }
  }

  private init(
    _ name: String, _ family: String, source: String, _ bytes: TextBytes, _ truth: [String: Any]
  ) {
    func text(_ value: Any) -> String { value is NSNull ? "" : "\(value)" }
    func cells(_ value: Any) -> [String] { (value as? [Any] ?? []).map(text) }
    func rows(_ value: Any) -> [[String]] { (value as? [Any] ?? []).map(cells) }
    let others = truth["alt"] as? [Any] ?? []
    // Alternatives are given alone or as a list of alternatives.
    let isOne = (others.first as? [Any])?.first.map { !($0 is [Any]) } ?? true
    let names = truth["alt_header"] as? [Any] ?? []
    self.init(
      name: name, family: family, source: source, bytes: bytes,
      headers: [(truth["header"] as? [Any]).map(cells)]
        + (truth["alt_header"] is NSNull
          ? [nil] : names.isEmpty ? [] : names[0] is [Any] ? names.map { cells($0) } : [cells(names)]),
      rows: [rows(truth["rows"] ?? [])] + (others.isEmpty ? [] : isOne ? [rows(others)] : others.map(rows)),
      count: 0, first: nil, isBinary: false)
  }
}
