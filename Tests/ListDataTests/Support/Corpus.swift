import Foundation

@testable import ListData

/// Outputs of commands with labels for their contents, and series of runs of a command; in `Tables`.
enum Corpus {
  /// The contents of an output as a person reads them.
  struct Truth: Decodable {
    var format: String
    var header: [String]?
    var rows: [[String]]?
    /// Alternative rows that are also correct.
    var alt: [[[String]]]?
    /// The kinds of the columns, one letter per column.
    var types: String?
    /// The columns of the key, by name or by number from 1.
    var key: [String]?
  }

  static let truth: [String: Truth] = decoded("truth.json")

  /// The labelled contents of an output of the second set.
  struct Facts: Decodable {
    var family: String
    /// The names of the columns; an empty name matches any name.
    var header: [String]?
    /// The number of rows.
    var count: Int
    /// The cells of the first row.
    var first: [String]?
    /// The name of the list in `rows` that has the cells.
    var cells: String?
    /// Keys that a person would choose, by the names of columns or their numbers from 1.
    var key: [[String]]?
  }

  /// A short output of a program, with the text itself.
  struct Short: Decodable {
    var family: String?
    var text: String
    var header: [String]?
    var count: Int
    var first: [String]?
    var key: [[String]]?
  }

  /// The third set: layouts that programs document, written by hand.
  static let short: [String: Short] = decoded("families.json")

  /// The fourth set: layouts written after the rules, which show how many layouts the rules read correctly at
  /// first.
  static let unseen: [String: Short] = decoded("unseen.json")

  /// The second set: outputs by family.
  static let more: [String: Facts] = moreFile.tables
  /// Lists of rows that several outputs of the second set share.
  static let rows: [String: [[String]]] = [
    "nasty": moreFile.nasty, "plain": moreFile.plain, "western": moreFile.western,
  ]

  private struct MoreFile: Decodable {
    var tables: [String: Facts]
    var nasty: [[String]]
    var plain: [[String]]
    var western: [[String]]
  }

  private static let moreFile: MoreFile = decoded("more/truth.json")

  /// All outputs of all sets, and streams that print repeatedly.
  static var outputs: [(name: String, bytes: TextBytes)] {
    truth.keys.sorted().map { ($0, bytes(of: $0)) } + more.keys.sorted().map { ($0, moreBytes(of: $0)) }
      + short.keys.sorted().map { ($0, TextBytes(short[$0]?.text ?? "")) }
      + unseen.keys.sorted().map { ($0, TextBytes(unseen[$0]?.text ?? "")) }
      + (Streams.series + Streams.lists).map { ($0.name, TextBytes($0.text)) }
  }

  static func moreBytes(of name: String) -> TextBytes { read("more/\(name).txt") }

  /// The columns that identify the rows of a series, by name or by number from 0, from the end if negative.
  static let keys: [String: [KeyColumn]] = decoded("series/keys.json")

  enum KeyColumn: Decodable {
    case name(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .name(try container.decode(String.self))
      }
    }
  }

  /// The names of the series.
  static var series: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "series").path)
    return (names ?? []).filter { !$0.hasSuffix(".json") }.sorted()
  }

  /// Returns the output of a command.
  static func bytes(of name: String) -> TextBytes { read("tables/\(name)") }

  /// Returns the twenty runs of a series.
  static func runs(of name: String) -> [TextBytes] {
    (0..<20).map { read("series/\(name)/" + ($0 < 10 ? "0\($0)" : "\($0)")) }
  }

  /// Returns the runs of a series as tables, all with the shape of the first run.
  static func tables(of name: String) -> [TextTable] {
    let runs = runs(of: name)
    let shape = TableReader.shape(of: runs[0])
    return runs.map { run in
      guard let fitted = shape.fitted(to: run) else {
        fatalError("a run of \(name) does not fit the first one")
      }
      return TextTable(run, shape: fitted)
    }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tables")

  private static func read(_ path: String) -> TextBytes {
    guard let data = try? Data(contentsOf: folder.appending(path: path)) else { fatalError("no \(path)") }
    return TextBytes(Array(data))
  }

  private static func decoded<Value: Decodable>(_ path: String) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(contentsOf: folder.appending(path: path)))
    } catch {
      fatalError("\(path): \(error)")
    }
  }
}
