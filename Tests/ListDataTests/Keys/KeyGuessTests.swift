import TestSupport
import Testing

@testable import ListData

@Suite("The key is guessed from the rows")
struct KeyGuessTests {
  @Test("A column with the name of a key is the key, even if unique columns precede it")
  func names() {
    expectEqual(
      key(
        ["USER", "PID", "%CPU", "TIME", "COMMAND"],
        [
          ["ann", "7", "0.1", "0:01", "sh"], ["bob", "3", "0.2", "0:02", "ls"],
          ["eve", "9", "0.3", "0:03", "vi"],
        ]), .columns([1]))
    expectEqual(key(["Size", "Mounted on"], [["1G", "/"], ["2G", "/home"]]), .columns([1]))
    expectEqual(key(["ifindex", "ifname"], [["4", "lo"], ["2", "eth0"]]), .columns([1]))
    expectEqual(key(["", "total", "used"], [["Mem:", "9", "3"], ["Swap:", "0", "1"]]), .columns([0]))
  }

  @Test("A column with repeated or empty cells is not a key")
  func uniqueAndFull() {
    expectEqual(key(["ID", "HOST"], [["1", "a"], ["1", "b"]]), .columns([1]))
    expectEqual(key(["ID", "HOST"], [["1", "a"], ["", "b"]]), .columns([1]))
  }

  @Test("Several columns are the key if no single one is unique")
  func severalColumns() {
    expectEqual(
      key(
        ["NAMESPACE", "NAME", "STATUS"],
        [
          ["x", "web", "Running"], ["y", "web", "Failed"], ["x", "db", "Running"], ["y", "db", "Running"],
        ]), .columns([0, 1]))
    expectEqual(key(["LOCAL", "PEER"], [["a", "x"], ["a", "y"], ["b", "x"]]), .columns([0, 1]))
  }

  @Test("Users in the first column are what is listed")
  func users() {
    expectEqual(key(["USER", "FILES"], [["ann", "12"], ["bob", "7"], ["cyd", "9"]]), .columns([0]))
  }

  @Test("Measures, states and prose are not keys, so the whole row is")
  func wholeRows() {
    expectEqual(key(["LOAD", "CPU %", "AGE"], [["0.3", "1%", "3d"], ["0.4", "2%", "4d"]]), .line)
    expectEqual(key(["REASON", "MESSAGE"], [["Pulled", "got it now"], ["Failed", "had no luck"]]), .line)
    expectEqual(key(["r", "b", "in"], [["2", "0", "423"], ["3", "0", "751"], ["3", "0", "99"]]), .line)
    expectEqual(key(["us", "id"], [["59", "34"], ["98", "2"], ["83", "27"]]), .line, "id is idleness")
    expectEqual(key(nil, [["a line"], ["another"]]), .line)
    expectEqual(key(["id"], []), .line)
  }

  @Test("Without a header, a last column of paths is the key")
  func paths() {
    expectEqual(key(nil, [["97", "/etc/a"], ["30", "/etc/b"]]), .columns([1]))
    expectEqual(key(nil, [["97", "a/b c", "x"], ["30", "a/b d", "y"]]), .columns([2]))
    expectEqual(
      key(nil, [["30", "1", "/a"], ["97", "2", "/b"]]), .columns([2]), "counts in order, as by sort")
  }

  @Test("Without names, a first column of one or two letters is a state and no key")
  func codes() {
    let status = TextTable(reading: " M a.txt\n?? b.txt\n")
    expectEqual(KeyGuess(of: status).key, .columns([1]))
  }

  @Test("A file is identified by its name, not by the hash of its content")
  func hashes() {
    let hashes = ["d41d8cd98f00b204e9800998ecf8427e", "0cc175b9c0f1b6a831c399e269772661"]
    expectEqual(key(nil, [[hashes[0], "a.txt"], [hashes[1], "b.txt"]]), .columns([1]))
    expectEqual(
      key(
        nil, [["100644", "blob", hashes[0], "12", "a.txt"], ["100644", "blob", hashes[1], "7", "b.txt"]]),
      .columns([4]))
    // Without a name, a commit is identified by its hash.
    expectEqual(key(nil, [["d3a4f3e", "Add a file"], ["0cc175b", "Fix a bug"]]), .columns([0]))
  }

