import ListData

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
