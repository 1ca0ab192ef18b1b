import ArgumentParser
import ProgramOptions
import SeededRandom

/// The options of every demo.
struct DisplayOptions: ParsableArguments, Sendable {
  @OptionGroup var screen: ScreenArguments

  @Option(help: ArgumentHelp("The seed of what is random, to repeat it.", valueName: "number"))
  var seed: UInt64?

  var generator: SeededGenerator { SeededGenerator(seed: seed ?? .random(in: 0 ... .max)) }
}

extension Int {
  /// With thousands separators: `8,849`.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }
}
