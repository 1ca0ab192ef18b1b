import Dispatch
import LibC
import ListKit
import ListKitCurses

/// Runs a demo: on the terminal, or, if standard output is none, as plain lines.
@MainActor
enum Session {
  static var isInteractive: Bool { isatty(STDOUT_FILENO) != 0 }

  static func run(_ demo: some Demo) -> Never {
    let display = demo.display
    do {
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

  /// Shows a screen and exits with its status.
  static func show(_ controller: ViewController, _ settings: DisplaySettings) -> Never {
    do {
      try settings.apply(to: controller)
    } catch {
      fail(error)
    }
    Terminal.main(controller, options: settings.curses)
  }

  /// Shows a screen on the terminal even if the output is redirected, and prints what the user chose; exits with 130
  /// if that is nothing.
  static func choose(
    settings: DisplaySettings, _ makeController: () throws -> ViewController, choice: () -> [UInt8]?
  ) async -> Never {
    do {
      let controller = try makeController()
      try settings.apply(to: controller)
      let ending = try await Terminal.run(controller, options: settings.curses)
      guard let choice = choice() else { exit(ending == .finished(status: 0) ? 130 : ending.exitStatus) }
      var output = StandardOutput()
      try output.write(bytes: choice)
      try output.finish()
      exit(0)
    } catch {
      fail(error)
    }
  }

  // MARK: Scripts

  private struct NoScreenForScript: Error, CustomStringConvertible {
    let description = "--script needs a terminal or --dump-screen"
  }

  /// Plays a script on the terminal, then leaves the screen to the user.
  private static func play(
    _ script: KeyScript, _ controller: ViewController, _ settings: DisplaySettings
  ) -> Never {
    Task {
      do {
        try settings.apply(to: controller)
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

  /// Plays a script without a terminal and prints the last picture.
  private static func dump(_ controller: ViewController, _ options: DisplayOptions) -> Never {
    let terminal = ScriptedTerminal(size: options.size.size, script: options.script)
    Task {
      do {
        try options.settings.apply(to: controller)
      } catch {
        fail(error)
      }
      let ending = await Application(screen: terminal, events: terminal).run(controller)
      put((0..<terminal.size.lines).map(terminal.frame.text(ofLine:)))
      exit(exitStatus(ofScript: ending))
    }
    dispatchMain()
  }

  /// The end of a script is no failure.
  static func exitStatus(ofScript ending: Application.Ending) -> Int32 {
    ending == .hangup ? 0 : ending.exitStatus
  }

  // MARK: Output

  /// Prints lines and exits with 0, or with 1 if there are none.
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

  /// Prints an error of the command line to standard error and exits.
  static func refuse(_ text: String, status: Int32) -> Never {
    // The text quotes arguments, or their part after an equals sign.
    let arguments = CommandLine.arguments.dropFirst().flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    let quoted = arguments.filter { EscapedText($0).text != $0 }
      .reduce(text) { $0.replacing($1, with: EscapedText($1).text) }
    let lines = quoted.split(separator: "\n", omittingEmptySubsequences: false)
    let bytes = Array((lines.map { EscapedText(String($0)).text } + [""]).joined(separator: "\n").utf8)
    // If even this cannot be written, the status remains.
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(status)
  }

  private static func fail(_ error: any Error) -> Never { Terminal.fail("tui-demo", error) }
}
