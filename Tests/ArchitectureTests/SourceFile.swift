import Foundation
import Testing

/// A file of the project, with each line split into code and comments.
struct SourceFile: Sendable {
  /// A line of a file.
  struct Line: Sendable {
    /// The line number, counted from 1.
    var number: Int
    /// The code of the line, with empty string literals and without comments.
    var code: String
    /// The text of the comments on the line.
    var comment: String
    /// The complete text of the line.
    var text: String
  }

  /// The path from the root of the package.
  var path: String
  /// The lines of the file.
  var lines: [Line]

  /// Splits Swift text into lines.
  init(path: String, text: String) {
    self.path = path
    var splitter = CommentSplitter()
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, text in
      let (code, comment) = splitter.split(text)
      return Line(number: index + 1, code: code, comment: comment, text: String(text))
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// The target of the file: `ListKit` for `Sources/ListKit/Table/TableView.swift`.
  var target: String {
    path.split(separator: "/").drop { $0 != "Sources" }.dropFirst().first.map(String.init) ?? ""
  }

  /// Whether the file belongs to another package, which may import modules that ListKit may not.
  var isOfAnotherPackage: Bool { !path.hasPrefix("Sources/") }
}

/// A line that breaks a rule of the project.
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
  /// The location of the folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the text of a file; throws an error if there is none.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the sorted paths of all files below a folder whose names end in one of the extensions.
  static func paths(below folder: String, extensions: Set<String>) -> [String] {
    let start = root.appendingPathComponent(folder).path
    guard let entries = FileManager.default.enumerator(atPath: start) else { return [] }
    return entries.compactMap { $0 as? String }
      .filter { !$0.split(separator: "/").contains(".build") }
      .filter { extensions.contains(($0 as NSString).pathExtension) }
      .map { "\(folder)/\($0)" }
      .sorted()
  }

  /// All Swift files of the sources and the examples.
  static let sources: [SourceFile] = ["Sources", "Examples/Sources"]
    .flatMap { paths(below: $0, extensions: ["swift"]) }
    .compactMap(file)

  /// All Swift files of the tests.
  static let tests: [SourceFile] = paths(below: "Tests", extensions: ["swift"]).compactMap(file)

  private static func file(_ path: String) -> SourceFile? {
    (try? text(path)).map { SourceFile(path: path, text: $0) }
  }
}
