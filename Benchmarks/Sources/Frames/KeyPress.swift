import ListKit
import ListSearch
import PositionSets

/// What a key press in a list of texts is made of: the filter, the snapshot, its difference, the frame.
@MainActor
func reportKeyPress(rows count: Int) {
  let texts = (0..<count).map(text(of:))
  let index = SearchIndex(texts) { [$0] }
  let rows = Rows { texts[$0] }
  rows.show(Array(0..<count))
  rows.draw()
  print("a key in a list of \(count) texts, medians in ms; 'table' is difference and frame")
  for typed in ["r", "ri", "rid", "ridge 77", "ridge", "zzz", ""] {
    var stages = [[Double]](repeating: [], count: 4)
    let before = rows.dataSource.snapshot()
    for _ in 0..<7 {
      rows.dataSource.apply(before, animatingDifferences: false)
      // The first row may leave; then the cursor has to find another one.
      rows.table.perform(.first)
      rows.draw(after: .seconds(10))
      var result = index.search(Query(""))
      var snapshot = DiffableDataSourceSnapshot<Int, Int>()
      stages[0].append(time { result = index.search(Query(typed)) })
      stages[1].append(time { snapshot = DiffableDataSourceSnapshot([(0, Array(result.rows))]) })
      stages[2].append(time { rows.dataSource.apply(snapshot) })
      stages[3].append(time { rows.draw() })
    }
    let times = stages.map { $0.sorted()[$0.count / 2] / 1000 }
    let share = (times[2] + times[3]) / times.reduce(0, +)
    print(
      padded("'\(typed)'", 12), padded("filter \(rounded(times[0]))", 16),
      padded("snapshot \(rounded(times[1]))", 18), padded("difference \(rounded(times[2]))", 20),
      padded("frame \(rounded(times[3]))", 14), "table \(Int((share * 100).rounded())) %")
  }
}

/// A name of two words and a number, spread so that each letter narrows the list.
private func text(of row: Int) -> String {
  let first = ["Mount", "Pico", "Cerro", "Gunung", "Jebel", "Ridge", "Peak", "Cima", "Puncak", "Aiguille"]
  let second = [
    "Roja", "Blanc", "Negro", "Tahat", "Aorai", "Ridge", "Lenin", "Verde", "Ararat", "Kailas", "Uhud",
  ]
  return "\(first[row % first.count]) \(second[row % second.count]) \(row)"
}
