import ListKit

/// A table of numbered rows on a screen of 50 lines and 100 columns that nobody looks at.
@MainActor
final class Rows {
  let table = TableView()
  let dataSource: TableViewDiffableDataSource<Int, Int>
  private var now = Duration.zero
  private static let size = Size(columns: 100, lines: 50)

  init(text: @escaping (Int) -> String) {
    table.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = TableViewDiffableDataSource(tableView: table) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = text(item)
      return cell
    }
  }

  func show(_ items: [Int]) {
    dataSource.apply(DiffableDataSourceSnapshot([(0, items)]))
  }

  /// Draws the next picture, a moment after the last one.
  func draw(after pause: Duration = .milliseconds(16)) {
    now += pause
    var canvas = Canvas(
      size: Self.size, traits: ScreenTraits(colorDepth: .trueColor, userInterfaceStyle: .dark) { _ in 1 })
    table.draw(in: &canvas, at: now)
    precondition(canvas.frame.size == Self.size)
  }
}
