import Foundation
import GRDB

/// Why the program does not go on: one line on standard error, and exit code 2.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// Carries out a body; an error it throws ends the program.
  static func guarding<Result>(_ body: () throws -> Result) -> Result {
    do {
      return try body()
    } catch {
      let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
      FileHandle.standardError.write(Data("database-browser: \(line)\n".utf8))
      exit(2)
    }
  }
}
