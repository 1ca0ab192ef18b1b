import Dispatch
import Files
import LibC
public import ListKit
public import ListKitCurses

/// The options that programs with a screen share: its appearance, and keys that a script presses.
///
/// ```swift
/// var arguments = Array(CommandLine.arguments.dropFirst())
/// let options = ScreenOptions.taking(from: &arguments)
/// // The program reads what is left of its arguments.
/// options.main(PodsController())
/// ```
///
/// ```text
///   --theme NAME       dark, light, high-contrast, mono, terminal, or a file
///   --color CHOICE     auto, plain (words have no colour of their own), always, never, 16, 256, truecolor
///   --motion CHOICE    full, reduced, none; by default that of LISTKIT_MOTION
///   --accessible       for a screen reader, as with ACCESSIBLE=1
///   --announce         announces changes and the row under the cursor in the status line
///   --no-mouse         leaves the mouse to the terminal
///   --height N         draws in N lines below the prompt, or N% of the terminal
///   --script KEYS      presses keys first: "down ctrl-o wait alps enter"
///   --dump-screen      draws without a terminal and prints the last picture
///   --size 80x24       columns and lines of that picture
/// ```
///
/// It needs no other package. A program with its own parser passes it the remaining arguments.
public struct ScreenOptions: Sendable {
  package var motion: Motion?
  package var theme: Theme?
  package var color = ColorOption.auto
  package var accessible = false
  package var announce = false
  package var noMouse = false
  package var height: CursesOptions.Height?
  package var script: KeyScript?
  package var dumpsScreen = false
  /// Whether keys come from a script, or there is no terminal.
  package var isScripted: Bool { script != nil || dumpsScreen }
  package var size = SizeArgument(columns: 80, lines: 24)

  /// Creates the default options.
  public init() {}

  /// Creates the options of a command line, and removes them from it; arguments behind `--` stay.
  ///
  /// - Parameter arguments: The arguments behind the program's name; on return, those that are not among
  ///   these options.
  /// - Throws: The first missing or invalid value.
  /// - Complexity: O(arguments).
  public init(taking arguments: inout [String]) throws(Refusal) {
    var left: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument != "--" else {
        left.append(argument)
        break
      }
      if let flag = Self.flags[argument] {
        self[keyPath: flag] = true
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard let read = Self.values[parts[0]] else {
        left.append(argument)
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw Refusal(description: "\(parts[0]) needs a value")
      }
      do {
        try read(&self, value)
      } catch let error as Refusal {
        throw error
      } catch {
        throw Refusal(description: "'\(value)' is not a valid value for \(parts[0])")
      }
    }
    arguments = left + rest
  }

  /// Takes the options from a command line, or ends the program with status 64 if that is impossible.
  ///
  /// In that case, a line on standard error says why. See ``init(taking:)``.
  public static func taking(from arguments: inout [String]) -> ScreenOptions {
    do throws(Refusal) {
      return try ScreenOptions(taking: &arguments)
    } catch {
      let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
      let line = Array((EscapedText("\(name): \(error)").text + "\n").utf8)
      // If even this cannot be written, the exit status shows the error.
      _ = write(STDERR_FILENO, line, line.count)
      exit(64)
    }
  }

  /// The options as lines for a program's own help, without indentation.
  public static let help = """
    --theme NAME     dark, light, high-contrast, mono, terminal, or a file
    --color CHOICE   auto, plain (words have no colour), always, never, 16, 256, truecolor
    --motion CHOICE  full, reduced, none
    --accessible     for a screen reader; also ACCESSIBLE=1
    --announce       changes and the row under the cursor as sentences in the status line
    --no-mouse       leaves the mouse to the terminal
    --height N       draws in N lines below the prompt, or N% of the terminal
    --script KEYS    presses keys first: names as in the help, wait (0.1 s), or text
    --dump-screen    draws without a terminal, prints the last picture, exits
    --size CxL       columns and lines of that picture
    """

  /// An error in an option, in one line.
  public struct Refusal: Error, CustomStringConvertible, Sendable {
    /// The line, without a full stop.
    public let description: String
  }

  private struct NoValue: Error {}

  private static let flags: [String: any WritableKeyPath<ScreenOptions, Bool> & Sendable] = [
    "--accessible": \.accessible, "--announce": \.announce, "--no-mouse": \.noMouse,
    "--dump-screen": \.dumpsScreen,
  ]

  private static let values: [String: @Sendable (inout ScreenOptions, String) throws -> Void] = [
    "--theme": { $0.theme = try Theme(argument: $1) },
    "--height": { $0.height = try valid(CursesOptions.Height($1)) },
    "--color": { $0.color = try valid(ColorOption(rawValue: $1)) },
    "--motion": { $0.motion = try valid(Motion(rawValue: $1)) },
    "--script": { $0.script = KeyScript(argument: $1) },
    "--size": { $0.size = try valid(SizeArgument(argument: $1)) },
  ]

