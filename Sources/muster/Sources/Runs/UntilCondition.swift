import ListData

/// Tells when what is waited for has come about.
struct UntilCondition: Sendable {
  private let option: UntilOption
  /// The first rows, for what is to change.
  private var first: TextTable?

  init(_ option: UntilOption) { self.option = option }

  /// Whether it has come about with a run.
  mutating func isMet(by run: Run) -> Bool {
    // Rows that are kept because nothing better came say nothing.
    guard run.problem == nil else { return false }
    switch option {
    case .change:
      guard run.isComplete else { return false }
      guard let first else {
        first = run.table
        return false
      }
      return !first.hasSameLines(as: run.table)
    case .text(let text):
      let bytes = Array(text.utf8)
      return (0..<run.table.rowCount).contains { run.table.bytes[run.table.line($0)].contains(bytes) }
    case .gone(let key):
      guard run.isComplete, let naming = run.key else { return false }
      return !(0..<run.table.rowCount).contains { run.table.keyText(of: $0, by: naming) == key }
    }
  }
}

extension TextTable {
  /// What identifies a row, as it is written on a command line: cells between commas, the line, its number.
  func keyText(of row: Int, by key: TableKey) -> String {
    switch key {
    case .columns(let columns): columns.map { text(row, $0) }.joined(separator: ",")
    case .line: String(decoding: bytes[line(row)], as: UTF8.self)
    case .place: "\(row + 1)"
    }
  }

  fileprivate func hasSameLines(as other: TextTable) -> Bool {
    rowCount == other.rowCount
      && (0..<rowCount).allSatisfy { bytes[line($0)].elementsEqual(other.bytes[other.line($0)]) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a word stands in it.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var start = startIndex
    while start + word.count <= endIndex, let place = self[start...].firstIndex(of: first) {
      if self[place...].starts(with: word) { return true }
      start = place + 1
    }
    return false
  }
}
