import CNcurses
import ListKit

/// The lines below the prompt that a screen uses in place of the whole terminal.
///
/// Curses draws as on a terminal of that many lines. Its control sequences that name a line are shifted by
/// the first line of the region before they are sent; the scroll region of the terminal is the region.
///
/// ```text
///   $ seq 100 | muster -1          ◀ the user's lines stay
///   ┌ first ───────────────────┐
///   │ curses                   │   `ESC [ 2 ; 5 H` is sent as `ESC [ 7 ; 5 H` if `first` is 5
///   └──────────────────────────┘
/// ```
///
/// Everything below the first line of the region is erased at its beginning and at its end.
struct InlineRegion {
  /// Asks where the cursor is, in two answers: the line and column 1; a line after the first, and the column.
  /// Only so are both answers different from F3 with a modifier.
  ///
  /// Resets the scroll region before, which moves the cursor.
  static let question = Array("\u{1B}7\u{1B}[r\u{1B}8\u{1B}7\r\u{1B}[6n\u{1B}8\u{1B}[B\u{1B}[6n".utf8)

  private let height: CursesOptions.Height
  /// The column of the cursor before the region began. Unless it is 0, the region starts on the next line.
  private let column: Int
  /// What curses sends to enter and to leave the alternate screen, which the region does not use.
  private let omitted: [[UInt8]]
  /// The size of the terminal.
  private(set) var terminal = ScreenSize(columns: 0, lines: 0)
  /// The first line of the region on the terminal.
  private(set) var first = 0
  private(set) var size = ScreenSize(columns: 0, lines: 0)

  private var linesOfPrompt: Int { column > 0 ? 1 : 0 }

  /// Creates a region for the terminal of the current curses screen.
  ///
  /// - Parameters:
  ///   - height: the height that the program wishes.
  ///   - column: the column of the cursor.
  @MainActor
  init(height: CursesOptions.Height, column: Int) {
    self.height = height
    self.column = column
    omitted = ["smcup", "rmcup"].map(TerminalModes.string).filter { !$0.isEmpty }
  }

  /// Returns the bytes that begin the region at the cursor.
  mutating func begin(at line: Int, in terminal: ScreenSize) -> [UInt8] {
    move(to: line + linesOfPrompt, in: terminal)
  }

  /// Returns the bytes that erase the terminal from a line on and begin the region there; if too few lines
  /// are left, the terminal scrolls.
  mutating func move(to line: Int, in terminal: ScreenSize) -> [UInt8] {
    self.terminal = terminal
    let lines = max(1, min(height.lines(of: terminal.lines), terminal.lines - linesOfPrompt))
    size = ScreenSize(columns: terminal.columns, lines: lines)
    first = max(0, min(line, terminal.lines - lines))
    var bytes = line < terminal.lines ? Self.cursor(to: line) + Self.erasing : []
    if line > first {
      bytes += Self.cursor(to: terminal.lines - 1)
      bytes += repeatElement(UInt8(ascii: "\n"), count: line - first)
    }
    // The margins move the cursor, whose line must be known.
    return bytes + Array("\u{1B}[\(first + 1);\(first + lines)r".utf8) + Self.cursor(to: first)
  }

  /// The bytes that erase the region and move the cursor back to where it was.
  var leaving: [UInt8] {
    Array("\u{1B}[r".utf8) + Self.cursor(to: first) + Self.erasing
      + Self.cursor(to: max(0, first - linesOfPrompt), column: min(column, max(0, terminal.columns - 1)))
  }

  /// Returns an event of the mouse with its place in the region; nil if it is outside. A drag that began in
  /// the region ends at its edge.
  func located(_ mouse: MouseEvent) -> MouseEvent? {
    var mouse = mouse
    let line = mouse.location.line - first
    mouse.location.line = max(0, min(line, size.lines - 1))
    return mouse.location.line == line || [.drag, .release].contains(mouse.action) ? mouse : nil
  }

  /// Returns output of curses with its lines shifted to those of the region.
  func shifted(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      result += rest[..<escape]
      rest = rest[escape...]
      if let sequence = omitted.first(where: { rest.starts(with: $0) }) {
        rest = rest.dropFirst(sequence.count)
      } else if rest.dropFirst().first == UInt8(ascii: "["),
        let final = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) })
      {
        result += shiftedSequence(rest[...final])
        rest = rest[(final + 1)...]
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }

  private func shiftedSequence(_ sequence: ArraySlice<UInt8>) -> [UInt8] {
    let parameters = sequence.dropFirst(2).dropLast().split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 1 }
    func line(_ index: Int) -> Int {
      min((parameters.indices.contains(index) ? parameters[index] : 1) + first, first + size.lines)
    }
    switch sequence.last {
    case UInt8(ascii: "H"):
      return Self.cursor(to: line(0) - 1, column: (parameters.count > 1 ? parameters[1] : 1) - 1)
    case UInt8(ascii: "d"): return Array("\u{1B}[\(line(0))d".utf8)
    case UInt8(ascii: "r"): return Array("\u{1B}[\(line(0));\(line(1))r".utf8)
    // Curses clears the whole terminal only after it has moved the cursor to the first line.
    case UInt8(ascii: "J"): return Self.erasing
    default: return Array(sequence)
    }
  }

  private static let erasing = Array("\u{1B}[J".utf8)

  private static func cursor(to line: Int, column: Int = 0) -> [UInt8] {
    Array("\u{1B}[\(line + 1);\(column + 1)H".utf8)
  }
}

extension TerminalModes {
  /// Whether a region can be used: the terminal understands the standard sequences for the cursor and the
  /// scroll region, and, as it has a mouse, answers where its cursor is.
  @MainActor
  var allowsInlineRegion: Bool {
    // Each string is in the same buffer.
    !entering.isEmpty && cn_move_cursor(4, 6).map { String(cString: $0) } == "\u{1B}[5;7H"
      && cn_change_scroll_region(1, 7).map { String(cString: $0) } == "\u{1B}[2;8r"
  }
}