  private static func valid<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw NoValue() }
    return value
  }

  /// The options for the terminal.
  public var cursesOptions: CursesOptions {
    CursesOptions(color: color.choice, mouse: !noMouse, isAccessible: accessible ? true : nil, height: height)
  }

  /// Applies the options to a screen; ``run(_:)`` and ``main(_:)`` do so themselves.
  @MainActor
  public func apply(to controller: ViewController) {
    controller.motion = motion ?? .environment
    controller.announcesChanges = announce
    controller.theme = theme
  }
}

extension ScreenOptions {
  /// Shows a screen, and ends the program with it: the last line of a `main` that is not asynchronous.
  ///
  /// The process ends as after `Terminal.main`, or with status 0 at the end of a script with `--dump-screen`.
  @MainActor
  public func main(_ controller: ViewController) -> Never {
    if script == nil, !dumpsScreen {
      apply(to: controller)
      Terminal.main(controller, options: cursesOptions)
    }
    Task {
      do {
        exit(try await run(controller).exitStatus)
      } catch {
        Terminal.fail(
          CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program", error)
      }
    }
    dispatchMain()
  }

  /// Shows a screen until it ends, after the keys of `--script`; `--dump-screen` prints the last picture.
  ///
  /// - Returns: The reason for its end. The end of a script without a terminal is not a failure.
  /// - Throws: An error if there is no terminal, or if the picture cannot be printed.
  @MainActor
  public func run(_ controller: ViewController) async throws -> Application.Ending {
    apply(to: controller)
    guard !dumpsScreen else { return try await dump(controller) }
    guard let script else { return try await Terminal.run(controller, options: cursesOptions) }
    do {
      return try await CursesScreen.run(options: cursesOptions) { screen in
        let scripted = ScriptedScreen(screen, script: script, for: controller)
        return await Application(screen: scripted, events: scripted) { screen.invalidate() }.run(controller)
      }
    } catch CursesError.noTerminal {
      throw NoScreenForScript()
    }
  }

  /// Plays the script without a terminal and prints the last picture.
  @MainActor
  private func dump(_ controller: ViewController) async throws -> Application.Ending {
    let terminal = ScriptedTerminal(
      size: size.size, traits: .offscreen(isAccessible: cursesOptions.isAccessible), script: script,
      for: controller)
    let ending = await Application(screen: terminal, events: terminal).run(controller)
    var output = StandardOutput()
    for line in 0..<terminal.size.lines { try output.write(line: terminal.frame.text(ofLine: line)) }
    try output.finish()
    return ending == .hangup ? .finished(status: 0) : ending
  }
}

/// An error: a script has neither a terminal nor `--dump-screen`.
package struct NoScreenForScript: Error, CustomStringConvertible {
  package let description = "--script needs a terminal or --dump-screen"

  package init() {}
}

// MARK: - Values

extension Theme {
  /// The names of the built-in themes.
  package static let names = ["dark", "light", "high-contrast", "mono", "terminal"]

  /// Creates the built-in theme with a name, or reads a theme from a file.
  ///
  /// - Throws: A ``ScreenOptions/Refusal`` if the argument is neither.
  package init(argument: String) throws {
    if let named = try? Theme(text: "base = \(argument)") {
      self = named
      return
    }
    do {
      let bytes = try StoredFile(path: argument).contents()
      try self.init(text: String(decoding: bytes, as: UTF8.self), base: .dark)
    } catch let error as SystemError {
      throw ScreenOptions.Refusal(
        description: "\(error); a theme is \(Self.names.joined(separator: ", ")) or a file")
    } catch let error as ThemeError {
      throw ScreenOptions.Refusal(description: "\(argument):\(error.line): \(error.reason)")
    }
  }
}

/// A size on the command line, such as `80x24`.
package struct SizeArgument: Sendable {
  let size: ScreenSize

  package init(columns: Int, lines: Int) { size = ScreenSize(columns: columns, lines: lines) }

  package init?(argument: String) {
    let numbers = argument.split(separator: "x").map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return nil }
    self.init(columns: numbers[0], lines: numbers[1])
  }

  /// The size as the user types it.
  package var text: String { "\(size.columns)x\(size.lines)" }
}

extension Motion {
  /// The value of `LISTKIT_MOTION`; full if it is missing or unknown.
  package static var environment: Motion {
    getenv("LISTKIT_MOTION").flatMap { Motion(rawValue: String(cString: $0)) } ?? .full
  }
}

/// The values of `--color`.
package enum ColorOption: String, CaseIterable, Sendable {
  case auto
  /// As auto, but a program gives no colour to words for their meaning.
  case plain
  case always
  case never
  case ansi16 = "16"
  case palette256 = "256"
  case truecolor

  /// The corresponding option for the terminal.
  package var choice: CursesOptions.ColorChoice {
    switch self {
    case .auto, .plain: .automatic
    case .always: .always
    case .never: .never
    case .ansi16: .ansi16
    case .palette256: .palette256
    case .truecolor: .trueColor
    }
  }
}
