import Testing

@testable import ListData

@Suite("Columns of the output of commands are found")
struct CorpusTests {
  /// The outputs that are read differently from how people read them, with the reason.
  private static let known: [String: String] = [
    "proc-net-tcp": "two values share a word, tx_queue:rx_queue",
    "k-get-all": "three tables, of which the first is shown; a person may also read one of three rows",
    "ulimit": "one line is too long for its columns, and all that follows in it moved",
    "new-ulimit-short": "as `ulimit`",
    "new-proc-net-tcp-short": "as `proc-net-tcp`",
    "new-iptables-L": "a header of small letters above text that stands there once is like a row",
    "new-last": "two lines of three have a gap in the last cell, by chance at the same place",
    "new-ls-lR": "several lists without headers are plain lines",
    "new-crontab": "a comment names what stands anywhere in the lines below",
    "new-ctest": "the name of the test stands above its result",
    "new-ping-short": "a title above three lines of sentences",
    "new-tmux-ls": "a number before a colon is a value, as often in text",
    "new-sensors-short": "the name of the chip stands where names of sensors do",
  ]

  @Test("The header and all cells are correct in at least 95 of 100 outputs of all sets")
  func headersAndCells() {
    var wrong: [String: String] = [:]
    var families: [String: (right: Int, all: Int)] = [:]
    func count(_ name: String, _ family: String, _ fault: String?) {
      families[family, default: (0, 0)].all += 1
      if let fault { wrong[name] = fault } else { families[family, default: (0, 0)].right += 1 }
    }
    for (name, truth) in Corpus.truth { count(name, "first set, \(truth.format)", fault(in: name, truth)) }
    for (name, facts) in Corpus.more {
      count(name, facts.family, fault(in: Corpus.moreBytes(of: name), facts))
    }
    for (name, facts) in Corpus.short {
      let wanted = Corpus.Facts(family: "short", header: facts.header, count: facts.count, first: facts.first)
      count(name, "short", fault(in: TextBytes(facts.text), wanted))
    }
    for (name, facts) in Corpus.unseen {
      let wanted = Corpus.Facts(family: "", header: facts.header, count: facts.count, first: facts.first)
      count(name, "unseen, \(facts.family ?? "")", fault(in: TextBytes(facts.text), wanted))
    }
    let all = families.values.reduce(0) { $0 + $1.all }
    for (family, share) in families.sorted(by: { $0.key < $1.key }) {
      print("right: \(share.right) of \(share.all) \(family)")
    }
    #expect(all >= 415)
    #expect((all - wrong.count) * 100 >= all * 95, "\(wrong)")
    let surprises = wrong.filter { Self.known[$0.key] == nil }
    #expect(surprises.isEmpty, "right before: \(surprises)")
  }

  @Test("The key is one that a person would choose in at least 95 of 100 outputs")
  func keysAreRight() {
    var wrong: [String: TableKey] = [:]
    let labelled =
      Corpus.more.map { (name: $0, bytes: Corpus.moreBytes(of: $0), keys: $1.key ?? []) }
      + (Array(Corpus.short) + Array(Corpus.unseen)).map {
        (name: $0.key, bytes: TextBytes($0.value.text), keys: $0.value.key ?? [])
      }
    for (name, bytes, keys) in labelled where !keys.isEmpty {
      let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
      let key = KeyGuess(of: table).key
      let names: [[String]] =
        switch key {
        case .columns(let columns):
          [columns.map { table.columns[$0].name ?? String($0 + 1) }, columns.map { String($0 + 1) }]
        case .path(let column): [[table.columns[column].name ?? String(column + 1)], [String(column + 1)]]
        case .line: [["line"]]
        case .place: [["place"]]
        }
      if !names.contains(where: keys.contains) { wrong[name] = key }
    }
    let count = labelled.count { !$0.keys.isEmpty }
    #expect((count - wrong.count) * 100 >= count * 95, "\(wrong)")
  }

  /// Returns the fault of a table of the second set; nil if there is none.
  private func fault(in bytes: TextBytes, _ facts: Corpus.Facts) -> String? {
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    let names =
      table.columns.contains { $0.name != nil }
      ? table.columns.map { ($0.name ?? "").withoutExtraBlanks() } : nil
    if let header = facts.header {
      guard let names, names.count == header.count, zip(names, header).allSatisfy({ $1.isEmpty || $0 == $1 })
      else {
        return "header \(names ?? [])"
      }
    } else if let names {
      return "header \(names)"
    }
    let rows = table.rows
    guard rows.count == facts.count else { return "\(rows.count) rows" }
    if let first = facts.first?.map({ $0.withoutExtraBlanks() }),
      rows[0].map({ $0.withoutExtraBlanks() }) != first
    {
      return "first row \(rows[0])"
    }
    if let cells = facts.cells, let wanted = Corpus.rows[cells],
      wanted.map({ $0.map(\.plainValue) }) != rows.map({ $0.map(\.plainValue) })
    {
      return "cells \(rows)"
    }
    return nil
  }

  @Test("An output that is read in pieces is the same table")
  func pieces() {
    for (name, bytes) in Corpus.outputs {
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

  /// Returns the fault of a table; nil if there is none.
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
  /// Returns the text without white space at its ends and with each run of blanks as one; JSON values without
  /// any blanks.
  fileprivate func withoutExtraBlanks(isJSON: Bool = false) -> String {
    if isJSON, hasPrefix("[") || hasPrefix("{") { return filter { !$0.isWhitespace } }
    return split { $0.isWhitespace }.joined(separator: " ")
  }

  /// The value as people read it: 1.65 and 1.6500 are equal, and placeholders for nothing are empty.
  fileprivate var plainValue: String {
    let text = withoutExtraBlanks()
    if ["∅", "NULL", "null"].contains(text) { return "" }
    if text.contains("."), let number = Double(text) { return String((number * 1e9).rounded() / 1e9) }
    return text
  }
}
