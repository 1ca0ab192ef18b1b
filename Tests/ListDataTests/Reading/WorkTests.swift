import TestSupport
#if DEBUG
  import Testing

  @testable import ListData

  /// No input may cost more than twenty times as much as an input of the same size with equal keys. The tests
  /// count work, because times depend on the load of the machine.
  @Suite("No input freezes a reader")
  struct WorkTests {
    @Test("Objects with many names cost at most 20 times as much as objects with one")
    func manyNames() {
      let different = (0..<4_000).map { "{\"key\($0)\":\($0 % 10)}\n" }.joined()
      let length = different.utf8.count / 4_000
      let equal = (0..<4_000).map { _ in "{\"" + String(repeating: "k", count: length - 6) + "\":1}\n" }
        .joined()
      #expect(abs(different.utf8.count - equal.utf8.count) < different.utf8.count / 5)
      #expect(work(different) <= 20 * work(equal))
    }

    @Test("Records with many names cost at most 20 times as much as records with one")
    func manyRecords() {
      let different = (0..<2_000).map { "key\($0 + 1000): 1\nsame: 2\n\n" }.joined()
      let equal = (0..<2_000).map { _ in "keykeyk: 1\nsame: 2\n\n" }.joined()
      #expect(work(different) <= 20 * work(equal))
    }

    @Test("A wide header costs at most 20 times as much as a narrow one of the same size")
    func wideHead() {
      let names = (0..<12_000).map { "name\($0)" }
      let row = names.map { _ in "1" }.joined(separator: ",")
      let wide =
        names.joined(separator: ",") + "\n" + Array(repeating: row, count: 20).joined(separator: "\n") + "\n"
      let narrow = "a,b\n" + String(repeating: "12345,67890\n", count: wide.utf8.count / 12)
      let table = TextTable(reading: wide)
      #expect(
        table.columns.count == 12_000 && table.rowCount == 20 && table.columns[11_999].name == "name11999")
      #expect(work(wide) <= 20 * work(narrow))
    }

    @Test("Names beyond a thousand share one column, and nothing is lost")
    func rareNames() {
      let table = TextTable(reading: (0..<1_500).map { "{\"id\":\($0),\"key\($0)\":true}\n" }.joined())
      expectEqual(table.columns.count, MemberColumns.most + 1)
      #expect(table.columns.last?.isRest == true)
      #expect(table.text(1_400, MemberColumns.most).contains("key1400"))
      expectEqual(table.text(1_400, 0), "1400")
    }

    @Test(
      "Only the displayed part of a row that is wider than any screen is read",
      arguments: ["x", "word ", "a,b;", "日本 ", "{\"a\":1},", "| c "])
    func longRow(part: String) {
      let length = 8 << 20
      let line = String(repeating: part, count: length / part.utf8.count)
      let bytes = TextBytes("NAME  VALUE\none   1\n" + line + "\nlast  2\n")
      let shape = TableReader.shape(of: bytes.prefix(20))
      for shape in [shape, TableReader.shape(of: bytes, options: ReaderOptions(format: .lines))] {
        let table = TextTable(bytes, shape: shape)
        let cost = ReadingWork.counted {
          for row in 0..<table.rowCount {
            for cell in table.shownCells(of: row) {
              #expect(table.beginning(in: cell, limit: 1024).utf8.count <= 1030)
            }
          }
          _ = KeyGuess(of: table)
        }
        #expect(cost < 64 << 20, "\(part), \(shape.format)")
        let row = shape.format == .lines ? 2 : 1
        expectEqual(table.line(row).count, line.utf8.count)
      }
    }

    @Test("A first line of many megabytes is read at a bounded cost")
    func longFirstLine() {
      let line = String(repeating: "some words, ", count: (20 << 20) / 12)
      let bytes = TextBytes(line + "\nshort\n")
      let cost = ReadingWork.counted { _ = TextTable(bytes, shape: TableReader.shape(of: bytes)) }
      #expect(cost < 64 << 20)
    }

    /// Returns the cost of typical work on a list: its shape, rows, key, shown cells and groups, and its
    /// changes to a second run.
    private func work(_ text: String) -> Int {
      let bytes = TextBytes(text)
      return ReadingWork.counted {
        let shape = TableReader.shape(of: bytes)
        let (one, two) = (
          TextTable(bytes, shape: shape), TextTable(bytes, shape: shape.fitted(to: bytes) ?? shape)
        )
        let key = KeyGuess(of: one).key
        var keys = RowKeys()
        let identifiers = [one, two].map { keys.identifiers(of: $0, key: key) }
        _ = TableChanges(from: one, identifiers[0], to: two, identifiers[1])
        for row in 0..<min(one.rowCount, 50) {
          _ = one.shownCells(of: row)
        }
        _ = RowGroups(of: one, by: 0, now: 0)
      }
    }
  }

  extension ReadingWork {
    /// Returns the cost of `body`.
    fileprivate static func counted(_ body: () -> Void) -> Int {
      let work = Counter()
      $counter.withValue(work, operation: body)
      return work.total
    }
  }
#endif
