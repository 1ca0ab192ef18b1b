@testable import ListData

extension TextTable {
  /// Creates a table with these cells and as many columns as its first line.
  init(_ header: [String]? = nil, _ rows: [[String]]) {
    let lines = ((header.map { [$0] } ?? []) + rows).map { cells in
      cells.map {
        "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      }
      .joined(separator: ",")
    }
    let bytes = TextBytes(lines.map { $0 + "\n" }.joined())
    let options = ReaderOptions(
      format: .csv, delimiter: ASCII.comma, header: header == nil ? .none : .line(1))
    self.init(bytes, shape: TableReader.shape(of: bytes, options: options))
  }

  /// Returns the texts of a column for some rows, in their order.
  func texts(_ column: Int, _ rows: [Int]) -> [String] { rows.map { text($0, column) } }
}

/// Calls `body` with the bytes of a text.
func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
  Array(text.utf8).withUnsafeBufferPointer(body)
}
