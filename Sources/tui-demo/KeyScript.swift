import ArgumentParser
import ListKit

/// Keys to press without anybody there: `down down enter wait alps esc`.
///
/// Words are names of keys as the help writes them, `wait` is a tenth of a second, and any other word is typed
/// letter by letter.
struct KeyScript: ExpressibleByArgument, Sendable {
  /// One thing to do.
  enum Step: Hashable, Sendable {
    case press(KeyPress)
    case wait
  }

  var steps: [Step]

  init(argument: String) {
    steps = argument.split(separator: " ").flatMap { word -> [Step] in
      if word == "wait" { return [.wait] }
      if let key = KeyPress(name: String(word)) { return [.press(key)] }
      return word.map { .press(.character($0)) }
    }
  }

  /// What one `wait` is.
  static let pause = Duration.milliseconds(100)
}
