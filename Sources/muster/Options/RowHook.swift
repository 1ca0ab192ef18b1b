import ArgumentParser

/// What happens to a row that a command is run for.
enum RowEvent: Hashable, Sendable {
  case new
  case gone
  /// A cell of one of the columns is another.
  case changed([ColumnReference])

  /// The option that asks for it.
  var option: String {
    switch self {
    case .new: "--on-new"
    case .gone: "--on-gone"
    case .changed: "--on-change"
    }
  }
}

/// A command that is run for each row that came, went or changed: words, without a shell.
///
/// ```text
///  --on-gone 'notify-send {NAME} "was {STATUS}"'      ▶  notify-send │ web-1 │ was Running
///  --on-change STATUS='log {STATUS.old} {STATUS}'     ▶  log │ Running │ Failed
///  --on-new 'sh -c "echo \"$1\" >>log" sh {NAME}'     ▶  sh │ -c │ echo "$1" >>log │ sh │ web-1
/// ```
///
/// A value is a part of one word, whatever stands in it. Where it could be read as a command, it is refused as in `--exec`.
struct RowHook: Hashable, Sendable {
  var event: RowEvent
  var command: HookCommand

  /// The words for a row.
  ///
  /// - Parameters:
  ///   - names: the names of the columns.
  ///   - value: what stands in a column now, or stood there before.
  func words(
    names: ColumnNames, value: (_ column: Int, _ isOld: Bool) -> [UInt8]
  ) throws(RowHook.Refusal) -> [[UInt8]] {
    let count = names.names.count
    do {
      let line = try command.template.commands(for: [0], names: Self.withOldValues(names)) { _, column in
        value(column % count, column >= count)
      }[0]
      return try CommandLineWords.words(line)
    } catch {
      throw refusal(error)
    }
  }

  /// Refuses a command that can never run: with a value where none is safe, or a program that does not exist.
  func check() throws(RowHook.Refusal) {
    do {
      try command.template.check()
      let words = try CommandLineWords(command.template.text).words
      if let first = words.first, !first.contains("{") { _ = try ProgramPath(first) }
    } catch {
      throw refusal(error)
    }
  }

  /// Refuses a command that names a column that does not exist.
  func check(names: ColumnNames) throws(RowHook.Refusal) {
    do {
      try command.template.check(names: Self.withOldValues(names))
      if case .changed(let columns) = event { for column in columns { _ = try column.index(in: names) } }
    } catch {
      throw refusal(error)
    }
  }

  /// Why a command cannot be run.
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  private func refusal(_ error: any Error) -> Refusal {
    let text = "\(error)"
    let reason = text.hasPrefix("--exec: ") ? String(text.dropFirst("--exec: ".count)) : text
    return Refusal(description: "\(event.option): \(reason)")
  }

  /// Each column twice: its value now, and as `NAME.old` the one before.
  private static func withOldValues(_ names: ColumnNames) -> ColumnNames {
    ColumnNames(names.names + names.names.map { "\($0).old" })
  }

  /// A command in the words of a command line.
  struct HookCommand: ExpressibleByArgument, Hashable, Sendable {
    var template: ExecTemplate

    init?(argument: String) {
      guard let template = ExecTemplate(argument: argument),
        let words = try? CommandLineWords(argument).words, !words.isEmpty
      else { return nil }
      self.template = template
    }
  }
}

/// The columns of `--on-change` and its command: `STATUS,READY=command`.
struct ChangeHook: ExpressibleByArgument, Hashable, Sendable {
  var columns: [ColumnReference]
  var command: RowHook.HookCommand

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
      let list = ColumnList(argument: String(argument[..<sign])),
      let command = RowHook.HookCommand(argument: String(argument[argument.index(after: sign)...]))
    else { return nil }
    (columns, self.command) = (list.columns, command)
  }
}

extension UseOptions {
  /// What is run for rows that came, went or changed.
  var hooks: [RowHook] {
    onNew.map { RowHook(event: .new, command: $0) } + onGone.map { RowHook(event: .gone, command: $0) }
      + onChange.map { RowHook(event: .changed($0.columns), command: $0.command) }
  }
}
