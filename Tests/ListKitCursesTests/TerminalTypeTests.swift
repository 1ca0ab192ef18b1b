import TestSupport
import Testing

@testable import ListKitCurses

@Suite("Terminal types") struct TerminalTypeTests {
  @Test(
    "The colour option and COLORTERM determine the candidate terminal types",
    arguments: [
      ("xterm-256color", .automatic, nil, ["xterm-256color"]),
      ("xterm-256color", .automatic, "truecolor", ["xterm-direct256", "xterm-direct", "xterm-256color"]),
      ("xterm", .always, "24bit", ["xterm-direct256", "xterm-direct", "xterm"]),
      ("tmux-256color", .automatic, "truecolor", ["tmux-direct", "tmux-256color"]),
      ("xterm-kitty", .automatic, "truecolor", ["kitty-direct", "xterm-kitty"]),
      ("alacritty", .automatic, "truecolor", ["alacritty-direct", "alacritty"]),
      ("xterm-direct", .trueColor, nil, ["xterm-direct"]),
      ("xterm", .palette256, nil, ["xterm-256color", "xterm"]),
      ("screen", .trueColor, nil, ["screen-direct", "screen-256color", "screen"]),
      ("xterm-256color", .palette256, "truecolor", ["xterm-256color"]),
      ("xterm-256color", .never, "truecolor", ["xterm-256color"]),
      ("xterm-256color", .ansi16, "truecolor", ["xterm-256color"]),
      ("xterm-256color", .automatic, "no", ["xterm-256color"]),
    ] as [(String, CursesOptions.ColorChoice, String?, [String])])
  func candidates(type: String, color: CursesOptions.ColorChoice, promise: String?, names: [String]) {
    let environment = Environment(promise.map { ["COLORTERM": $0] } ?? [:])
    expectEqual(TerminalType.candidates(for: type, color: color, environment: environment), names)
  }

  @Test("A new terminal type is replaced with the types that it resembles") func substitutes() {
    for name in ["xterm-ghostty", "wezterm", "ghostty", "foot-extra", "alacritty", "xterm-kitty"] {
      expectEqual(TerminalType.substitutes(for: name), ["xterm-256color", "xterm"])
    }
    expectEqual(TerminalType.substitutes(for: "tmux-24bit"), ["screen-256color", "screen"])
    for name in ["vt999", "no-such-terminal", "dumb", "xterminator"] {
      expectEqual(TerminalType.substitutes(for: name), [])
    }
  }
}
