import struct ListKit.EscapedText

/// The name by which a question refers to a row: its key and, if that is a number, what people call it.
package enum RowName {
  /// The names of columns that name their rows, the best first.
  private static let names = [
    "name", "names", "title", "command", "cmd", "comm", "subject", "label", "description",
  ]

  /// Returns the column that names the rows; nil if the key is a text, which is a name itself, or no other
  /// column is a text.
  ///
  /// - Parameters:
  ///   - columns: The columns in order, each with its name and whether it has texts.
  ///   - key: The columns of the key.
  package static func column(of columns: [(name: String, isText: Bool)], besideKey key: [Int]) -> Int? {
    if key.contains(where: { columns[$0].isText }) { return nil }
    let texts = columns.indices.filter { columns[$0].isText && !key.contains($0) }
    for name in names {
      if let column = texts.first(where: { columns[$0].name.lowercased() == name }) { return column }
    }
    // Tools print the text that may be long at the end of the line.
    return texts.last
  }

  /// Returns a key with a name, with everything spelled out that could mislead.
  package static func text(key: String, name: String?) -> String {
    let (key, name) = (EscapedText(key).text, name.map { EscapedText($0).text } ?? "")
    return name.isEmpty || name == key ? key : "\(key) (\(name))"
  }
}
