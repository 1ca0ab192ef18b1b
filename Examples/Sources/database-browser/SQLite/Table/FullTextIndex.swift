/// An FTS5 table that indexes the rows of another table, or is the browsed table itself.
struct FullTextIndex: Hashable, Sendable {
  let name: String
}

/// What the statement that created an FTS5 table says.
///
/// SQLite keeps that text and nothing else, so it is read here: `CREATE VIRTUAL TABLE mail_index USING
/// fts5(subject, content='mail', content_rowid="id")`.
struct FullTextDeclaration: Hashable {
  /// The table whose rows are indexed; nil where the index holds the texts itself, or none.
  private(set) var content: String?
  /// The column of ``content`` that holds the rowids; nil for the rowid itself.
  private(set) var rowidColumn: String?

  /// Reads a statement; nil unless it creates an FTS5 table.
  init?(sql: String) {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close else {
      return nil
    }
    let words = sql[..<open].split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard words.starts(with: ["create", "virtual", "table"]), words.suffix(2) == ["using", "fts5"] else {
      return nil
    }
    for option in Self.options(sql[sql.index(after: open)..<close]) {
      switch option.name {
      case "content": content = option.value.isEmpty ? nil : option.value
      case "content_rowid": rowidColumn = option.value
      default: break
      }
    }
  }

  /// The `name = value` pairs between commas, without the quotes around values.
  private static func options(_ text: Substring) -> [(name: String, value: String)] {
    var parts: [(name: String, value: String)] = []
    var (name, value, quote): (String?, String, Character?) = (nil, "", nil)
    func trimmed(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for character in text + "," {
      switch (quote, character) {
      case (let open?, _): character == open ? quote = nil : value.append(character)
      case (nil, "'"), (nil, "\""), (nil, "`"): quote = character
      case (nil, "["): quote = "]"
      case (nil, "="):
        name = trimmed(value).lowercased()
        value = ""
      case (nil, ","):
        if let name { parts.append((name, trimmed(value))) }
        name = nil
        value = ""
      default: value.append(character)
      }
    }
    return parts
  }
}
