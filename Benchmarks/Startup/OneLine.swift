// The smallest curses program: it shows one line, and writes all lines anew after each key. `make bench` compares
// the start and the keys of tui-demo and muster with it.

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
    let letters = (0..<26).map { Character(UnicodeScalar(97 + $0)) }
    let texts = letters.indices.map { first in String((0..<80).map { letters[(first + $0) % 26] }) }
    var keys = 0
    while wgetch(window) != ERR {
      keys += 1
      for line in 0..<getmaxy(window) {
        wmove(window, line, 0)
        waddstr(window, texts[(keys + Int(line)) % 26])
      }
      wrefresh(window)
    }
    endwin()
  }
}
