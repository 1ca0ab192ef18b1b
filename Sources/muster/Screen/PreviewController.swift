import Files
import ListData
import ListKit
import Rows
import Runs

/// A row that the preview shows.
struct PreviewedRow {
  enum Details {
    case known(title: String, text: StyledText)
    /// The details have to be read first.
    case read(@MainActor () async throws -> (title: String, text: StyledText))
  }

  /// The text of the row. The preview stays as it is while the text is the same.
  var text: [UInt8]
  /// The details to show if there is no command.
  var details: Details
  var command: @MainActor (ExecTemplate) async throws -> RowCommand
}

extension PreviewedRow {
  @MainActor
  init(_ run: Run, _ row: Int) {
    text = Array(run.table.bytes[run.table.line(row)])
    let whole = RowDetails(run: run, row: row)
    details = .known(title: whole.title, text: whole.text)
    command = { template in
      try await offMainActor { try template.commands(for: [row], of: run.table)[0] }
    }
  }
}

/// The pane with more about the row under the cursor: the output of the `--preview` command, or else the
/// row's cells.
///
/// ```text
///  cursor moves ─▶ pause ─▶ command ─▶ lines, as they arrive
///        └──── ends the command for the row before
/// ```
@MainActor
final class PreviewController: TextViewController {
  private let template: ExecTemplate?
  private let clock: any Clock<Duration>
  /// The text of the row in the pane. The pane stays as it is while the text is the same.
  private var rowText: [UInt8]?
  private var work: Task<Void, Never>?
  /// The output of the running command so far; nil before its first bytes.
  private var arrived: TextBytes?
  private var sinceArrival: Stopwatch
  /// Shows output that arrived since the last time.
  private var showing: Task<Void, Never>?

  /// How long the cursor has to rest on a row before its command runs.
  private static let rest = Duration.milliseconds(30)
  private static let limits = ChildCommand.Limits(output: 4 << 20, diagnostics: 64 << 10)
  /// Output up to this size is shown whenever more arrives.
  private static let mostAtOnce = 1 << 16
  /// A command that goes on after this pause hardly ends by itself.
  private static let pause = Duration.seconds(1)

  init(template: ExecTemplate?, clock: any Clock<Duration>) {
    self.template = template
    self.clock = clock
    sinceArrival = Stopwatch(clock)
    super.init()
    addKeyCommand(.control("o"), title: "back to the rows", when: .whenNotTyping) { [weak self] in
      self?.perform(.moveFocus(1))
    }
  }

  deinit {
    work?.cancel()
    showing?.cancel()
  }

  /// Shows a row in place of the one before; nil clears the pane and ends a running command.
  func show(_ row: PreviewedRow?) {
    guard row?.text != rowText else { return }
    rowText = row?.text
    work?.cancel()
    showing?.cancel()
    guard let row else { return show(Lines()) }
    if template == nil, case .known(let name, let text) = row.details {
      title = name
      return show(Lines(text))
    }
    work = Task { [weak self, clock, template] in
      do {
        try await clock.sleep(for: Self.rest)
        guard let template else {
          guard case .read(let read) = row.details else { return }
          let (name, text) = try await read()
          guard let self, !Task.isCancelled else { return }
          title = name
          return show(Lines(text))
        }
        let command = try await row.command(template)
        guard let self, !Task.isCancelled else { return }
        title = String(decoding: command.text, as: UTF8.self)
        try await execute(command)
      } catch is CancellationError {
      } catch {
        if !Task.isCancelled { self?.show(Lines("\(error)")) }
      }
    }
  }

