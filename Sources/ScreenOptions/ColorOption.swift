import ArgumentParser
package import ListKitCurses

/// The words for colours on the command line.
package enum ColorOption: String, CaseIterable, ExpressibleByArgument, Sendable {
  case auto
  case always
  case never
  case ansi16 = "16"
  case palette256 = "256"
  case truecolor

  // Each start asks for these, and what the parser does instead looks types up by name.
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var defaultValueDescription: String { rawValue }

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
