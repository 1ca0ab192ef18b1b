import LibC
import ListKit
import ListKitCurses
import ListKitOptions
import ProgramOptions

/// Runs a demo on the terminal, or prints plain lines if standard output is not a terminal.
@MainActor
enum Session {
  static var isInteractive: Bool { isatty(STDOUT_FILENO) != 0 }

  static func run(_ demo: some Demo) -> Never {
    let screen = demo.display.screen.options
    do {
      if !screen.dumpsScreen, !isInteractive {
        if screen.script != nil { throw NoScreenForScript() }
        print(try demo.plainLines())
      }
      screen.main(try demo.makeController())
    } catch {
      fail(error)
    }
  }

  // MARK: Output

  /// Prints lines and exits with 0, or with 1 if there are none.
  static func print(_ lines: [String]) -> Never {
    do {
      var output = StandardOutput()
      for line in lines { try output.write(line: line) }
      try output.finish()
    } catch {
      fail(error)
    }
    exit(lines.isEmpty ? 1 : 0)
  }

  /// Prints an error of the command line to standard error and exits.
  static func refuse(_ text: String, status: Int32) -> Never {
    // The text quotes arguments, or their part after an equals sign.
    let arguments = CommandLine.arguments.dropFirst().flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    let quoted = arguments.filter { EscapedText($0).text != $0 }
      .reduce(text) { $0.replacingAll($1, with: EscapedText($1).text) }
    let lines = quoted.split(separator: "\n", omittingEmptySubsequences: false)
    let bytes = Array((lines.map { EscapedText(String($0)).text } + [""]).joined(separator: "\n").utf8)
    // If even this cannot be written, the status reports the error.
    _ = write(STDERR_FILENO, bytes, bytes.count)
    exit(status)
  }

  static func fail(_ error: any Error) -> Never { Terminal.fail("tui-demo", error) }
}
