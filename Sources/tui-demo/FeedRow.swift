import ListKit

extension Job {
  /// Its state in a word or a number.
  var stateText: String {
    switch state {
    case .queued: "waiting"
    case .running(let done): "\(done) %"
    case .passed: "passed"
    case .failed: "failed"
    }
  }
}

/// How a job looks as a row: texts in columns, and a bar in the last.
struct FeedRow: ContentConfiguration {
  var job: Job

  static let columns = [
    TableColumn("Job", width: 8...8, priority: 9),
    TableColumn("Project", width: 9...16, priority: 5),
    TableColumn("Branch", width: 8...20, priority: 3, isSecondary: true),
    TableColumn("State", width: 8...8, alignment: .trailing, priority: 8),
    TableColumn("Done", width: 10...20, priority: 2),
  ]

  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int { 1 }

  func draw(in canvas: inout Canvas, context: CellContext) {
    texts(in: context.theme).draw(in: &canvas, context: context)
    let bar = context.columns.first { $0.index == Self.columns.count - 1 }
    if let bar { drawBar(in: &canvas, over: bar, context: context) }
  }

  private func texts(in theme: Theme) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      StyledText("#\(job.number)"), StyledText(job.project), StyledText(job.branch),
      StyledText(job.stateText, style: style(in: theme)),
    ])
  }

  private func style(in theme: Theme) -> Style {
    switch job.state {
    case .queued: theme.secondaryText
    case .running: .plain
    case .passed: Style(foreground: theme.inserted.mark.foreground)
    case .failed: Style(foreground: theme.deleted.mark.foreground, attributes: .bold)
    }
  }

  /// A line as long as what is done: the whole column is all of it.
  private func drawBar(in canvas: inout Canvas, over column: PlacedColumn, context: CellContext) {
    guard case .running(let done) = job.state else { return }
    let room = Rect(line: 0, column: column.range.lowerBound, columns: column.range.count, lines: 1)
    canvas.inside(room) { canvas in
      let line = String(repeating: context.symbols.rule, count: max(1, canvas.size.columns * done / 100))
      canvas.write(StyledText(line), style: context.theme.changed.mark)
    }
  }

  static func panel(of job: Job) -> Panel {
    Panel(
      title: "Job #\(job.number)",
      lines: [
        Panel.Line("Project", StyledText(job.project)), Panel.Line("Branch", StyledText(job.branch)),
        Panel.Line("State", StyledText(job.stateText)),
      ])
  }
}