  @Test("A socket is identified by its address, not by the process that uses it")
  func sockets() {
    expectEqual(
      key(
        ["Proto", "Local Address", "PID/Program name"],
        [["tcp", "0.0.0.0:22", "8/sshd"], ["tcp", "0.0.0.0:80", "9/nginx"]]), .columns([1]))
  }

  @Test("Rising numbers in the first column are the key")
  func risingNumbers() {
    expectEqual(key(nil, [["1", "Ann"], ["2", "Bob"], ["17", "Eve"]]), .columns([0]))
    expectEqual(key(nil, [["7", "Ann"], ["2", "Bob"], ["17", "Eve"]]), .columns([1]))
    expectEqual(key(nil, [["7", "Ann"]]), .columns([1]), "one number does not rise")
    expectEqual(key(["date", "volume"], [["2026-10-02", "100"], ["2026-10-03", "70"]]), .columns([0]))
  }

  @Test("A name with a few repetitions is the key, rather than name and value, unless the value is unique")
  func nearlyUnique() {
    let rows = (0..<100).map { ["setting.\(max(2, $0))", "v\($0)"] }
    let guess = KeyGuess(of: TextTable(nil, rows))
    expectEqual(guess.key, .columns([1]), "the values are unique")
    let values = rows.enumerated().map { [$1[0], $0 % 3 == 2 ? "1" : "x\($0 % 40)"] }
    expectEqual(KeyGuess(of: TextTable(nil, values)).key, .columns([0]))
    // Six of a hundred are more than a few.
    let repetitive = values.enumerated().map { ["setting.\(max(6, $0))", $1[1]] }
    #expect(KeyGuess(of: TextTable(nil, repetitive)).key != .columns([0]))
  }

  @Test(
    "A name is the key if 97 of 100 are different, of at least 50 rows",
    arguments: [(100, 97, true), (100, 96, false), (50, 49, true), (49, 48, false)])
  func nearlyUniqueLimits(rows: Int, names: Int, isKey: Bool) {
    let table = (0..<rows).map { ["setting.\(max(rows - names, $0))", "x\($0 % 20)"] }
    expectEqual(KeyGuess(of: TextTable(nil, table)).key == .columns([0]), isKey)
  }

  @Test("The key of updates is what is unique until the last column that repeats begins to")
  func updates() {
    // A container name repeats at once, a pod with its first change.
    let rows = [
      ["app", "web-1", "3"], ["app", "web-2", "5"], ["log", "db-1", "2"], ["app", "web-1", "4"],
    ]
    expectEqual(KeyGuess(ofUpdates: TextTable(["NAME", "POD", "N"], rows)).key, .columns([1]))
  }

  @Test("In a short list, a single repetition shows that the name is not the key")
  func nearlyUniqueOfFew() {
    let rows = (0..<60).map { ["setting.\(max(1, $0))", "x\($0 % 20)"] }
    expectEqual(KeyGuess(of: TextTable(nil, rows)).key, .columns([0]))
    #expect(KeyGuess(of: TextTable(nil, Array(rows.prefix(40)))).key != .columns([0]))
  }

  @Test("Cells of thousands of bytes are compared as a whole, and as often as they are there")
  func longCells() {
    let long = String(repeating: "x", count: 5_000)
    #expect(key(["name", "a"], [[long, "1"], ["b", "2"], ["b", "3"]]) != .columns([0]))
    expectEqual(key(["name", "a"], [[long, "1"], ["b", "1"], [long + "y", "1"]]), .columns([0]))
  }

  @Test(
    "Numbers of many digits in a column without a name are no hashes, although a hash may have digits alone")
  func digitsAlone() {
    let numbers = [["4871023", "a b", "x"], ["4120093", "c d", "x"], ["4915526", "e f", "x"]]
    expectEqual(key(nil, numbers), .columns([0]))
    let commits = [["48710a3", "x.md"], ["4120093", "y.md"], ["b915526", "z.md"]]
    expectEqual(key(nil, commits), .columns([1]))
  }

