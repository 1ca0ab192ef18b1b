import ListData
import ListKit

/// The lines of a run as they came, with what was found in them above.
@MainActor
final class RawLinesController: TableViewController {
  private let lines: TextTable
  private var dataSource: TableViewDiffableDataSource<Int, Int>!

  init(run: Run, title: String) {
    let bytes = run.table.bytes
    lines = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .lines)))
    super.init()
    self.title = "\(title), as it came"
    let columns = run.table.columns.map { "\($0.name ?? "?") (\($0.kind))" }.joined(separator: ", ")
    statusText = StyledText("\(run.table.shape.format.rawValue): \(columns)")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [lines] tableView, indexPath, line in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      cell.textLabel?.text = String(decoding: lines.bytes[lines.line(line)], as: UTF8.self)
      return cell
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, Array(0..<lines.rowCount))]), completion: nil)
  }
}
