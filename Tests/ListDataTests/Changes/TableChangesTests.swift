import TestSupport
import Testing

@testable import ListData

@Suite("Changes from one state to the next")
struct TableChangesTests {
  private let header = ["NAME", "STATUS", "AGE"]

  @Test("Added, removed and changed rows are found, with the changed cells")
  func rowsAndCells() {
    let changes = changes(
      [["a", "Running", "1d"], ["b", "Running", "1d"], ["c", "Failed", "2d"]],
      [["a", "Running", "1d"], ["d", "New", "1s"], ["c", "Running", "3d"]])
    expectEqual(changes.added, [1])
    expectEqual(changes.removed, [1])
    expectEqual(changes.changed.map(\.row), [2])
    expectEqual(changes.changed.map(\.oldRow), [2])
    expectEqual(changes.changed.map { Array(changes.columns(of: $0)) }, [[1, 2]])
    #expect(changes.moved.isEmpty)
    expectEqual(changes.keptCount, 2)
    #expect(!changes.isEmpty)
  }

  @Test("Equal tables have no changes")
  func nothing() {
    let rows = [["a", "x", "1"], ["b", "y", "2"]]
    #expect(changes(rows, rows).isEmpty)
    #expect(changes([], []).isEmpty)
  }

  @Test("The number of moved rows is minimal")
  func moved() {
    func moves(_ old: String, _ new: String) -> [Int] {
      changes(old.map { [String($0), "", ""] }, new.map { [String($0), "", ""] }).moved
    }
    expectEqual(moves("abcd", "dabc"), [0])
    expectEqual(moves("abcd", "bcda"), [3])
    expectEqual(moves("abcd", "axbd"), [])
    expectEqual(moves("abcde", "badce").count, 2)
  }

  @Test("Quotes are not a change, and blanks are one only if they belong to a cell")
  func quotes() {
    let old = table("name,note\na,one\nb,two\n")
    #expect(changes(old, table("name,note\n\"a\",\"one\"\nb, \"two\"\n")).isEmpty)
    let changed = changes(old, table("name,note\na,one\nb, two\n"))
    expectEqual(changed.changed.map { Array(changed.columns(of: $0)) }, [[1]])
    let tree = TextTable(reading: "PID COMMAND\n  1 init a b\n 99 sshd\n101 sh -c x\n")
    let indented = TextTable(reading: "  PID COMMAND\n    1 init a b\n   99  sshd\n  101 sh -c x\n")
    let child = TableChanges(from: tree, [0, 1, 2], to: indented, [0, 1, 2])
    #expect(child.changed.map(\.row) == [1] && child.columns(of: child.changed[0]) == [1])
    #expect(TableChanges(from: indented, [0, 1, 2], to: indented, [0, 1, 2]).isEmpty)
  }

  @Test("Columns are matched by their names")
  func columns() {
    let old = table("name,size,note\na,1,x\nb,2,y\n")
    let new = table("note,name,date\nx,a,2026\nz,b,2026\n")
    let changes = changes(old, new)
    expectEqual(changes.addedColumns, [2])
    expectEqual(changes.removedColumns, [1])
    expectEqual(changes.changed.map { Array(changes.columns(of: $0)) }, [[2], [0, 2]])
    #expect(changes.removed.isEmpty)
  }

  @Test("Cells beyond the columns are compared")
  func extraCells() {
    let old = table("name,note\na,x\nb,y,1\nc,z\nd,w\n")
    let new = TextTable(TextBytes("name,note\na,x,2\nb,y,1\nc,z\nd,w\n"), shape: old.shape)
    let changes = changes(old, new)
    expectEqual(changes.changed.map { Array(changes.columns(of: $0)) }, [[2]])
  }

  @Test("Identifiers may be far apart")
  func sparseIdentifiers() {
    let rows = table("a\nx\ny\nz\n")
    let changes = TableChanges(from: rows, [5, 1_000_000, 7], to: rows, [5, 2_000_000, 7])
    #expect(changes.added == [1] && changes.removed == [1])
    #expect(changes.changed.isEmpty && changes.moved.isEmpty && changes.keptCount == 2)
  }

  @Test("The same line has other cells if it is split at other places")
  func otherCuts() {
    let bytes = TextBytes("1,2;3\n4,5;6\n")
    let tables = [ASCII.comma, UInt8(ascii: ";")].map { delimiter in
      let options = ReaderOptions(format: .csv, delimiter: delimiter, header: .none)
      return TextTable(bytes, shape: TableReader.shape(of: bytes, options: options))
    }
    let changes = TableChanges(from: tables[0], [0, 1], to: tables[1], [0, 1])
    expectEqual(changes.changed.map { Array(changes.columns(of: $0)) }, [[0, 1], [0, 1]])
  }

  @Test("The replacement of nearly all rows is recognised")
  func storm() {
    func rows(_ range: Range<Int>) -> [[String]] { range.map { ["\($0)", "x", ""] } }
    #expect(changes(rows(0..<20), rows(20..<40)).replacesNearlyAll)
    #expect(changes(rows(0..<20), rows(18..<38)).replacesNearlyAll)
    #expect(!changes(rows(0..<20), rows(10..<30)).replacesNearlyAll)
    #expect(!changes(rows(0..<3), rows(3..<6)).replacesNearlyAll, "a short list comes and goes")
    #expect(!changes(rows(0..<20), []).replacesNearlyAll, "gone is not replaced")
    #expect(!changes(rows(0..<20), rows(0..<200)).replacesNearlyAll, "more is not replaced")
  }

  @Test("The changes between random tables are exactly those of a plain comparison") func randomTables() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      func rows() -> [[String]] {
        (0..<12).shuffled(using: &generator).prefix(generator.number(0..<12)).map { name in
          ["\(name)", "s\(generator.number(0..<3))", "a\(generator.number(0..<2))"]
        }
      }
      let (old, new) = (rows(), rows())
      let changes = changes(old, new)
      let names = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1[0], $0) })
      expectEqual(changes.added, new.indices.filter { names[new[$0][0]] == nil })
      expectEqual(changes.removed, old.indices.filter { row in !new.contains { $0[0] == old[row][0] } })
      let changed = new.indices.compactMap { row -> [Int]? in
        guard let before = names[new[row][0]] else { return nil }
        let columns = (0..<3).filter { old[before][$0] != new[row][$0] }
        return columns.isEmpty ? nil : columns
      }
      expectEqual(changes.changed.map { Array(changes.columns(of: $0)) }, changed)
      let stays = new.indices.filter { !changes.added.contains($0) && !changes.moved.contains($0) }
      let places = stays.compactMap { names[new[$0][0]] }
      expectEqual(places, places.sorted())
    }
  }

  private func changes(_ old: [[String]], _ new: [[String]]) -> TableChanges {
    changes(TextTable(header, old), TextTable(header, new))
  }

  private func changes(_ old: TextTable, _ new: TextTable) -> TableChanges {
    var keys = RowKeys()
    func identifiers(_ table: TextTable) -> [Int] {
      let name = table.columns.firstIndex { $0.name?.lowercased() == "name" } ?? 0
      // The column of names is the key, whatever its position.
      var identifiers: [Int] = []
      let names = TextTable(["name"], (0..<table.rowCount).map { [table.text($0, name)] })
      identifiers = keys.identifiers(of: names, key: .columns([0]))
      return identifiers
    }
    return TableChanges(from: old, identifiers(old), to: new, identifiers(new))
  }

  private func table(_ text: String) -> TextTable {
    let bytes = TextBytes(text)
    return TextTable(
      bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv, header: .line(1))))
  }
}
