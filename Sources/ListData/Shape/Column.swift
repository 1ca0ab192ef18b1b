/// A column of a table.
public struct Column: Sendable, Equatable {
  /// What stands above it; nil if nothing names the columns, empty if this one alone has no name.
  public var name: String?
}
