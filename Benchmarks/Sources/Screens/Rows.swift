package import ListKit

/// A table of numbered rows on a screen of 50 lines and 100 columns without a terminal.
@MainActor
package final class Rows {
  package let table = TableView()
  package let dataSource: TableViewDiffableDataSource<Int, Int>
  private var now = Duration.zero

  package init(text: @escaping (Int) -> String) {
    table.register(TableViewCell.self, forCellReuseIdentifier: "row")
    dataSource = TableViewDiffableDataSource(tableView: table) { tableView, indexPath, item in
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: text(item))
      return cell
    }
  }

  /// Draws the next frame, some time after the last one.
  package func draw(after pause: Duration = .milliseconds(16)) {
    now += pause
    let size = ScreenSize(columns: 100, lines: 50)
    var canvas = Canvas(
      size: size, traits: ScreenTraits(colorDepth: .trueColor, userInterfaceStyle: .dark) { _ in 1 })
    table.draw(in: &canvas, at: now)
    precondition(canvas.frame.size == size)
  }
}
