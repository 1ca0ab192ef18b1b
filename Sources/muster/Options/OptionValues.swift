import ArgumentParser
import ListData
import ListKit
import ListKitCurses
import Rows
import Runs

extension ColumnList: ExpressibleByArgument {}
extension ColumnsOption: ExpressibleByArgument {}
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