  /// Runs a command, and shows its output as it arrives. Cancelling the task ends the command.
  private func execute(_ command: RowCommand) async throws {
    var size = textSize
    // The pane becomes as high as the output.
    if let most = splitViewController?.mostDetailLines { size.lines = max(size.lines, most - 1) }
    var child = try ChildCommand(["sh", "-c"].map { Array($0.utf8) } + [command.text])
    for cell in command.variables.all { child.variables.updateValue(cell.value, forKey: cell.name) }
    child.variables["COLUMNS"] = Array("\(max(size.columns, 1))".utf8)
    child.variables["LINES"] = Array("\(max(size.lines, 1))".utf8)
    (arrived, showing) = (nil, nil)
    let outcome = try await child.run(limits: Self.limits) { [weak self] in await self?.take($0) ?? 0 }
    guard !Task.isCancelled else { return }
    showing?.cancel()
    var shown = RawLines(ofOutput: outcome.bytes).lines
    let said = RawLines(ofOutput: TextBytes(outcome.diagnostics)).lines
    for index in 0..<said.count { shown.append(said[index]) }
    if outcome.isCut { shown.append("… truncated") }
    if !outcome.isCut, let end = outcome.end, !end.isSuccess { shown.append(StyledText("\(end)")) }
    show(shown, fromTop: arrived == nil)
    if arrived == nil { noteLog(outcome.bytes) }
  }

  /// Shows more output of the running command. A long one is shown after a pause in proportion to its size, so that a
  /// command that prints without end leaves time for keys.
  ///
  /// - Parameter bytes: All output so far.
  /// - Returns: The number of bytes at the start that are not kept: only the end of output without end is.
  private func take(_ bytes: TextBytes) -> Int {
    guard !Task.isCancelled else { return 0 }
    let isFirst = arrived == nil
    if !isFirst, sinceArrival.elapsed >= Self.pause { tableView.followsEnd = true }
    sinceArrival = Stopwatch(clock)
    arrived = bytes
    if isFirst || bytes.count <= Self.mostAtOnce {
      show(RawLines(ofOutput: bytes).lines, fromTop: isFirst)
      noteLog(bytes)
    } else if showing == nil {
      showing = Task { [weak self, clock] in
        try? await clock.sleep(for: .microseconds(bytes.count / 4))
        guard let self, !Task.isCancelled, let arrived else { return }
        showing = nil
        show(RawLines(ofOutput: arrived).lines, fromTop: false)
      }
    }
    guard tableView.followsEnd, bytes.count > Self.limits.output / 2 else { return 0 }
    return (Self.limits.output / 4..<bytes.count).first { bytes[$0] == 0x0A }.map { $0 + 1 } ?? 0
  }

  /// Follows the end of a log, whose last lines are the most important.
  private func noteLog(_ bytes: TextBytes) {
    guard !tableView.followsEnd, RunReader.table(bytes).columns.contains(where: { $0.role == .time }) else {
      return
    }
    tableView.followsEnd = true
  }

  private func show(_ lines: Lines, fromTop: Bool = true) {
    // Who has gone to the end of a text that goes on wants to see what comes.
    let count = self.lines.count
    if !fromTop, count > textSize.lines, tableView.indexPathsForVisibleRows.last?.row == count - 1 {
      tableView.followsEnd = true
    }
    self.lines = lines
    if fromTop {
      tableView.followsEnd = false
      tableView.moveCursorToFirstRow()
    }
    makeRoom()
  }

  /// Makes the pane below the rows as high as its text, and never lower while it is open, so that the rows stay where
  /// they are.
  private func makeRoom() {
    guard let split = splitViewController, !split.isDetailHidden else { return }
    let (columns, most) = (max(1, split.size.columns), split.mostDetailLines ?? split.size.lines)
    var needed = 0
    for index in 0..<lines.count where needed < most {
      let width = min(textMetrics.width(of: String(lines[index].text.prefix(columns * most))), columns * most)
      needed += max(1, (width + columns - 1) / columns)
    }
    if !title.isEmpty, needed + 1 >= Self.linesForTitle { needed += 1 }
    split.preferredDetailLines = max(split.preferredDetailLines ?? 0, needed)
  }

  /// The lines of the pane before its text is there.
  static let leastLines = 4
  /// A pane of fewer lines has no title.
  private static let linesForTitle = 8
}
