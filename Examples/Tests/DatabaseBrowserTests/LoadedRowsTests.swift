import GRDB
import Testing

@testable import database_browser

/// What is known of the list: pages are added, news is taken over, nothing is there twice.
@Suite struct LoadedRowsTests {
  private func record(_ number: Int64, _ text: String = "") -> ListedRow {
    ListedRow(key: .rowid(number), texts: [text])
  }

  private func page(_ numbers: [Int64], isLast: Bool = false) -> Page {
    Page(records: numbers.map { record($0) }, isLast: isLast, duration: .zero)
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

  @Test func newsTakesThePlaceOfWhatWasKnown() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8, 7]))
    let news = News(
      [record(10), record(9), record(7, "changed")], knowing: rows.contents, duration: .zero)
    #expect(news.changed == [record(10), record(7, "changed")])
    rows.replace(first: 3, by: news)
    #expect(rows.keys == keys([10, 9, 7]))
    #expect(rows.contents[.rowid(7)] == ["changed"])
    #expect(rows.contents[.rowid(8)] == nil)
    #expect(rows.part == .through(.rowid(7)))
  }

  @Test func aPageThatCameMeanwhileStaysBehindTheNews() {
    var rows = LoadedRows()
    _ = rows.append(page([9, 8]))
    let news = News([record(10), record(9)], knowing: rows.contents, duration: .zero)
    _ = rows.append(page([7, 6]))
    rows.replace(first: 2, by: news)
    #expect(rows.keys == keys([10, 9, 7, 6]))
    #expect(Set(rows.contents.keys) == Set(rows.keys))
    #expect(rows.part == .through(.rowid(6)))
  }

  @Test func nothingIsTwiceWhateverHappens() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var rows = LoadedRows()
      var known: [(count: Int, news: News)] = []
      for _ in 0..<12 {
        let numbers = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          Int64.random(in: 0...12, using: &generator)
        }
        let distinct = numbers.reduce(into: [Int64]()) { if !$0.contains($1) { $0.append($1) } }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: _ = rows.append(page(distinct))
        case 1:
          known = [
            (rows.keys.count, News(distinct.map { record($0) }, knowing: rows.contents, duration: .zero))
          ]
        default:
          if let (count, news) = known.popLast() { rows.replace(first: count, by: news) }
        }
        #expect(Set(rows.keys).count == rows.keys.count)
        #expect(Set(rows.contents.keys) == Set(rows.keys))
      }
    }
  }
}
