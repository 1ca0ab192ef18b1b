import Foundation

@testable import ListData

/// Outputs of commands with their truth, and series of runs of the same command; in `Tables`.
enum Corpus {
  /// What stands in an output, as somebody reads it.
  struct Truth: Decodable {
    var format: String
    var header: [String]?
    var rows: [[String]]?
    /// Other rows that are as right.
    var alt: [[[String]]]?
    /// A letter a column.
    var types: String?
    /// Names of columns, or their numbers from 1.
    var key: [String]?
  }

  static let truth: [String: Truth] = decoded("truth.json")

  /// What identifies the rows of a series: names of columns, or numbers from 0 on, from the end if negative.
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

  /// What a command printed.
  static func bytes(of name: String) -> TextBytes { read("tables/\(name)") }

  /// The twenty runs of a series.
  static func runs(of name: String) -> [TextBytes] {
    (0..<20).map { read("series/\(name)/" + ($0 < 10 ? "0\($0)" : "\($0)")) }
  }

  /// The runs of a series as tables, all read as the first one is.
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

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
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
