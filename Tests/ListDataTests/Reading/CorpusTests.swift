import Testing

@testable import ListData

@Suite("Columns are found in what commands print")
struct CorpusTests {
  /// What is known to be read otherwise than people would, and why.
  private static let known: [String: String] = [
    "proc-net-tcp": "two values share a word, tx_queue:rx_queue",
    "ulimit": "one line is too long for its columns, and all that follows in it moved",
  ]

  @Test("Header and every cell are right in more than 92 of 100 outputs")
  func headerAndCellsAreRight() {
    var wrong: [String: String] = [:]
    for (name, truth) in Corpus.truth {
      if let fault = fault(in: name, truth) { wrong[name] = fault }
    }
    #expect(Corpus.truth.count >= 110)
    #expect((Corpus.truth.count - wrong.count) * 100 >= Corpus.truth.count * 92, "\(wrong)")
    let surprises = wrong.filter { Self.known[$0.key] == nil }
    #expect(surprises.isEmpty, "right before: \(surprises)")
  }

  @Test("An output read by the shape of its own first lines, or in pieces, is the same table")
  func piecesMakeNoDifference() {
    for name in Corpus.truth.keys.sorted() {
      let bytes = Corpus.bytes(of: name)
      let shape = TableReader.shape(of: bytes)
      let whole = TextTable(bytes, shape: shape)
      var growing = TextTable(bytes.prefix(0), shape: shape, isComplete: false)
      for length in stride(from: 0, to: bytes.count, by: max(7, bytes.count / 50)) {
        growing.extend(to: bytes.prefix(length), isComplete: false)
      }
      growing.extend(to: bytes, isComplete: true)
      #expect(growing.rowCount == whole.rowCount && growing.columns == whole.columns, "\(name)")
      #expect((0..<whole.rowCount).allSatisfy { growing.line($0) == whole.line($0) }, "\(name)")
    }
  }

  /// What is wrong with a table; nil if nothing is.
  private func fault(in name: String, _ truth: Corpus.Truth) -> String? {
    let bytes = Corpus.bytes(of: name)
    let shape = TableReader.shape(of: bytes)
    if truth.format == "binary" || shape.format == .binary {
      return (truth.format == "binary") == (shape.format == .binary) ? nil : "read as \(shape.format)"
    }
    let table = TextTable(bytes, shape: shape)
    let isJSON = truth.format.hasPrefix("json")
    func plain(_ cells: [String]) -> [String] { cells.map { $0.withoutExtraBlanks(isJSON: isJSON) } }
    let names = table.columns.contains { $0.name != nil } ? table.columns.map { $0.name ?? "" } : nil
    guard names.map(plain) == truth.header.map(plain) else { return "header \(names ?? [])" }
    let rows = table.rows.map(plain)
    let wanted = ([truth.rows ?? []] + (truth.alt ?? [])).map { $0.map(plain) }
    guard !wanted.contains(rows) else { return nil }
    let row = zip(rows, wanted[0]).first { $0 != $1 }?.0
    return "\(rows.count) rows, of them \(row ?? [])"
  }
}

extension String {
  /// Without white space at its ends, runs of blanks as one; values of JSON without blanks at all.
  fileprivate func withoutExtraBlanks(isJSON: Bool) -> String {
    if isJSON, hasPrefix("[") || hasPrefix("{") { return filter { !$0.isWhitespace } }
    return split { $0.isWhitespace }.joined(separator: " ")
  }
}
