import Foundation
import ListKit
import ListKitCurses

/// Why the program does not go on: one line on standard error, and exit code 2.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Carries out a body; an error it throws ends the program.
  static func guarding<Result>(_ body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      Terminal.fail("database-browser", error)
    }
  }

  /// Ends with a text of the command line's parser: help and version on standard output, all else on standard error.
  static func end(with text: String, status: Int32) -> Never {
    // What was typed is quoted in it, at times in parts, and must not do harm.
    let typed = CommandLine.arguments.dropFirst().flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    let quoted = typed.filter { EscapedText($0).text != $0 }
      .reduce(text) { $0.replacing($1, with: EscapedText($1).text) }
    let lines = quoted.split(separator: "\n", omittingEmptySubsequences: false).map {
      EscapedText(String($0)).text
    }
    guarding {
      if status != 0 { return report(lines.joined(separator: "\n")) }
      var output = StandardOutput()
      for line in lines { try output.write(line: line) }
      try output.finish()
    }
    Foundation.exit(status)
  }

  /// Writes a line to standard error; where that is impossible, the exit status tells.
  static func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
