/// An event of a row for which a command runs.
package enum RowEvent: Hashable, Sendable {
  case new
  case gone
  /// A cell of one of the columns changed.
  case changed([ColumnReference])

  package var option: String {
    switch self {
    case .new: "--on-new"
    case .gone: "--on-gone"
    case .changed: "--on-change"
    }
  }
}

/// A command that runs for each row that was added, removed or changed: words, without a shell.
///
/// ```text
///  --on-gone 'notify-send {NAME} "was {STATUS}"'      ▶  notify-send │ web-1 │ was Running
///  --on-change STATUS='log {STATUS.old} {STATUS}'     ▶  log │ Running │ Failed
///  --on-new 'sh -c "echo \"$1\" >>log" sh {NAME}'     ▶  sh │ -c │ echo "$1" >>log │ sh │ web-1
/// ```
///
/// A value is a part of one word, whatever it contains. It is refused where ``ExecTemplate`` refuses it.
package struct RowHook: Hashable, Sendable {
  package var event: RowEvent
  package var command: HookCommand

  package init(event: RowEvent, command: HookCommand) {
    (self.event, self.command) = (event, command)
  }

  /// Finds the columns that the command names, once for all rows.
  package func inserting(_ names: ColumnNames) throws(Refusal) -> ExecTemplate.Inserting {
    do { return try command.template.inserting(Self.withOldValues(names)) } catch { throw refusal(error) }
  }

  /// Returns the words for a row, and its variables: `ROW_STATUS` and `ROW_STATUS_old`.
  ///
  /// - Parameters:
  ///   - template: what ``inserting(_:)`` returned.
  ///   - line: the whole line of the row.
  ///   - value: returns the current value of a column, or its old one.
  package func words(
    _ template: ExecTemplate.Inserting, line: [UInt8], value: (_ column: Int, _ isOld: Bool) -> [UInt8]
  ) throws(Refusal) -> (words: [[UInt8]], variables: RowVariables) {
    let count = template.columnCount / 2
    do {
      let command = try template.command(for: [0]) { _ in
        line
      } value: { _, column in
        value(column % count, column >= count)
      }
      return (try CommandLineWords.words(command.text), command.variables)
    } catch {
      throw refusal(error)
    }
  }

  /// Throws an error if the command names a column that does not exist.
  package func check(names: ColumnNames) throws(Refusal) {
    do {
      try command.template.check(names: Self.withOldValues(names))
      if case .changed(let columns) = event { for column in columns { _ = try column.index(in: names) } }
    } catch {
      throw refusal(error)
    }
  }

  package func refusal(_ error: any Error) -> Refusal {
    Refusal("\(event.option): \(error)")
  }

  /// Returns each column twice: for its current value, and as `NAME.old` for the previous one.
  private static func withOldValues(_ names: ColumnNames) -> ColumnNames {
    ColumnNames(names.names + names.names.map { "\($0).old" })
  }

  /// A command as the words of a command line.
  package struct HookCommand: Hashable, Sendable {
    package var template: ExecTemplate

    package init?(argument: String) {
      guard let template = ExecTemplate(argument: argument),
        let words = try? CommandLineWords(argument).words, !words.isEmpty
      else { return nil }
      self.template = template
      self.template.isShell = false
    }
  }
}

/// The columns of `--on-change` and its command: `STATUS,READY=command`.
package struct ChangeHook: Hashable, Sendable {
  package var columns: [ColumnReference]
  package var command: RowHook.HookCommand

  package init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
      let list = ColumnList(argument: String(argument[..<sign])),
      let command = RowHook.HookCommand(argument: String(argument[argument.index(after: sign)...]))
    else { return nil }
    (columns, self.command) = (list.columns, command)
  }
}
