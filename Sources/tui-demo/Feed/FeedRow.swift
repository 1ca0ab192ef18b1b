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

/// How a job looks as a row.
enum FeedRow {
  static let columns = [
    TableColumn("Job", width: 8...8, priority: 9),
    TableColumn("Project", width: 9...16, priority: 5),
    TableColumn("Branch", width: 8...20, priority: 3),
    TableColumn("State", width: 8...8, alignment: .trailing, priority: 8),
    TableColumn("Done", width: 10...20, priority: 2),
  ]

  static func content(of job: Job) -> ColumnContentConfiguration {
    ColumnContentConfiguration([
      StyledText("#\(job.number)"), StyledText(job.project), StyledText(job.branch),
      StyledText(job.stateText, style: style(of: job)), StyledText(bar(of: job)),
    ])
  }

  private static func style(of job: Job) -> Style {
    switch job.state {
    case .queued: Style(attributes: .dim)
    case .running: .plain
    case .passed: Style(foreground: .palette(2))
    case .failed: Style(foreground: .palette(1), attributes: .bold)
    }
  }

  /// A line as long as what is done: ten characters are all of it.
  private static func bar(of job: Job) -> String {
    guard case .running(let done) = job.state else { return "" }
    return String(repeating: "━", count: max(1, done / 10))
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
