import Dispatch
import ListKit
import ListKitCurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A demo's run: on the screen, or, where standard output is no terminal, as plain lines.
@MainActor
enum Session {
  static var isInteractive: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Runs a demo until it ends.
  static func run(_ demo: some Demo) -> Never {
    do {
      if demo.display.dumpsScreen { dump(try demo.makeController(), demo.display) }
      guard isInteractive else { print(try demo.plainLines()) }
      show(try demo.makeController(), demo.display.settings)
    } catch {
      fail("\(error)")
    }
  }

  /// Shows a screen until it ends, gives the terminal back, and exits with the ending's status.
  static func show(_ controller: TableViewController, _ settings: DisplaySettings) -> Never {
    do {
      try prepare(controller, settings)
      try Terminal.runProgram(controller, options: settings.curses)
    } catch {
      fail("\(error)")
    }
  }

  /// Plays a script without a terminal, prints the last picture, and exits.
  private static func dump(_ controller: TableViewController, _ options: DisplayOptions) -> Never {
    do {
      try prepare(controller, options.settings)
    } catch {
      fail("\(error)")
    }
    let terminal = ScriptedTerminal(size: options.size.size, script: options.script)
    Task {
      _ = await Application(screen: terminal, events: terminal).run(controller)
      print((0..<terminal.size.lines).map(terminal.frame.text(ofLine:)))
    }
    dispatchMain()
  }

  private static func prepare(
    _ controller: TableViewController, _ settings: DisplaySettings
  ) throws(ThemeOption.Refusal) {
    controller.tableView.motion = settings.motion
    controller.announcesChanges = settings.announcesChanges
    controller.theme = try settings.theme?.theme()
  }

  /// Prints lines and exits: 0, or 1 where there are none.
  static func print(_ lines: [String]) -> Never {
    for line in lines { Swift.print(line) }
    fflush(nil)
    exit(lines.isEmpty ? 1 : 0)
  }

  private static func fail(_ message: String) -> Never {
    let line = Array("tui-demo: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    exit(2)
  }
}
