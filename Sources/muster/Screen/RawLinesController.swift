import ListData
import ListKit
import Rows

/// The unchanged lines of a run, including blank ones. Lines that are in no row and in no header are marked.
@MainActor
final class RawLinesController: TextViewController {
  private let table: TextTable
  private let firstLine: Int?

  /// - Parameter line: The line to go to, counted from 0; nil for the first.
  init(run: Run, title: String, line: Int? = nil) {
    table = run.table
    firstLine = line
    super.init()
    self.title = "\(title), unchanged"
    wrapsLines = false
    addKeyCommand("R", title: "back") { [weak self] in
      self?.navigationController?.popViewController()
    }
  }

  override func viewDidLoad() {
    guard table.bytes.count > Self.fewBytes else { return show(RawLines(of: table)) }
    tableView.backgroundContent = ListContentConfiguration(text: "reading")
    Task { [table] in
      let lines = try? await progress(of: "reading") { _ in await offMainActor { RawLines(of: table) } }
      if let lines { show(lines) } else { navigationController?.popViewController() }
    }
  }

  /// Up to this many bytes are read at once, while keys wait.
  static let fewBytes = 1 << 20

  private func show(_ raw: RawLines) {
    lines = raw.lines
    tableView.backgroundContent = ListContentConfiguration(text: "No lines")
    let count = raw.otherCount
    statusText = StyledText(
      "\(lines.count) line\(lines.count == 1 ? "" : "s")"
        + (count == 0 ? "" : ", \(count) of them in no table (\(RawLines.mark))"))
    if let firstLine { scrollToLine(at: firstLine) }
  }
}

/// All lines of the text of a table, in their original colours.
struct RawLines: Sendable {
  let lines: TextViewController.Lines
  /// The number of lines that are in no table; ``mark`` precedes them.
  let otherCount: Int

  static let mark = "*"

  /// - Complexity: O(*n*) in the number of bytes.
  init(of table: TextTable) {
    let all = RunReader.table(table.bytes, by: .everyLine)
    let others = Set(table.linesOutsideTables.map(\.range.lowerBound))
    otherCount = others.count
    lines = TextViewController.Lines(count: all.rowCount) { index in
      let range = all.line(index)
      let string = String(decoding: table.bytes[range].prefix(RowCells.most), as: UTF8.self)
      let text = StyledText(string, runs: CellColors.runs(of: string, in: range, of: table))
      guard !others.isEmpty else { return text }
      return StyledText(
        others.contains(range.lowerBound) ? "\(Self.mark) " : "  ", style: Style(attributes: .bold)
      )
      .appending(text)
    }
  }

  /// Creates the lines of the output of a command.
  init(ofOutput bytes: TextBytes) {
    self.init(of: RunReader.table(bytes, ReaderOptions(format: .lines)))
  }
}
