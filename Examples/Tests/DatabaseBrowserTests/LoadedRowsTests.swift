import GRDB
import Testing

@testable import database_browser

/// What is known of the list: pages are added, news is taken over, nothing is there twice.
@Suite struct LoadedRowsTests {
  private func row(_ number: Int64, _ text: String = "") -> ListedRow {
    ListedRow(key: .rowid(number), texts: [text])
  }

  private func page(_ numbers: [Int64], isLast: Bool = false) -> Page {
    Page(records: numbers.map { row($0) }, isLast: isLast, duration: .zero)
  }

  private func keys(_ numbers: [Int64]) -> [RowKey] { numbers.map { .rowid($0) } }

  @Test func pagesAreAppendedAndTheLastOneEndsIt() {
    var rows = LoadedRows()
    #expect(rows.part == nil)
    #expect(rows.append(page([9, 8])) == keys([9, 8]))
    #expect(rows.part == .through(.rowid(8)))
    #expect(rows.append(page([7], isLast: true)) == keys([7]))
    #expect(rows.keys == keys([9, 8, 7]))
    #expect(rows.isComplete && rows.part == .all)
  }

  @Test func rowsThatAreThereAlreadyStayWhereTheyAre() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8, 7]))
    #expect(rows.append(page([8, 7, 6])) == keys([6]))
    #expect(rows.keys == keys([9, 8, 7, 6]))
    #expect(rows.append(page([9, 6])).isEmpty)
  }

  private func news(_ rows: [ListedRow], before: LoadedRows) -> News {
    News(rows, before: before, duration: .zero)
  }

  @Test func newsTakesThePlaceOfWhatWasKnown() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8, 7, 6]))
    let news = news([row(11), row(10), row(9), row(7, "changed"), row(6), row(5)], before: rows)
    #expect(news.removed == keys([8]))
    #expect(news.changed == keys([7]))
    #expect(
      news.inserted == [
        News.Run(after: nil, keys: keys([11, 10])), News.Run(after: .rowid(6), keys: keys([5])),
      ])
    rows.take(news)
    #expect(rows.keys == keys([11, 10, 9, 7, 6, 5]))
    #expect(rows.contents[.rowid(7)] == ["changed"])
    #expect(rows.contents[.rowid(8)] == nil)
    #expect(rows.part == .through(.rowid(6)))
  }

  @Test func noNewsIsSaid() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8]))
    #expect(news([row(9), row(8)], before: rows).isEmpty)
    #expect(!news([row(9)], before: rows).isEmpty)
    #expect(!news([row(9), row(8, "changed")], before: rows).isEmpty)
  }

  @Test func aPageThatCameMeanwhileStaysBehindTheNews() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8]))
    let news = news([row(10), row(9)], before: rows)
    _ = rows.append(page([7, 6]))
    rows.take(news)
    #expect(rows.keys == keys([10, 9, 7, 6]))
    #expect(Set(rows.contents.keys) == Set(rows.keys))
    #expect(rows.part == .through(.rowid(6)))
  }

  /// Random worlds: a table of twelve rows at most, read page by page, while others write.
  @Test func whatIsKnownIsTheBeginningOfTheTable() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var rows = LoadedRows()
      var table = Set<Int64>(0..<12)
      var pending: News?
      for _ in 0..<20 {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          let rest = table.sorted(by: >).filter { number in
            guard case .through(.rowid(let end))? = rows.part else { return rows.part == nil }
            return number < end
          }
          if !rows.isComplete { _ = rows.append(page(Array(rest.prefix(3)), isLast: rest.count <= 3)) }
        case 1: table.formSymmetricDifference([Int64.random(in: 0..<12, using: &generator)])
        case 2: if pending == nil { pending = look(at: table, rows) }
        default:
          if let news = pending { rows.take(news) }
          pending = nil
        }
        #expect(Set(rows.keys).count == rows.keys.count)
        #expect(Set(rows.contents.keys) == Set(rows.keys))
      }
      pending.map { rows.take($0) }
      look(at: table, rows).map { rows.take($0) }
      let known: [Int64] = table.sorted(by: >).filter { number in
        guard case .through(.rowid(let end))? = rows.part else { return rows.part != nil }
        return number >= end
      }
      #expect(rows.keys == keys(known))
    }
  }

  /// Reads again what was read before.
  private func look(at table: Set<Int64>, _ rows: LoadedRows) -> News? {
    guard let part = rows.part else { return nil }
    let now = table.sorted(by: >).filter { number in
      if case .through(.rowid(let end)) = part { number >= end } else { true }
    }
    return news(now.map { row($0) }, before: rows)
  }
}
