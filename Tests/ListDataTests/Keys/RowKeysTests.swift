import TestSupport
import Testing

@testable import ListData

@Suite("Rows are numbered by key")
struct RowKeysTests {
  @Test("The same key has the same number at any position")
  func sameKeySameNumber() {
    var keys = RowKeys()
    expectEqual(keys.identifiers(of: table("a b c"), key: .columns([0])), [0, 1, 2])
    expectEqual(keys.identifiers(of: table("c x a"), key: .columns([0])), [2, 3, 0])
    expectEqual(keys.identifiers(of: table("b"), key: .columns([0])), [1], "it was away for a run")
  }

  @Test("The order distinguishes rows with the same key")
  func repeatedKeys() {
    var keys = RowKeys()
    expectEqual(keys.identifiers(of: table("a b a a"), key: .columns([0])), [0, 1, 2, 3])
    expectEqual(keys.identifiers(of: table("a a b"), key: .columns([0])), [0, 2, 1])
    expectEqual(keys.identifiers(of: table("b a a a a"), key: .columns([0])), [1, 0, 2, 3, 4])
  }

  @Test("The boundaries of cells are part of a key")
  func joinedCells() {
    var keys = RowKeys()
    let table = TextTable(nil, [["a", "bc"], ["ab", "c"], ["abc", ""], ["", "abc"]])
    expectEqual(Set(keys.identifiers(of: table, key: .columns([0, 1]))).count, 4)
  }

  @Test("Equal rows are numbered separately with whole rows as the key")
  func wholeRows() {
    var keys = RowKeys()
    expectEqual(keys.identifiers(of: table("a b a"), key: .line), [0, 1, 2])
    expectEqual(keys.identifiers(of: table("a c a a"), key: .line), [0, 3, 2, 4])
  }

  @Test("A whole row is its cells, without the blanks between them")
  func wholeRowsAreCells() {
    var keys = RowKeys()
    let narrow = TextBytes("NAME  AGE\nann   3d\nbob   4d\n")
    let wide = TextBytes("NAME        AGE\nann         3d\nbartholomew 4d\n")
    let tables = [narrow, wide].map { TextTable($0, shape: TableReader.shape(of: $0)) }
    expectEqual(tables.map { keys.identifiers(of: $0, key: .line) }, [[0, 1], [0, 2]])
  }

  @Test("With places as the key, rows are numbered in order")
  func places() {
    var keys = RowKeys()
    expectEqual(keys.identifiers(of: table("a b"), key: .position), [0, 1])
    expectEqual(keys.identifiers(of: table("x y z"), key: .position), [0, 1, 2])
  }

  @Test("With another key all rows are new")
  func anotherKey() {
    var keys = RowKeys()
    expectEqual(keys.identifiers(of: table("a b"), key: .columns([0])), [0, 1])
    expectEqual(keys.identifiers(of: table("a b"), key: .line), [2, 3])
  }

  @Test("The columns of a key may move")
  func columnsElsewhere() {
    var keys = RowKeys()
    let old = TextTable(["name", "zone", "n"], [["a", "x", "1"], ["a", "y", "2"]])
    let new = TextTable(["n", "zone", "name"], [["3", "y", "a"], ["4", "x", "a"]])
    expectEqual(keys.identifiers(of: old, key: .columns([0, 1])), [0, 1])
    expectEqual(keys.identifiers(of: new, key: .columns([0, 1]), at: [2, 1]), [1, 0])
  }

  /// Compares the identifiers with those of a dictionary of cells and their occurrences, and sometimes
  /// forgets keys.
  @Test("Random keys get the same identifiers as from a dictionary, also after keys are forgotten")
  func randomKeys() {
    var generator = SeededGenerator(seed: 6)
    var keys = RowKeys()
    var known: [String: Int] = [:]
    var next = 0
    for run in 0..<300 {
      let words = (0..<generator.number(0..<12)).map { _ in "k\(generator.number(0..<9))" }
      var counts: [String: Int] = [:]
      let expected = words.map { word in
        counts[word, default: 0] += 1
        let name = "\(word) \(counts[word] ?? 0)"
        if let identifier = known[name] { return identifier }
        known[name] = next
        next += 1
        return next - 1
      }
      let found = keys.identifiers(of: TextTable(nil, words.map { [$0, "-"] }), key: .columns([0]))
      expectEqual(found, expected, "run \(run)")
      if generator.chance(30) {
        keys.forget(allBut: [found])
        // The first row of a key is kept as long as another row of the same key is in use.
        let kept = Set(found)
        let keptWords = Set(known.filter { kept.contains($0.value) }.map { $0.key.prefix(2) })
        known = known.filter {
          kept.contains($0.value) || $0.key.hasSuffix(" 1") && keptWords.contains($0.key.prefix(2))
        }
      }
    }
  }

  @Test("A forgotten row gets a new number, and a row in use keeps its number")
  func forgetting() {
    var keys = RowKeys()
    _ = keys.identifiers(of: table("a b b c"), key: .columns([0]))
    keys.forget(allBut: [[2], [3]])
    expectEqual(keys.count, 3, "the further row of b needs b")
    expectEqual(keys.identifiers(of: table("c b b a"), key: .columns([0])), [3, 1, 2, 4])
  }

  @Test("Forgetting limits memory to the keys in use")
  func boundedMemory() {
    var keys = RowKeys()
    for run in 0..<50 {
      let table = TextTable(nil, (0..<100).map { ["\(run * 100 + $0)", "x"] })
      let identifiers = keys.identifiers(of: table, key: .columns([0]))
      keys.forget(allBut: [identifiers])
      expectEqual(keys.count, 100)
    }
  }

  private func table(_ words: String) -> TextTable {
    TextTable(nil, words.split(separator: " ").map { [String($0), "-"] })
  }
}
