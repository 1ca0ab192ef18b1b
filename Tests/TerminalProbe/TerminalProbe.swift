import Dispatch
import LibC
import ListKit
import ListKitCurses

/// terminal-probe [--no-mouse] [--color=CHOICE] [--stubborn] [--twice] [--frames] [--list [--hung-end]] [--form] [--work=FILE] [--height=LINES]
///
/// A program for tests: shows its size and the last events, and ends in the way that a key selects; `R` gives the
/// terminal to another program.
@main
struct TerminalProbe {
  static func main() async {
    do {
      if CommandLine.arguments.contains("--list") {
        let controller = ListController()
        controller.title = "an empty list"
        print("ending \(try await Terminal.run(controller, options: options))")
        return
      }
      if CommandLine.arguments.contains("--form") {
        let form = FormController("a", title: "Form", fields: [.textField("Name", \.self)]) { _ in }
        exit(try await Terminal.run(form, options: options).exitStatus)
      }
      if let argument = CommandLine.arguments.first(where: { $0.hasPrefix("--work=") }) {
        return try await work(until: String(argument.dropFirst("--work=".count)))
      }
      if CommandLine.arguments.contains("--twice") {
        _ = try await CursesScreen.run(options: options) { try await Session(screen: $0).run() }
      }
      let code = try await CursesScreen.run(options: options) { screen in
        try await Session(screen: screen).run()
      }
      print("answer \(code)")
      exit(code)
    } catch let error as CursesError {
      complain("terminal-probe: \(error)")
      exit(2)
    } catch {
      complain("terminal-probe: \(error)")
      exit(1)
    }
  }

  /// Works until a file exists.
  private static func work(until path: String) async throws {
    do {
      let answer = try await Terminal.progress(of: "reading", options: options) { report in
        report(.fraction(0.5))
        while access(path, F_OK) != 0 { try await Task.sleep(for: .milliseconds(10)) }
        return 42
      }
      print("answer \(answer)")
    } catch is CancellationError {
      print("stopped")
    }
  }

  private static var options: CursesOptions {
    var options = CursesOptions()
    for argument in CommandLine.arguments.dropFirst() {
      if argument == "--no-mouse" { options.mouse = false }
      if argument.hasPrefix("--height=") {
        options.height = CursesOptions.Height(String(argument.dropFirst(9)))
      }
      if argument.hasPrefix("--color="),
        let choice = CursesOptions.ColorChoice(rawValue: String(argument.dropFirst(8)))
      {
        options.color = choice
      }
    }
    return options
  }
}

/// A list; with `--hung-end`, its end takes for ever.
private final class ListController: TableViewController {
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    while CommandLine.arguments.contains("--hung-end") { sleep(1) }
  }
}

func complain(_ text: String, on descriptor: Int32 = STDERR_FILENO) {
  let line = Array("\(text)\n".utf8)
  _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
}

/// Overflows the stack.
func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + overflow(depth + 2) }

/// An error for the program to throw.
struct Thrown: Error, CustomStringConvertible {
  var description: String { "thrown on purpose" }
}

@MainActor
final class Session {
  private let screen: CursesScreen
  private var log: [String] = []
  private var ticks = 0

  init(screen: CursesScreen) { self.screen = screen }

  func run() async throws -> Int32 {
    draw()
    if CommandLine.arguments.contains("--frames") { drawFramesForEver() }
    while let event = await screen.events.next() {
      if let code = try handle(event) { return code }
      draw()
    }
    return 8
  }

  private func handle(_ event: Event) throws -> Int32? {
    log.append(describe(event))
    switch event {
    case .terminate(let signal) where !CommandLine.arguments.contains("--stubborn"): return 128 + signal
    case .hangup: return 9
    case .key(KeyPress(.character("l"), .control)): screen.invalidate()
    case .key(KeyPress(.character("R"))): runProgram()
    case .key(let press) where press.modifiers == []: return try end(press.key)
    default: break
    }
    return nil
  }

  /// Gives the terminal to a program that reads a line, and shows it on standard output and error.
  private func runProgram() {
    let script = #"echo a program; read line && test -t 0 -a -t 1 -a -t 2 && echo "line $line" >&2; exit"#
    Task {
      let status = await Terminal.run(["sh", "-c", script], holdsOutput: true)
      log.append("status \(status)")
      draw()
    }
  }

