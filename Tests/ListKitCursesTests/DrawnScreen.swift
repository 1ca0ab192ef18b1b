import LibC
import ListKit
import TerminalTesting
import Testing

@testable import ListKitCurses

/// A real curses screen that writes to a file and reads from a pipe, with an emulator that reads the file: no
/// terminal, no threads, no waiting.
///
/// Curses keeps its state in global variables, so the suites that use it run on the main actor, one test
/// at a time.
@MainActor
final class DrawnScreen {
  let screen: CursesScreen
  let emulator: VirtualTerminal
  private let count: ColumnCount
  /// The bytes written by the last ``present(_:)``.
  private(set) var written: [UInt8] = []

  private let output: Int32
  private let keyboard: Int32
  private let unread: Int32
  private var place: off_t = 0

  init(
    _ type: String = "xterm-256color", columns: Int = 20, lines: Int = 4,
    options: CursesOptions = CursesOptions(), environment: [String: String] = [:],
    count: ColumnCount = .emulator, typed: String = ""
  ) throws {
    self.count = count
    var name = Array("/tmp/listkit-screen-XXXXXX".utf8CString)
    output = mkstemp(&name)
    unlink(name)
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    // As when a terminal is opened.
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    keyboard = ends[1]
    unread = dup(ends[0])
    _ = typed.withCString { write(ends[1], $0, strlen($0)) }
    emulator = VirtualTerminal(columns: columns, lines: lines, fewestColumns: 1)
    var variables = environment
    variables["TERM"] = type
    screen = try CursesScreen(
      files: CursesFiles(input: ends[0], output: dup(output)), options: options,
      environment: Environment(variables), restorer: nil, size: ScreenSize(columns: columns, lines: lines))
    show()
  }

  /// Draws a frame and lets the emulator show it.
  func present(_ frame: Frame) {
    screen.present(frame)
    show()
  }

  /// Draws lines of one style.
  func present(_ lines: [String], style: TextStyle = .plain) {
    var frame = Frame(size: screen.size)
    for (line, text) in lines.enumerated() { frame.put(text, line: line, style: style) }
    present(frame)
  }

  /// Shows what curses has written.
  func show() {
    written = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = pread(output, &buffer, buffer.count, place)
      guard count > 0 else { break }
      place += off_t(count)
      written += buffer[..<count]
    }
    emulator.feed(count.adapting(written))
    // Curses believes the file to be a terminal of 24 lines; with more lines, it scrolls all of them.
    emulator.feed(Array("\u{1B}7\u{1B}[r\u{1B}8".utf8))
  }

  /// Types bytes and returns the resulting events.
  func type(_ bytes: [UInt8]) -> [Event] {
    send(bytes)
    var events: [Event] = []
    for _ in 0...(bytes.count / 4096) {
      screen.readInput()
      events += screen.events.takeAll()
    }
    return events + screen.waitingKeys()
  }

  func type(_ text: String) -> [Event] { type(Array(text.utf8)) }

  /// Types bytes that the screen does not read yet.
  func send(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(keyboard, $0.baseAddress!, $0.count) } }

  func send(_ text: String) { send(Array(text.utf8)) }

  func close() { _ = closeAndReadRest() }

  /// Closes the screen.
  ///
  /// - Returns: What it leaves for the next program that reads the terminal.
  func closeAndReadRest() -> String {
    screen.close()
    show()
    var rest = [UInt8](repeating: 0, count: 65536)
    let count = read(unread, &rest, rest.count)
    closeFiles([output, keyboard, unread])
    return String(decoding: rest.prefix(max(0, count)), as: UTF8.self)
  }
}

private func closeFiles(_ files: [Int32]) { for file in files { close(file) } }

extension Frame {
  /// Writes a text, one character per glyph, wide ones with their second halves.
  mutating func put(_ text: String, line: Int, column: Int = 0, style: TextStyle = .plain) {
    var column = column
    for character in text {
      let scalars = Array(character.unicodeScalars)
      var marks = SIMD4<UInt32>.zero
      for (place, mark) in scalars.dropFirst().prefix(4).enumerated() { marks[place] = mark.value }
      let width = max(1, TerminalLocale.width(of: scalars[0]))
      guard column + width <= size.columns else { return }
      self[line, column] = Glyph(scalars[0], marks: marks, width: UInt8(width), style: style)
      if width == 2 { self[line, column + 1] = .trailing(style) }
      column += width
    }
  }
}

/// The terminal types on which every drawing test runs; a machine with `ncurses-term` has all of them.
let terminalTypes = ["xterm-256color", "tmux-256color", "screen", "linux", "vt100", "alacritty-direct"]

/// Tests of curses in this process: one at a time, because the state of curses is global.
@Suite("Curses in the test process", .serialized) @MainActor struct InProcess {}
