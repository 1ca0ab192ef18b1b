/// A command for a row, or for several.
package struct RowCommand: Hashable, Sendable {
  package var text: [UInt8]
  package var variables: RowVariables
}

/// The cells of a row as environment variables of a command: `ROW_` and the name of the column.
///
/// ```text
///  STATUS  ▶  ROW_STATUS         size (kB)  ▶  ROW_size__kB_      without a name, the third  ▶  ROW_3
/// ```
///
/// An underscore stands for each character other than ASCII letters and digits. If several columns get the same
/// variable, it has the value of the one whose name needs no underscores, or else of the first one; the others
/// have a number at their end, as in ``ColumnNames``. A value with a NUL, and one that is too long for a variable,
/// has none.
package struct RowVariables: Hashable, Sendable {
  package struct Variable: Hashable, Sendable {
    package var name: String
    /// Nil if the value cannot be one of a variable.
    package var value: [UInt8]?
  }

  package private(set) var all: [Variable] = []

  /// The maximum length of a value, so that the environment of a wide row is not too large for the system.
  package static let longest = 32 * 1024

  init() {}

  /// - Parameter value: Returns the value of a column.
  init(_ names: Names, value: (_ column: Int) -> [UInt8]?) {
    all = names.all.map { name, column in
      let value = value(column).flatMap { $0.contains(0) || $0.count > Self.longest ? nil : $0 }
      return Variable(name: name, value: value)
    }
  }

  /// The variables of a table's columns.
  struct Names: Sendable {
    fileprivate let all: [(name: String, column: Int)]

    init(_ names: ColumnNames) {
      let names = names.names
      let letters = names.map(RowVariables.letters)
      let plain = names.indices.filter { letters[$0] == names[$0] }
      let order = plain + names.indices.filter { letters[$0] != names[$0] }
      all = zip(ColumnNames(order.map { letters[$0] }).names, order).map { ("ROW_" + $0, $1) }
    }
  }

  /// The name of the variable for a column, unless another column has the same one.
  package static func name(_ column: String) -> String { "ROW_" + letters(column) }

  private static func letters(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
