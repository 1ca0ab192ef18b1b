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
    "new-last": "two lines of three have a gap in the last cell, by chance at the same place",
    "new-crontab": "a comment names what stands anywhere in the lines below",
    "new-ctest": "the name of the test stands above its result",
    "new-tmux-ls": "a number before a colon is a value, as often in text",
    "new-sensors-short": "the name of the chip stands where names of sensors do",
  ]

  @Test("The header and all cells are correct in at least 95 of 100 outputs of all sets")
  func headersAndCells() {
    var wrong: [String: String] = [:]
    var families: [String: (right: Int, all: Int)] = [:]
    for one in ReadingCase.corpus {
      families[one.family, default: (0, 0)].all += 1
      if let fault = one.fault(in: TableReader.shape(of: one.bytes)) {
        wrong[one.name] = fault
      } else {
        families[one.family, default: (0, 0)].right += 1
      }
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

  @Test("A cell that is in every row stays in its column", arguments: ["ls-la-etc", "pwsh", "helm-history"])
  func lastCells(name: String) {
    let bytes = Corpus.moreBytes(of: name)
    let rows = TextTable(bytes, shape: TableReader.shape(of: bytes)).rows
    #expect(rows.allSatisfy { $0.last?.isEmpty == false })
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
        case .position: [["place"]]
        }
      if !names.contains(where: keys.contains) { wrong[name] = key }
    }
    let count = labelled.count { !$0.keys.isEmpty }
    #expect((count - wrong.count) * 100 >= count * 95, "\(wrong)")
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
}
