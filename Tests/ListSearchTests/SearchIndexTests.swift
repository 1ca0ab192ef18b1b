import PositionSets
import TestSupport
import Testing

@testable import ListSearch

@Suite("Search indexes") struct SearchIndexTests {
  static let mountains: [[String]] = [
    ["Aconcagua", "", "Andes", "Argentina"],
    ["Aneto", "Pic d'Aneto", "Pyrenees", "Spain"],
    ["Nevado Sajama", "", "Andes", "Bolivia"],
    ["Śnieżka", "Łomnica", "Giant Mountains", "Poland", "Czechia"],
    ["Mount Ararat", "Ağrı Dağı", "Armenian Highland", "Türkiye"],
    ["Mönch", "", "Bernese Alps", "Switzerland"],
    ["Kangchenjunga", "कञ्चनजङ्घा", "Himalaya", "Nepal", "India"],
    ["Mount Fuji", "富士山", "Honshu", "Japan"],
    ["Hallasan", "한라산", "Jeju", "South Korea"],
    ["Mount Elbrus", "Эльбрус", "Caucasus", "Russia"],
    ["Snow Peak 🏔️", "🇨🇭", "Emoji Range", "Nowhere"],
  ]
  static let index = SearchIndex(mountains) { $0 }

  @Test(
    "An index finds the rows whose fields contain all words of a query, in any script",
    arguments: [
      ("aconcagua", [0]),
      ("ACONC", [0]),
      ("d'aneto", [1]), ("d’aneto", [1]), ("daneto", [1]), ("'daneto", []),
      ("sajama nevado", [2]), ("nev bol", [2]), ("andes", [0, 2]), ("bolivia argentina", []),
      ("lomnica", [3]), ("snieżka", [3]), ("ŁOMNICA CZECH", [3]),
      ("agri dagi", [4]), ("AĞRI", [4]), ("turkiye", [4]), ("TÜRKİYE", [4]),
      ("monch", [5]), ("mo\u{308}nch", [5]), ("moench", []),
      ("कञ्चन", [6]), ("क", [6]),
      ("富士", [7]), ("山", [7]), ("士山 fuji", [7]),
      ("한", [8]), ("하", [8]), ("라산", [8]), ("ㄴ", []),
      ("эльбрус", [9]), ("ЭЛЬБРУС", [9]), ("эль кав", []),
      ("🏔", [10]), ("🏔️ snow", [10]), ("🇨🇭", [10]), ("🇨🇦", []),
      ("fujihonshu", []), ("mount", [3, 4, 7, 9]),
    ])
  func finds(_ example: (String, [Int])) {
    expectEqual(Self.index.matches(Query(example.0)).map(\.row), example.1)
    expectEqual(Array(Self.index.search(Query(example.0)).rows), example.1)
  }

  @Test("An empty query matches all rows in order and has no best match") func emptyQuery() {
    expectEqual(Self.index.matches(Query(" ")).map(\.row), Array(Self.mountains.indices))
    expectEqual(Self.index.matches(Query("")).ranked().map(\.row), Array(Self.mountains.indices))
    let all = Self.index.search(Query(""))
    #expect(all.rows.isFull && all.count == Self.mountains.count && all.best == nil)
  }

  @Test("An empty index finds nothing, and only an empty query finds rows without text") func emptyRows() {
    var index = SearchIndex()
    #expect(index.isEmpty)
    #expect(index.matches(Query("a")).isEmpty)
    #expect(index.matches(Query("")).isEmpty)
    #expect(index.search(Query("abc def")).count == 0 && index.search(Query("")).count == 0)
    index.append([])
    index.append([""])
    index.append(["a"])
    index.append([])
    expectEqual(index.count, 4)
    #expect(!index.isEmpty)
    expectEqual(index.matches(Query("a")).map(\.row), [2])
    expectEqual(index.matches(Query("")).count, 4)
  }

  @Test("An index of appended rows equals an index created from the rows") func appending() {
    var index = SearchIndex()
    for mountain in Self.mountains { index.append(mountain) }
    expectEqual(index.bytes, Self.index.bytes)
    expectEqual(index.rowEnds, Self.index.rowEnds)
    expectEqual(index.columns.words, Self.index.columns.words)
  }
}
