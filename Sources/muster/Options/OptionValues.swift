import ArgumentParser
import ListData
import ListKit
import ListKitCurses
import ListSearch
import Rows
import Runs

/// What values options accept, for the errors about those that they do not.
enum OptionValues {
  static let valid: [(options: Set<String>, values: String)] = [
    (["-n", "--interval"], "give seconds from 0.1 to 86400, as 0.5, or 0 to run it by F5 only"),
    (["-k", "--key"], "give columns by name or number, as NAME,2, or line, or none"),
    (["-d", "--delimiter"], "give one ASCII character, or \\t"),
    (["--header"], "give the number of a line, from 1, or none"),
    (["--table"], "give the number of a table, from 1"),
    (["--context"], "give a number of rows, as 3"),
    (["--jobs"], "give a number from 1 to 10000"),
    (["--speed"], "give a factor, as 10x or 0.5"),
    (["--course"], "give a column, and its key if need be, as 'cpu by PID'"),
    (["--history"], "give MiB from 0 to 1048576"),
    (["-s", "--sort"], "give columns by name or number, as NAME,-2"),
    (["-g", "--group"], "give columns by name or number, as NAME,2"),
    (["-t", "--tree"], "give a column by name or number, as PPID or PPID:COMMAND"),
    (["--tree-path"], "give a column by name or number"),
    (["-c", "--columns"], "give columns by name or number, as NAME,2"),
    (["--keep"], "give a time, as 90, 30s, 5m or 1h30m, or always"),
    (["--timeout"], "give a time, as 90, 30s, 5m or 1h30m"),
    (
      ["--total"],
      "give columns with their totals, as size=sum,cpu=mean; totals are "
        + ColumnTotal.Kind.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (["-o", "--output"], "or a text with {COLUMN} in it"),
    (["-x", "--exec"], "give a command, as 'kill {PID}', or with a key, as k='kill {PID}'"),
    (["--preview"], "give a command, as 'cat {1}'"),
    (
      ["--until"],
      "give a query, as status:=Running, or change, gone=KEY, all, none or count>=3 before a query"
    ),
    (["--on-new", "--on-gone"], "give a command, as 'log {NAME}'"),
    (["--on-change"], "give columns and a command, as STATUS='log {NAME} {STATUS}'"),
    (["--height"], "give lines or a share of the terminal, as 12 or 40%"),
    (["--size"], "give columns and lines, as 80x24"),
  ]
}

extension ColumnList: ExpressibleByArgument {}
extension ColumnReference: ExpressibleByArgument {}
extension ChangeHook: ExpressibleByArgument {}
extension CourseOption: ExpressibleByArgument {}
extension DelimiterOption: ExpressibleByArgument {}
extension ExecTemplate: ExpressibleByArgument {}
extension FormatOption: ExpressibleByArgument {}
extension HeaderOption: ExpressibleByArgument {}
extension HistoryBound: ExpressibleByArgument {}
extension Interval: ExpressibleByArgument {}
extension KeepOption: ExpressibleByArgument {}
extension KeyOption: ExpressibleByArgument {}
extension RowHook.HookCommand: ExpressibleByArgument {}
extension RunsOption: ExpressibleByArgument {}
extension SortOption: ExpressibleByArgument {}
extension SpeedOption: ExpressibleByArgument {}
extension TableNumber: ExpressibleByArgument {}
extension TimeLimit: ExpressibleByArgument {}
extension TotalOption: ExpressibleByArgument {}
extension TreeOption: ExpressibleByArgument {}
extension UntilOption: ExpressibleByArgument {}

extension OutputFormat: ExpressibleByArgument {
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
