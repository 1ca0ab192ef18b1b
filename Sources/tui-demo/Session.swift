import Dispatch
import LibC
import ListKit
import ListKitCurses

/// A demo's run: on the screen, or, where standard output is no terminal, as plain lines.
@MainActor
enum Session {
  static var isInteractive: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Runs a demo until it ends.
  static func run(_ demo: some Demo) -> Never {
    do {
      let display = demo.display
      if display.dumpsScreen { dump(try demo.makeController(), display) }
      guard isInteractive else {
        if display.script != nil { throw NoScreenForScript() }
        print(try demo.plainLines())
      }
      guard let script = display.script else { show(try demo.makeController(), display.settings) }
      play(script, try demo.makeController(), display.settings)
    } catch {
      fail(error)
    }
  }

  /// Shows a screen until it ends, gives the terminal back, and exits with the ending's status.
  static func show(_ controller: ViewController, _ settings: DisplaySettings) -> Never {
    do {
      try prepare(controller, settings)
    } catch {
      fail(error)
    }
    Terminal.main(controller, options: settings.curses)
  }

  /// Shows a screen on the terminal, wherever the output goes, and prints what was chosen on it; 130 where nothing was.
  static func choose(
    settings: DisplaySettings, _ make: () throws -> TableViewController, answer: () -> [UInt8]?
  ) async -> Never {
    do {
      let controller = try make()
      try prepare(controller, settings)
      let ending = try await Terminal.run(controller, options: settings.curses)
      guard let answer = answer() else { exit(ending == .finished(status: 0) ? 130 : ending.exitStatus) }
      var output = StandardOutput()
      try output.write(bytes: answer)
      try output.finish()
      exit(0)
    } catch {
      fail(error)
    }
  }

  /// Plays a script on the terminal, then leaves it to its user, as ``show(_:_:)`` does from the beginning.
  private static func play(
    _ script: KeyScript, _ controller: ViewController, _ settings: DisplaySettings
  ) -> Never {
    Task {
      do {
        try prepare(controller, settings)
        let ending = try await CursesScreen.run(options: settings.curses) { screen in
          let scripted = ScriptedScreen(screen, script: script)
          return await Application(screen: scripted, events: scripted) { screen.invalidate() }.run(controller)
        }
        exit(ending.exitStatus)
      } catch CursesError.noTerminal {
        fail(NoScreenForScript())
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  private struct NoScreenForScript: Error, CustomStringConvertible {
    let description = "--script needs a terminal or --dump-screen"
  }

  /// Plays a script without a terminal, prints the last picture, and exits with the status of the ending.
  private static func dump(_ controller: ViewController, _ options: DisplayOptions) -> Never {
    do {
      try prepare(controller, options.settings)
    } catch {
      fail(error)
    }
    let terminal = ScriptedTerminal(size: options.size.size, script: options.script)
    Task {
      let ending = await Application(screen: terminal, events: terminal).run(controller)
      put((0..<terminal.size.lines).map(terminal.frame.text(ofLine:)))
      exit(exitStatus(ofScript: ending))
    }
    dispatchMain()
  }

  /// Where the program did not end before its script did, no more events are no failure.
  static func exitStatus(ofScript ending: Application.Ending) -> Int32 {
    ending == .hangup ? 0 : ending.exitStatus
  }

  private static func prepare(
    _ controller: ViewController, _ settings: DisplaySettings
  ) throws(ThemeOption.Refusal) {
    controller.motion = settings.motion
    controller.announcesChanges = settings.announcesChanges
    controller.theme = try settings.theme?.theme()
  }

  /// Prints lines and exits: 0, or 1 where there are none.
  static func print(_ lines: [String]) -> Never {
    put(lines)
    exit(lines.isEmpty ? 1 : 0)
  }

  private static func put(_ lines: [String]) {
    do {
      var output = StandardOutput()
      for line in lines { try output.write(line: line) }
      try output.finish()
    } catch {
      fail(error)
    }
  }

  /// Ends with what the parser says of a command line, several lines on standard error.
  static func refuse(_ text: String, status: Int32) -> Never {
    // What was typed is quoted in it, at times in parts.
    let typed = CommandLine.arguments.dropFirst().flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    let quoted = typed.filter { EscapedText($0).text != $0 }
      .reduce(text) { $0.replacing($1, with: EscapedText($1).text) }
    let lines = quoted.split(separator: "\n", omittingEmptySubsequences: false)
    let bytes = Array((lines.map { EscapedText(String($0)).text } + [""]).joined(separator: "\n").utf8)
    // Where not even this can be written, the status tells.
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(status)
  }

  private static func fail(_ error: any Error) -> Never { Terminal.fail("tui-demo", error) }
}
