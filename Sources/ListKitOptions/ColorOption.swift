package import ListKitCurses

/// The words for colours on the command line.
package enum ColorOption: String, CaseIterable, Sendable {
  case auto
  case always
  case never
  case ansi16 = "16"
  case palette256 = "256"
  case truecolor

  /// What is asked of the terminal.
  package var choice: CursesOptions.ColorChoice {
    switch self {
    case .auto: .automatic
    case .always: .always
    case .never: .never
    case .ansi16: .ansi16
    case .palette256: .palette256
    case .truecolor: .trueColor
    }
  }
}
