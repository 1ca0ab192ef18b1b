/// The reason why a database cannot be read, in one line for the user.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// There is no such database, table or column, or the request does not apply to it.
    case unusable
    /// The connection is gone.
    case lost
    /// The read was stopped, on request or because its time was over.
    case stopped
    /// Another program has locked the data.
    case locked
    /// Another transaction was in the way; the same read may succeed at once.
    case passing
    /// The database refuses the statement.
    case refused
  }

  package var kind: Kind
  package var description: String

  /// - Parameter text: The reason; only its first line is kept.
  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    description = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown error"
  }

  static func noTable(_ name: String, _ names: [String]) -> DatabaseError {
    DatabaseError(.unusable, "no table '\(name)'; there are \(list(names))")
  }

  static func noColumn(_ name: String, _ names: [String]) -> DatabaseError {
    DatabaseError(.unusable, "no column '\(name)'; there are \(list(names))")
  }

  static let onlyReading = DatabaseError(.refused, "only statements that read are allowed")
  static let severalStatements = DatabaseError(.refused, "several statements; give one")

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(50).joined(separator: ", ") + (names.count > 50 ? ", …" : "")
  }
}
