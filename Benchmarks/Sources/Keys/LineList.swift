import ListKit
import ListSearch

/// A list of lines that is filtered as people type, on a screen of 50 lines and 100 columns that nobody looks at.
@MainActor
final class LineList {
  private let index: SearchIndex
  private let all: DiffableDataSourceSnapshot<Int, Int>
  private let table = TableView()
  private let dataSource: TableViewDiffableDataSource<Int, Int>
  private var now = Duration.zero

  init(_ lines: [String]) {
    index = SearchIndex(lines) { [$0] }
    all = DiffableDataSourceSnapshot([(0, Array(lines.indices))])
    table.register(TableViewCell.self, forCellReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: table) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      cell.textLabel?.text = lines[item]
      return cell
    }
    dataSource.apply(all)
    draw(after: .seconds(10))
  }

  /// Milliseconds from a key to its frame, and of its parts: search, snapshot, difference, frame.
  func timesOfKey(from before: String, to typed: String) -> (whole: Double, parts: [Double]) {
    var parts = [[Double]](repeating: [], count: 4)
    for _ in 0..<9 {
      dataSource.apply(snapshot(of: index.search(Query(before))), animatingDifferences: false)
      table.perform(.first)
      draw(after: .seconds(10))
      var result: SearchResult?
      var snapshot = all
      parts[0].append(milliseconds { result = index.search(Query(typed)) })
      parts[1].append(milliseconds { snapshot = self.snapshot(of: result!) })
      parts[2].append(milliseconds { dataSource.apply(snapshot) })
      parts[3].append(milliseconds { draw(after: .milliseconds(16)) })
    }
    let whole = parts[0].indices.map { round in parts.reduce(0) { $0 + $1[round] } }
    return (median(whole), parts.map(median))
  }

  /// Milliseconds that a search takes.
  func timeOfSearch(for typed: String) -> Double {
    median(
      (0..<9).map { _ in milliseconds { precondition(index.search(Query(typed)).count <= index.count) } })
  }

  private func snapshot(of result: SearchResult) -> DiffableDataSourceSnapshot<Int, Int> {
    result.query.isEmpty ? all : all.restricted(toItemsAt: result.rows)
  }

  private func draw(after pause: Duration) {
    now += pause
    var canvas = Canvas(
      size: Size(columns: 100, lines: 50),
      traits: ScreenTraits(colorDepth: .trueColor, userInterfaceStyle: .dark) { _ in 1 })
    table.draw(in: &canvas, at: now)
  }
}

@MainActor
func milliseconds(_ work: () -> Void) -> Double { ContinuousClock().measure(work) / .milliseconds(1) }

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
