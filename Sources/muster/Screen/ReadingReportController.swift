import ListData
import ListKit
import Rows
import Runs

/// The page about how a run was read: format, columns, key, other lines, and the option that changes each. Enter
/// reads the input as the entry under the cursor says, or shows the line that it is about.
@MainActor
final class ReadingReportController: TableViewController {
  private struct Item: Hashable, Sendable {
    var part: Int
    var entry: Int
  }

  private let run: Run
  private let source: Source
  private let choose: (ReaderOptions) -> Void
  private var findings: ReadingReport?
  private var dataSource: TableViewDiffableDataSource<Int, Item>!

  /// - Parameter choose: Reads the input with other options.
  init(run: Run, source: Source, choose: @escaping (ReaderOptions) -> Void) {
    self.run = run
    self.source = source
    self.choose = choose
    super.init()
    title = "how \(source.title) was read"
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] in
      self?.content(of: $0) ?? ListContentConfiguration()
    }
    dataSource.headerProvider = { [weak self] in self?.header(of: $0) }
    tableView.primaryAction = { [weak self] _ in self?.act() }
    tableView.primaryActionTitle = "read it so, or show its line"
    addKeyCommand("R", title: "the unchanged input") { [weak self] in
      self?.showLines()
    }
    keyHints = [KeyHint("R", "input")]
  }

  override func viewDidLoad() {
    let alternatives = source.identity.alternatives(of: run.schema)
    show("looking", of: run.table.bytes) { [run, title = source.title] in
      ReadingReport(of: run, title: title, alternatives: alternatives)
    } as: { [weak self] in
      self?.show($0)
    }
  }

  private func show(_ findings: ReadingReport) {
    self.findings = findings
    let sections = findings.parts.enumerated().map { part, found in
      (part, found.entries.indices.map { Item(part: part, entry: $0) })
    }
    dataSource.applySnapshotUsingReloadData(DiffableDataSourceSnapshot(sections), completion: nil)
  }

  private func content(of item: Item) -> ListContentConfiguration? {
    guard let entry = findings?.parts[item.part].entries[item.entry] else { return nil }
    var text = StyledText(entry.text)
    if !entry.option.isEmpty {
      text = text.appending(StyledText("   \(entry.option)", style: currentTheme.secondaryText))
    }
    var content = ListContentConfiguration(
      attributedText: StyledText(entry.name), secondaryAttributedText: text, arrangement: .caption)
    // An option that is cut cannot be typed.
    if !entry.option.isEmpty { content.secondaryTextProperties.numberOfLines = 0 }
    return content
  }

  private func header(of part: Int) -> ListContentConfiguration? {
    guard part > 0, let part = findings?.parts[part] else { return nil }
    return ListContentConfiguration(
      text: part.title, secondaryText: part.option.isEmpty ? nil : part.option, arrangement: .inline)
  }

  /// The entry under the cursor.
  private var entry: ReadingReport.Entry? {
    dataSource.cursorItemIdentifier.flatMap { findings?.parts[$0.part].entries[$0.entry] }
  }

  private func act() {
    guard let reader = entry?.reader else { return showLines() }
    navigationController?.popViewController()
    choose(reader)
  }

  /// Shows the input, at the line of the entry under the cursor.
  private func showLines() {
    navigationController?.pushViewController(
      RawLinesController(run: run, title: source.title, line: entry?.line))
  }
}
