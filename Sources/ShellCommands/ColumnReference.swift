/// A reference to a column by its name, or by its number, counted from 1.
package struct ColumnReference: Hashable, Sendable {
  package var text: String

  package init(_ text: String) { self.text = text }

  package init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  /// Returns the index of the column: the one with this name; else the only one with this name if case is
  /// ignored; else the one with this number.
  ///
  /// - Throws: an error that lists the columns that exist, on one line.
  package func index(in names: ColumnNames) throws(Refusal) -> Int {
    if let index = names.index(of: text) { return index }
    throw Refusal(reference: text, names: names.names)
  }

  /// The error for a column that does not exist.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    package var reference: String
    package var names: [String]

    package init(reference: String, names: [String]) { (self.reference, self.names) = (reference, names) }

    package var description: String {
      names.isEmpty
        ? "no column '\(reference)'; there are no columns"
        : "no column '\(reference)'; there are \(names.joined(separator: ", "))"
    }
  }
}

/// A comma-separated list of columns.
package struct ColumnList: Hashable, Sendable {
  package var columns: [ColumnReference]

  package init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmingBlanks
    }
    guard !parts.contains("") else { return nil }
    columns = parts.map(ColumnReference.init)
  }
}

extension String {
  /// The string without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
      return ""
    }
    return String(self[first...last])
  }
}

/// The names of columns where every column needs a unique name: in JSON, and on the command line.
///
/// ```text
///  header  NAME  SIZE  NAME    –
///  names   NAME  SIZE  NAME_2  4
/// ```
package struct ColumnNames: Hashable, Sendable {
  /// The unique names of the columns.
  package let names: [String]
  private let indexes: [String: Int]

  /// - Parameter header: The name of each column; nil or empty if it has none.
  package init(_ header: [String?]) {
    // A name of the header belongs to the first column with it, even if a number gives another column the
    // same name.
    let standing = Set(header.compactMap(\.self))
    var names: [String] = []
    var indexes: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      let base = name.flatMap { $0.isEmpty ? nil : $0 } ?? "\(index + 1)"
      var unique = base
      var count = 1
      while indexes[unique] != nil || (unique != name && standing.contains(unique)) {
        count += 1
        unique = "\(base)_\(count)"
      }
      indexes[unique] = index
      names.append(unique)
    }
    self.names = names
    self.indexes = indexes
  }

  /// Returns the columns in which a column of another table is shown: the one with its name, those of its
  /// members, or the one whose member it is.
  package func indexes(of name: String) -> [Int] {
    if let position = names.firstIndex(of: name) { return [position] }
    let members = names.indices.filter { names[$0].hasPrefix(name + ".") }
    if !members.isEmpty { return members }
    let outer = MemberPath.outer(of: name).reversed().lazy.compactMap { names.firstIndex(of: $0) }
    return outer.first.map { [$0] } ?? []
  }

  /// Returns the column with a name or a number; see ``ColumnReference``.
  package func index(of text: String) -> Int? {
    if let index = indexes[text] { return index }
    let folded = text.lowercased()
    let alike = names.indices.filter { names[$0].lowercased() == folded }
    if alike.count == 1 { return alike[0] }
    guard let number = Int(text), names.indices.contains(number - 1) else { return nil }
    return number - 1
  }
}

/// Names of nested members of JSON: `http.status`.
package enum MemberPath {
  /// Returns the members to open to see a member, the outermost first: `a` and `a.b` for `a.b.c`.
  package static func outer(of name: String) -> [String] {
    name.indices.filter { name[$0] == "." && $0 > name.startIndex }.map { String(name[..<$0]) }
  }

  /// Returns the members to open to see some members.
  package static func outer(of names: some Sequence<String>) -> Set<String> { Set(names.flatMap(outer)) }
}
