import ListData
import ListKit

/// The lines of a run as they came, blank ones too; those that are in no row and in no header are marked.
@MainActor
final class RawLinesController: TableViewController {
  private var lines: Lines?
  private var dataSource: TableViewDiffableDataSource<Int, Int>!
  private let table: TextTable
  private let firstLine: Int?
  private var work: Task<Void, Never>?

  /// - Parameter line: the line to go to, counted from 0; nil for the top.
  init(run: Run, title: String, line: Int? = nil) {
    table = run.table
    firstLine = line
    super.init()
    self.title = "\(title), as it came"
    tableView.register(TableViewCell.self, forCellReuseIdentifier: "line")
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] tableView, indexPath, line in
      let cell = tableView.dequeueReusableCell(withIdentifier: "line", for: indexPath)
      if let self { cell.contentConfiguration = content(of: line) }
      return cell
    }
  }

  deinit { work?.cancel() }

  override func viewDidLoad() {
    addKeyCommand(.character("R"), title: "back", when: .hasNoQuery) { [weak self] in
      self?.navigationController?.popViewController()
    }
    guard table.bytes.count > Self.fewBytes else { return show(Self.read(table)) }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    workProgress = .indeterminate
    work = Task { [weak self, table] in
      let lines = await Self.readElsewhere(table)
      guard let self, !Task.isCancelled else { return }
      workProgress = nil
      show(lines)
    }
  }

  /// So many are read while keys wait.
  static let fewBytes = 1 << 20

  private struct Lines: Sendable {
    var table: TextTable
    var snapshot: DiffableDataSourceSnapshot<Int, Int>
    /// Where lines begin that are in no table.
    var others: Set<Int>
  }

  private nonisolated static func read(_ table: TextTable) -> Lines {
    let lines = TextTable(table.bytes, shape: .everyLine)
    return Lines(
      table: lines, snapshot: DiffableDataSourceSnapshot([(0, Array(0..<lines.rowCount))]),
      others: Set(table.linesOutsideTables.map(\.range.lowerBound)))
  }

  @concurrent
  private static func readElsewhere(_ table: TextTable) async -> Lines { read(table) }

  private func show(_ lines: Lines) {
    self.lines = lines
    tableView.backgroundContent = ListContentConfiguration(text: "No lines")
    dataSource.applySnapshotUsingReloadData(lines.snapshot, completion: nil)
    let count = lines.others.count
    statusText = StyledText(
      "\(lines.table.rowCount) line\(lines.table.rowCount == 1 ? "" : "s")"
        + (count == 0 ? "" : ", \(count) of them in no table (\(Self.mark))"))
    if let firstLine, let place = dataSource.indexPath(for: firstLine) { tableView.moveCursor(to: place) }
  }

  /// Stands before lines that are in no table.
  private static let mark = "*"

  private func content(of line: Int) -> ListContentConfiguration {
    guard let lines else { return ListContentConfiguration(text: "") }
    let range = lines.table.line(line)
    let string = String(decoding: lines.table.bytes[range].prefix(RowCells.most), as: UTF8.self)
    let text = StyledText(string, runs: CellColors.runs(of: string, in: range, of: table))
    guard !lines.others.isEmpty else { return ListContentConfiguration(attributedText: text) }
    let isOther = lines.others.contains(range.lowerBound)
    return ListContentConfiguration(
      attributedText: StyledText(isOther ? Self.mark : " ", style: currentTheme.changed.mark)
        .appending(StyledText(" ")).appending(text))
  }
}
