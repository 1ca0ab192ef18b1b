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
    // A name that stands in the header stays with the first who has it, whatever numbers make of others.
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
