import ArgumentParser

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
