import ArgumentParser
import ListKit

/// A size on the command line: `80x24`.
struct ScreenSize: ExpressibleByArgument, Sendable {
  var size: Size

  init(columns: Int, lines: Int) { size = Size(columns: columns, lines: lines) }

  init?(argument: String) {
    let numbers = argument.split(separator: "x").map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy({ (1...1000).contains($0) }) else { return nil }
    self.init(columns: numbers[0], lines: numbers[1])
  }

  var defaultValueDescription: String { "\(size.columns)x\(size.lines)" }
}
