import CNcurses
import LibC
import ListKit

/// A program that uses curses as its manual says, and requests scrolling explicitly: the reference for
/// comparisons.
@MainActor
final class PlainScreen {
  private let screen: OpaquePointer
  private let window: UnsafeMutablePointer<WINDOW>
  private let output: Int32
  private var place: off_t = 0

  init(_ type: String, size: ScreenSize) {
    var name = Array("/tmp/listkit-plain-XXXXXX".utf8CString)
    output = mkstemp(&name)
    unlink(name)
    // The size is set explicitly, because curses cannot query a file.
    let (written, read) = (fdopen(dup(output), "w"), fopen("/dev/null", "r"))
    guard let screen = newterm(type, written, read), let window = cn_stdscr() else {
      preconditionFailure("curses knows no terminal \(type)")
    }
    self.screen = screen
    self.window = window
    resize_term(Int32(size.lines), Int32(size.columns))
    scrollok(window, true)
    idlok(window, true)
    leaveok(window, true)
    curs_set(0)
    _ = takeBytes()
  }

  /// Draws all lines.
  ///
  /// - Returns: The number of bytes that curses wrote.
  func present(_ lines: [String], selected: Int? = nil) -> Int {
    set_term(screen)
    werase(window)
    for line in lines.indices { draw(lines[line], line: line, isSelected: line == selected) }
    return update()
  }

  /// Scrolls the lines from `top` on up by one and draws the lines that change: the last, and the selected
  /// line, if there is one, with the line above it.
  ///
  /// - Returns: The number of bytes that curses wrote.
  func scroll(to lines: [String], below top: Int = 0, selected: Int? = nil) -> Int {
    set_term(screen)
    wsetscrreg(window, Int32(top), Int32(lines.count - 1))
    wscrl(window, 1)
    wsetscrreg(window, 0, Int32(lines.count - 1))
    let redrawn = Set([lines.count - 1] + (selected.map { [$0, $0 - 1] } ?? []))
    for line in redrawn.sorted() { draw(lines[line], line: line, isSelected: line == selected) }
    return update()
  }

  private func draw(_ text: String, line: Int, isSelected: Bool) {
    wattrset(window, isSelected ? Int32(bitPattern: cn_attribute_reverse) : 0)
    let columns = Int(getmaxx(window))
    let filled = text + String(repeating: " ", count: max(0, columns - text.count))
    wmove(window, Int32(line), 0)
    winsstr(window, filled)
  }

  private func update() -> Int {
    wnoutrefresh(window)
    doupdate()
    return takeBytes()
  }

  private func takeBytes() -> Int {
    let end = lseek(output, 0, SEEK_END)
    defer { place = end }
    return Int(end - place)
  }

  func close() {
    set_term(screen)
    endwin()
    delscreen(screen)
    closeFile(output)
  }
}

private func closeFile(_ file: Int32) { close(file) }
