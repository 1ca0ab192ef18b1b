import LibC
import ListData
import ListKit
import ListKitCurses
import Rows
import Runs

/// Commands of `--exec` on a screen: the menu, the question, and the terminal while they run.
extension TableViewController {
  /// Performs the only action, or shows a menu of several, for `x`.
  func choose(among actions: [RowAction], _ perform: @escaping @MainActor (RowAction) -> Void) {
    guard actions.count > 1 else { return perform(actions[0]) }
    let menu = AlertController(title: "Run", preferredStyle: .actionSheet)
    for action in actions {
      menu.addAction(AlertAction(title: action.menuTitle) { _ in perform(action) })
    }
    present(menu)
  }

  /// Runs the commands of an action one after the other. Asks first, if the action requires it.
  ///
  /// - Parameters:
  ///   - rows: The rows in words: the name of the only one, or their number.
  ///   - hidden: How many of the rows are marked and hidden, which the question says.
  ///   - ended: Called with the result in words.
  func run(
    _ commands: [RowCommand], of action: RowAction, for rows: String, hidden: Int = 0,
    ended: @escaping @MainActor (String) -> Void
  ) {
    let run = { @MainActor in
      let name = commands.count == 1 ? EscapedText(commands[0].text).text : "\(commands.count) commands"
      _ = Task { ended(await Self.outcome(of: commands, name)) }
    }
    guard action.asks else { return run() }
    let parts = [Self.note(ofHidden: hidden), Self.text(of: commands)].compactMap(\.self)
    ask("Run it for \(rows)?", message: parts.joined(separator: "\n\n"), run)
  }

  /// Asks a question, and calls the function if the answer is yes. Enter alone means no.
  ///
  /// - Parameter key: A key that means yes too, besides `y`.
  func ask(
    _ question: String, message: String, key: Character? = nil, _ action: @escaping @MainActor () -> Void
  ) {
    let alert = AlertController(title: question, message: message)
    alert.addAction(AlertAction(title: "No", style: .cancel))
    let yes = AlertAction(title: "Yes", style: .destructive) { _ in action() }
    yes.key = key
    alert.addAction(yes)
    present(alert)
  }

  /// Returns the sentence about hidden rows; nil if there are none.
  private static func note(ofHidden count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "One marked row is hidden."
    default: "\(count) marked rows are hidden."
    }
  }

  /// The maximum number of commands that a question lists.
  private static var mostCommands: Int { 1000 }

  /// Returns the commands as they will run, each in its own lines.
  private static func text(of commands: [RowCommand]) -> String {
    let rest = commands.count - mostCommands
    let lines = commands.prefix(mostCommands).map { EscapedText($0.text).text }
    return (lines + (rest > 0 ? ["and \(rest) more commands"] : [])).joined(separator: "\n")
  }

  /// Runs each command as a script of its own: sets and unsets its variables, `NAME=value` and `-NAME`, then
  /// runs it. Ctrl-c ends the running one and those that follow.
  private static let script = #"""
    status=0
    for word; do
      case $word in
        =*) sh -c "${word#=}" || status=$? ;;
        -*) unset "${word#-}" ;;
        *) export "$word" ;;
      esac
    done
    exit $status
    """#

  private static func outcome(of commands: [RowCommand], _ name: String) async -> String {
    var status: Int32 = 0
    await Terminal.suspended {
      for words in scriptWords(of: commands) where status >= 0 && status != 128 + SIGINT {
        let first = ["sh", "-c", script, "sh"].map { Array($0.utf8) }
        let latest = await Terminal.run("/bin/sh", arguments: first + words, holdsOutput: true)
        if latest != 0 { status = latest }
      }
    }
    return switch status {
    case 0: "done: \(name)"
    case -1: "not started: \(name)"
    default: "exit status \(status): \(name)"
    }
  }
}

/// Returns the arguments of the script for some commands, in as many parts as the system's limit for the
/// arguments of one program requires.
private func scriptWords(of commands: [RowCommand]) -> [[[UInt8]]] {
  var (parts, size) = ([[[UInt8]]](), 0)
  for command in commands {
    let words =
      command.variables.all.map { variable in
        variable.value.map { Array("\(variable.name)=".utf8) + $0 } ?? Array("-\(variable.name)".utf8)
      } + [Array("=".utf8) + command.text]
    // Each argument has a terminating zero and an address.
    let count = words.reduce(0) { $0 + $1.count + 9 }
    if parts.isEmpty || size + count > 1 << 19 { (parts, size) = (parts + [[]], 0) }
    parts[parts.count - 1] += words
    size += count
  }
  return parts
}
