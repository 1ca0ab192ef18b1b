import ArgumentParser
import ListData
import ListKit
import Rows
import Runs

extension MusterOptions {
  /// The number of options that name hosts.
  var waysToHosts: Int { [reading.each, reading.eachFile, reading.eachLine].count { $0 != nil } }

  /// Whether the command line names two files to compare.
  var isComparison: Bool { files.count == 2 && database == nil && !reading.all }

  /// Throws an error if options contradict each other, or the input: what ``OptionSpec`` declares of each option,
  /// and rules with a message of their own, in this order.
  func check() throws {
    func refuse(_ message: String?) throws { if let message { throw ValidationError(message) } }
    func refuse(if isBroken: Bool, _ message: @autoclosure () -> String) throws {
      if isBroken { throw ValidationError(message()) }
    }
    let (reading, start, use) = (reading, start, use)
    try refuse(if: !files.isEmpty && !command.isEmpty, "a file and a command; give one of them")
    try refuse(
      if: files.count { $0 == "-" } > 1, "standard input can be read only once; give one '-'")

    // Input
    let isFileless = !command.isEmpty || files.isEmpty || files.contains("-")
    try refuse(if: reading.all && isFileless, "--all needs files; give their names")
    try refuse(OptionSpec.misplaced(in: .twoFiles, .joinedFiles, options: self))
    try refuse(if: isComparison && use.explain, "--explain takes one input; give one file")
    try refuse(
      if: reading.update && ![.auto, .off].contains(reading.runs),
      "--update and --runs exclude each other; give one of them")
    try refuse(OptionSpec.lacking(.update, in: self))
    let isOutline = start.group != nil || start.tree != nil
    try refuse(
      if: start.group != nil && start.tree != nil, "--group and --tree exclude each other; give one of them")
    try refuse(
      if: start.treePath != nil && isOutline, "--tree-path excludes --group and --tree; give one of them")
    try refuse(
      if: reading.key == .line && start.tree != nil, "--tree needs a key of columns; leave out --key line")
    try refuse(if: start.limit.map { $0 < 1 } ?? false, "--limit takes a number of rows, 1 or more")
    try refuse(
      if: start.limit != nil && (start.tree != nil || start.treePath != nil),
      "--limit does not apply to a tree; leave it out")
    try refuse(
      if: start.meter?.columns.contains { $0.kind.isShare } ?? false,
      "--meter shows a total of all rows, which has no share; give sum, mean, median, range or distinct")
    try refuse(
      if: database != nil && start.columns?.computed.isEmpty == false,
      "--columns: an expression does not apply to a database; compute the column with --sql")
    try refuse(if: start.context < 0, "--context takes a number of rows, 0 or more")
    try refuse(
      if: start.context > 0 && use.isPicker,
      "--context needs the order of the input, and a picker ranks; leave one of them out")
    try refuse(
      if: reading.delimiter != nil && ![.auto, .csv, .tsv].contains(reading.format),
      "--delimiter applies to --format csv only")

    // Hosts
    try refuse(OptionSpec.lacking(.each, in: self))
    try refuse(
      if: waysToHosts > 1, "--each, --each-file and --each-line exclude each other; give one")
    try refuse(
      if: waysToHosts > 0 && command.isEmpty,
      "--each needs a command, as: muster --each 'web1 web2' -- ssh {} ps aux")
    try refuse(OptionSpec.misplaced(in: .each, options: self))
    try refuse(if: !(1...10_000).contains(reading.jobs ?? 1), "--jobs: give a number from 1 to 10000")
    try refuse(
      if: !(128...1_048_576).contains(reading.memory ?? 128), "--memory: give MiB from 128 to 1048576")
    try refuse(if: reading.hostColumn?.isEmpty ?? false, "--as: give a name")

    // Databases
    try refuse(OptionSpec.lacking(.statement, in: self))
    try refuse(OptionSpec.lacking(.database, in: self))
    let isTable = databaseSubject?.table != nil
    try refuse(if: isTable && reading.sql != nil, "a table and --sql; give one of them")
    try refuse(OptionSpec.misplaced(in: .database, .table, options: self))
    try refuse(
      if: isTable && reading.key != nil && databaseKey == nil, "--key takes columns of the table")

    // Actions
    try refuse(
      if: use.print && use.isPicker && start.query == nil,
      "--print has no screen to pick on; give --query to print the matches ranked")
    try refuse(OptionSpec.misplaced(in: .print, options: self))
    try refuse(
      if: use.explain && (use.isPicker || !use.exec.isEmpty || use.until != nil),
      "--explain prints what was found and has no screen; leave other actions out")
    try refuse(
      if: use.explain && (reading.follow || reading.update),
      "--explain reads the input once; leave out --follow and --update")
    try refuse(OptionSpec.lacking(.until, in: self))
    try refuse(
      if: use.events && use.output != nil && use.output != .json,
      "--events prints JSON Lines; leave out --output")
    let name = [start.name, use.save].compactMap(\.self).first { !RecipeFile.isName($0) }
    try refuse(name.map(RecipeFile.notAName))
    try refuse(
      if: use.record != nil && reading.follow,
      "--record writes complete runs, and --follow has one that grows; leave one of them out")
    try refuse(OptionSpec.lacking(.replay, in: self))
    let isOneFile = files.count == 1 && files != ["-"]
    try refuse(
      if: use.course != nil && (use.replay || !isOneFile),
      "--course needs the file of a recording, without --replay")
    try refuse(if: use.replay && !isOneFile, "--replay needs the file of a recording")
    try refuse(OptionSpec.lacking(.changes, in: self))
    try refuse(OptionSpec.misplaced(in: .picker, options: self))
    try refuse(OptionSpec.lacking(.picker, in: self))
    try refuse(
      use.exec.compactMap(\.unknownKey).first.map {
        "--exec: '\($0)' is no key; a key is a character, ctrl-k, alt-k or enter; with a name k:\($0)=…; a variable: env \($0)=…"
      })
    let typed = use.isPicker ? use.exec.first { $0.key == nil || $0.isTyped }?.template.text : nil
    try refuse(typed.map { "letters are typed in a picker; give '\($0)' a key, as alt-x='\($0)'" })
    let keys = use.exec.compactMap(\.key)
    try refuse(
      if: use.isPicker && keys.contains(.enter),
      "--exec: enter picks the row in a picker; use another key, as alt-enter")
    let double = keys.indices.first { keys[..<$0].contains(keys[$0]) }
    try refuse(double.map { "--exec: two commands for the key \(keys[$0].name())" })
    try refuse(if: keys.contains(.control("c")), "--exec: ctrl-c quits; use another key")
    let bound = use.bind.map(\.key)
    try refuse(if: bound.contains(.control("c")), "--bind: ctrl-c quits; use another key")
    try refuse(
      bound.indices.first { keys.contains(bound[$0]) || bound[..<$0].contains(bound[$0]) }.map {
        "\(bound[$0].name()) is the key of two actions; give one of them another key"
      })
    try refuse(
      if: use.output?.template != nil && database == nil && files.count == 2 && !use.isPicker,
      "--output with {COLUMN} does not apply to two files; use raw, tsv, csv or json")
    try refuse(
      if: use.output == .raw && start.columns != nil,
      "--output raw prints whole lines; with --columns use tsv, csv or json")
  }
}
