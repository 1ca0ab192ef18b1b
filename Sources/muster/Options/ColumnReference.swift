import ArgumentParser
import ListData

/// A column as it was asked for: by its name, or by its number, counted from 1.
struct ColumnReference: ExpressibleByArgument, Hashable, Sendable {
  var text: String

  init(_ text: String) { self.text = text }

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    text = argument
  }

  /// Which column it is: that of this name; else, letters of either case being the same, the only one; else that of
  /// this number.
  ///
  /// - Throws: what there is instead, in one line.
  func index(in names: ColumnNames) throws(Refusal) -> Int {
    if let index = names.index(of: text) { return index }
    throw Refusal(reference: text, names: names.names)
  }

  /// Which column it is; nil where only another table has it.
  ///
  /// - Throws: what there is in both, where none has it.
  func index(in names: ColumnNames, or others: ColumnNames?) throws(Refusal) -> Int? {
    if let index = names.index(of: text) { return index }
    guard let others else { throw Refusal(reference: text, names: names.names) }
    if others.index(of: text) != nil { return nil }
    throw Refusal(
      reference: text, names: names.names + others.names.filter { !names.names.contains($0) })
  }

  /// There is no such column.
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var reference: String
    var names: [String]

    var description: String {
      names.isEmpty
        ? "no column '\(reference)'; there are no columns"
        : "no column '\(reference)'; there are \(names.joined(separator: ", "))"
    }
  }
}

/// Columns between commas.
struct ColumnList: ExpressibleByArgument, Hashable, Sendable {
  var columns: [ColumnReference]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmingBlanks
    }
    guard !parts.contains("") else { return nil }
    columns = parts.map(ColumnReference.init)
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
      return ""
    }
    return String(self[first...last])
  }
}

/// What columns are called where every column needs a name of its own: in JSON, on the command line.
///
/// ```text
///  header  NAME  SIZE  NAME    –
///  names   NAME  SIZE  NAME_2  4
/// ```
struct ColumnNames: Hashable, Sendable {
  /// A name for each column, no two the same.
  let names: [String]
  private let indexes: [String: Int]

  /// - Parameter header: What each column is called; nil and empty where it is not.
  init(_ header: [String?]) {
    // A name of the header belongs to the first column with it, also where a number makes the same of another one.
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

  /// Where a column of another table is shown: in the column of its name, in those of its members, or in the one whose
  /// member it is.
  func places(of name: String) -> [Int] {
    if let place = names.firstIndex(of: name) { return [place] }
    let members = names.indices.filter { names[$0].hasPrefix(name + ".") }
    if !members.isEmpty { return members }
    let outer = MemberPath.outer(of: name).reversed().lazy.compactMap { names.firstIndex(of: $0) }
    return outer.first.map { [$0] } ?? []
  }

  /// The column with a name or a number; see ``ColumnReference``.
  func index(of text: String) -> Int? {
    if let index = indexes[text] { return index }
    let folded = text.lowercased()
    let alike = names.indices.filter { names[$0].lowercased() == folded }
    if alike.count == 1 { return alike[0] }
    guard let number = Int(text), names.indices.contains(number - 1) else { return nil }
    return number - 1
  }
}

/// Names of members of JSON inside others: `http.status`.
enum MemberPath {
  /// What has to be opened to see a member: `a` and `a.b` of `a.b.c`, from the outside.
  static func outer(of name: String) -> [String] {
    name.indices.filter { name[$0] == "." && $0 > name.startIndex }.map { String(name[..<$0]) }
  }

  /// What has to be opened to see some members.
  static func outer(of names: some Sequence<String>) -> Set<String> { Set(names.flatMap(outer)) }

  /// The members that a query names: `http.status:500`, `!meta.kind:x`.
  static func names(inQuery query: String) -> [String] {
    query.split(whereSeparator: \.isWhitespace).compactMap { word in
      let word = word.drop { $0 == "!" }
      guard let colon = word.firstIndex(of: ":"), word[..<colon].contains(".") else { return nil }
      return String(word[..<colon])
    }
  }
}

extension TextTable {
  /// The same rows with columns for members of JSON that are named and not open; the table itself where none is.
  ///
  /// - Complexity: O(*n*) in the bytes, for each level of each such name.
  func opening(membersNamed names: [String]) -> TextTable {
    guard shape.format == .json else { return self }
    var table = self
    for name in names where ColumnNames(table.columns.map(\.name)).index(of: name) == nil {
      for outer in MemberPath.outer(of: name) {
        let column = table.columns.first { $0.name?.lowercased() == outer.lowercased() }
        guard let column = column?.name else { continue }
        table = table.reading(as: table.shape.opening(table.shape.openedMembers.union([column])))
      }
    }
    return table
  }
}