  @Test("Other keys are offered, whole rows and places last")
  func alternatives() {
    let guess = KeyGuess(of: TextTable(["PID", "HOST"], [["1", "a"], ["2", "b"]]))
    expectEqual(guess.key, .columns([0]))
    expectEqual(guess.alternatives, [.columns([1]), .line, .position])
  }

  @Test("Most guesses are the key that a person sees in the output")
  func corpus() {
    var labelled = 0
    var others: [String] = []
    for (name, truth) in Corpus.truth {
      guard let label = truth.key, let rows = truth.rows, let width = truth.header?.count ?? rows.first?.count
      else { continue }
      labelled += 1
      let table = TextTable(
        truth.header, rows.map { Array(($0 + Array(repeating: "", count: width)).prefix(width)) })
      let columns = label.map { truth.header?.firstIndex(of: $0) ?? Int($0).map { $0 - 1 } ?? width - 1 }
      let guess = KeyGuess(of: table).key
      if guess != .columns(columns) { others.append("\(name): \(guess), not \(columns)") }
    }
    #expect(labelled > 60)
    #expect(others.count <= 8, "\(others.sorted())")
  }

  @Test("Rows of all series keep their identity")
  func series() {
    var broken = 0
    var wrong = 0
    var pairs = 0
    for (name, columns) in Corpus.keys {
      let figures = KeyFigures(of: Corpus.tables(of: name), truth: columns)
      pairs += figures.pairs
      broken += figures.broken
      wrong += figures.wrong
    }
    #expect(pairs > 15_700)
    #expect(broken <= 20)
    #expect(wrong <= 10)
  }

  private func key(_ header: [String]?, _ rows: [[String]]) -> TableKey {
    let width = header?.count ?? rows[0].count
    let table = TextTable(header, rows)
    return width == table.columns.count ? KeyGuess(of: table).key : .position
  }
}

/// The number of pairs of equal rows in consecutive runs, by the labels, and the errors of the guess.
private struct KeyFigures {
  var pairs = 0
  /// Pairs that the guess separates.
  var broken = 0
  /// Pairs of different rows that the guess joins.
  var wrong = 0

  init(of tables: [TextTable], truth: [Corpus.KeyColumn]) {
    let key = KeyGuess(of: tables[0]).key
    var keys = RowKeys()
    let runs = tables.map { table in
      (guessed: keys.identifiers(of: table, key: key), known: Self.names(in: table, truth))
    }
    for (old, new) in zip(runs, runs.dropFirst()) {
      let guesses = Dictionary(uniqueKeysWithValues: zip(old.known, old.guessed))
      let truths = Dictionary(uniqueKeysWithValues: zip(old.guessed, old.known))
      for (guess, name) in zip(new.guessed, new.known) {
        if let before = guesses[name] {
          pairs += 1
          if before != guess { broken += 1 }
        }
        if let before = truths[guess], before != name { wrong += 1 }
      }
    }
  }

  /// Returns the names of rows: words of their lines, so that the names do not depend on how lines are split
  /// into cells, with a number that distinguishes rows with the same words.
  private static func names(in table: TextTable, _ truth: [Corpus.KeyColumn]) -> [String] {
    var counts: [String: Int] = [:]
    return (0..<table.rowCount).map { row in
      let words = table.bytes.string(table.line(row)).split { $0 == " " || $0 == "\t" }
      let name = truth.map { column in
        let place =
          switch column {
          case .name(let name): wordsOfNames[name] ?? 0
          case .number(let number): number
          }
        return String(words[place < 0 ? words.count + place : place])
      }.joined(separator: " ")
      counts[name, default: 0] += 1
      return "\(name) \(counts[name] ?? 0)"
    }
  }

  /// The index of the word below a column name in a line; -1 is the last word.
  private static let wordsOfNames = ["Mounted on": -1, "DEVICE": 5, "PID": 1, "CONTAINER ID": 0, "face": 0]
}
