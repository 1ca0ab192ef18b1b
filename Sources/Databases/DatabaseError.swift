/// Why a database cannot be read, in one line for the user.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// There is no such database, table or column, or what was asked for does not apply to it.
    case unusable
    /// The connection is gone.
    case lost
    /// The read was stopped, by its own request or because its time was over.
    case stopped
    /// Another program has locked what is to be read.
    case locked
    /// The same may be asked again at once: another transaction was in the way.
    case passing
    /// The database refuses what it was asked.
    case refused
  }

  package var kind: Kind
  package var description: String

  /// - Parameter text: the reason, of which the first line is kept.
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

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.prefix(50).joined(separator: ", ") + (names.count > 50 ? ", …" : "")
  }
}
