import ListData
import ListKit

/// The lines of a run as they came, blank ones too, with what was found in them above.
@MainActor
final class RawLinesController: TableViewController {
  private var lines: TextTable?
  private var dataSource: TableViewDiffableDataSource<Int, Int>!
  private let bytes: TextBytes
  private var work: Task<Void, Never>?

  init(run: Run, title: String) {
    bytes = run.table.bytes
    super.init()
    self.title = "\(title), as it came"
    let columns = run.table.columns.map { "\($0.name ?? "?") (\($0.kind))" }.joined(separator: ", ")
    statusText = StyledText("\(run.table.shape.format.rawValue): \(columns)")
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, line in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      cell.textLabel?.text = self?.text(of: line)
      return cell
    }
  }

  deinit { work?.cancel() }

  override func viewDidLoad() {
    addKeyCommand(.character("R"), title: "back to the list", when: .hasNoQuery) { [weak self] in
      self?.navigationController?.popViewController()
    }
    guard bytes.count > Self.fewBytes else { return show(Self.read(bytes)) }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    workProgress = .indeterminate
    work = Task { [weak self, bytes] in
      let lines = await Self.readElsewhere(bytes)
      guard let self, !Task.isCancelled else { return }
      workProgress = nil
      show(lines)
    }
  }

  /// So many are read while keys wait.
  private static let fewBytes = 1 << 20

  private typealias Lines = (table: TextTable, snapshot: DiffableDataSourceSnapshot<Int, Int>)

  private nonisolated static func read(_ bytes: TextBytes) -> Lines {
    let table = TextTable(bytes, shape: .everyLine)
    return (table, DiffableDataSourceSnapshot([(0, Array(0..<table.rowCount))]))
  }

  @concurrent
  private static func readElsewhere(_ bytes: TextBytes) async -> Lines { read(bytes) }

  private func show(_ lines: Lines) {
    self.lines = lines.table
    tableView.backgroundContent = ListContentConfiguration(text: "No lines")
    dataSource.applySnapshotUsingReloadData(lines.snapshot, completion: nil)
  }

  private func text(of line: Int) -> String {
    lines.map { String(decoding: $0.bytes[$0.line(line)].prefix(RowCells.most), as: UTF8.self) } ?? ""
  }
}
