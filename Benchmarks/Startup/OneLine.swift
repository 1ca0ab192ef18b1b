// The smallest curses program: one line, then it waits for a key. `make bench` compares tui-demo with it.

import CNcurses

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@main
struct OneLine {
  static func main() {
    setlocale(LC_ALL, "")
    let window = initscr()
    waddstr(window, "one line")
    wrefresh(window)
    wgetch(window)
    endwin()
  }
}
