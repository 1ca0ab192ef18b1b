import Foundation
import Testing

/// A file of the project, each line split into what the compiler reads and what people read.
struct SourceFile: Sendable {
  /// A line of a file.
  struct Line: Sendable {
    /// Counted from 1.
    var number: Int
    /// What the compiler reads; string literals are emptied, comments left out.
    var code: String
    /// The text of the comments on the line.
    var comment: String
    /// The line as it stands.
    var text: String
  }

  /// Where it is, seen from the root of the package.
  var path: String
  /// What it says.
  var lines: [Line]

  /// Reads Swift text.
  init(path: String, text: String) {
    self.path = path
    var splitter = CommentSplitter()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, text in
      let (code, comment) = splitter.split(text)
      return Line(number: index + 1, code: code, comment: comment, text: String(text))
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// The target it belongs to: `ListKit` for `Sources/ListKit/Table/TableView.swift`.
  var target: String {
    path.split(separator: "/").drop { $0 != "Sources" }.dropFirst().first.map(String.init) ?? ""
  }

  /// Whether it belongs to a package of its own, which may lean on what ListKit may not.
  var isOfAnotherPackage: Bool { !path.hasPrefix("Sources/") }
}

/// Something that breaks a rule of the house.
struct Violation: Equatable {
  var path: String
  var line: Int
  var rule: String
}

extension Violation {
  /// Reports it as a failure of the running test, at its own file and line.
  func record() {
    Issue.record(
      "\(path):\(line): \(rule)",
      sourceLocation: SourceLocation(
        fileID: path.contains("/") ? path : "ListKit/\(path)", filePath: path, line: line, column: 1))
  }
}

/// The folder of the package.
enum Package {
  /// Where it is.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file; throws if there is none.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Paths of all files below a folder whose names end in one of the extensions, sorted.
  static func paths(below folder: String, extensions: Set<String>) -> [String] {
    let start = root.appendingPathComponent(folder).path
    guard let entries = FileManager.default.enumerator(atPath: start) else { return [] }
    return entries.compactMap { $0 as? String }
      .filter { !$0.split(separator: "/").contains(".build") }
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// Every Swift file of the sources, those of the examples included.
  static let sources: [SourceFile] = ["Sources", "Examples/Sources"]
    .flatMap { paths(below: $0, extensions: ["swift"]) }
    .compactMap { path in (try? text(path)).map { SourceFile(path: path, text: $0) } }
}