  private func end(_ key: Key) throws -> Int32? {
    switch key {
    case .character("q"): return 0
    case .character("J"): return end(with: SIGTERM)
    case .character("K"): return end(with: SIGTSTP)
    case .character("T"): throw Thrown()
    case .character("X"): exit(3)
    case .character("F"): fatalError("fatal on purpose")
    case .character("I"): return Int32([0, 1][log.count + 1])
    case .character("A"): abort()
    case .character("S"): return Int32(overflow(log.count + 1))
    case .character("D"):
      draw()
      while true { sleep(1) }
    case .character("V"):
      Task {
        while true { screen.invalidate(); await Task.yield() }
      }
    case .character("L"): while true { screen.invalidate() }  // More output than a terminal buffers.
    case .character("E"): complain("stray words")
    case .character("Y"): complain("printed words", on: STDOUT_FILENO)
    case .character("M"): for number in 1...200_000 { complain("stray line \(number)") }
    case .character("B"): Task.detached { fatalError("background on purpose") }
    case .character("O"): DispatchQueue.global().async { exit(Int32(overflow(1))) }
    case .character("P"): Task.detached { exit(Int32(overflow(2))) }
    case .character("C"): for _ in 0..<4 { DispatchQueue.global().async { fatalError("many on purpose") } }
    case .character("Z"): Terminal.setWindowTitle("a title")
    case .character("N"):
      do { _ = try CursesScreen() } catch { log.append("\(error)") }
    case .character("W"):
      Task {
        for _ in 0..<3 { await Task.yield() }; ticks += 1; draw()
      }
    default: break
    }
    return nil
  }

  /// Ends the session while a signal arrives that it will not take.
  private func end(with signal: Int32) -> Int32 {
    kill(getpid(), signal)
    var pending = sigset_t()
    repeat { sigpending(&pending) } while sigismember(&pending, signal) == 1
    usleep(10_000)  // The handler runs on another thread.
    return 0
  }

  /// Draws as many different frames as the terminal accepts: lines that scroll between two that stay, and
  /// sometimes other lines.
  private func drawFramesForEver() {
    Task {
      while !Task.isCancelled {
        ticks += 1
        var frame = Frame(size: screen.size)
        for line in 0..<frame.size.lines {
          let number = line == 0 || line == frame.size.lines - 1 ? line : line + ticks + ticks / 4 * 1000
          put(String(repeating: "frame \(number) ", count: 1 + number % 7), line, &frame)
        }
        screen.present(frame)
        await Task.yield()
      }
    }
  }

  private func draw() {
    var frame = Frame(size: screen.size)
    put(
      "size \(screen.size.columns)x\(screen.size.lines) depth \(screen.traits.colorDepth) ticks \(ticks)", 0,
      &frame)
    for (index, line) in log.suffix(max(0, screen.size.lines - 1)).enumerated() {
      put(line, index + 1, &frame)
    }
    frame.cursor = ScreenPoint(line: 0, column: 0)
    screen.present(frame)
  }

  private func put(_ text: String, _ line: Int, _ frame: inout Frame) {
    guard line < frame.size.lines else { return }
    for (column, scalar) in text.unicodeScalars.prefix(frame.size.columns).enumerated() {
      frame[line, column] = Glyph(scalar, style: TextStyle(attributes: line == 0 ? .reverse : []))
    }
  }

  private func describe(_ event: Event) -> String {
    switch event {
    case .key(let press):
      var name = "\(press.key)"
      if case .character(let character) = press.key { name = String(character) }
      if press.modifiers.contains(.shift) { name = "shift-" + name }
      if press.modifiers.contains(.alt) { name = "alt-" + name }
      if press.modifiers.contains(.control) { name = "ctrl-" + name }
      return "key \(name)"
    case .paste(let text, let omitted):
      return "paste \(text.utf8.count)" + (omitted > 0 ? " without \(omitted)" : "")
    case .mouse(let mouse): return "mouse \(mouse.action) \(mouse.location.line),\(mouse.location.column)"
    case .resize(let size): return "resize \(size.columns)x\(size.lines)"
    case .resume: return "resume"
    case .traitsChange: return "traits \(screen.traits.userInterfaceStyle)"
    case .terminate(let signal): return "terminate \(signal)"
    case .hangup: return "hangup"
    }
  }
}
