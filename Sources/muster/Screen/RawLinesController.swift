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
    show("reading", of: table.bytes) { [table] in
      RawLines(of: table)
    } as: { [weak self] in
      self?.show($0)
    }
  }

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

extension TableViewController {
  /// Up to this many bytes are read at once, while keys wait.
  private static var fewBytes: Int { 1 << 20 }

  /// Fills a page with what it finds in some bytes. Of many, the page shows first that it works; esc leaves
  /// it.
  ///
  /// - Parameter title: What the page does meanwhile.
  func show<Content: Sendable>(
    _ title: String, of bytes: TextBytes, _ make: @escaping @Sendable () -> Content,
    as show: @escaping @MainActor (Content) -> Void
  ) {
    guard bytes.count > Self.fewBytes else { return show(make()) }
    tableView.backgroundContent = ListContentConfiguration(text: title)
    Task {
      let content = try? await progress(of: title) { _ in await offMainActor(make) }
      if let content { show(content) } else { navigationController?.popViewController() }
    }
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
        others.contains(range.lowerBound) ? "\(Self.mark) " : "  ", style: TextStyle(attributes: .bold)
      )
      .appending(text)
    }
  }

  /// Creates the lines of the output of a command.
  init(ofOutput bytes: TextBytes) {
    self.init(of: RunReader.table(bytes, ReaderOptions(format: .lines)))
  }
}
