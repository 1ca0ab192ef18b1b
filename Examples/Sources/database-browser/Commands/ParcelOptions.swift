import ArgumentParser

/// Which of the made-up databases is meant.
struct ParcelOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many rows the database has that is made on the first run.", valueName: "n"))
  var rows = 100_000

  @Option(help: ArgumentHelp("The seed of all that is left to chance.", valueName: "n"))
  var seed: UInt64 = 1

  var database: ParcelDatabase { ParcelDatabase(rows: rows, seed: seed) }

  func validate() throws {
    guard (0...10_000_000).contains(rows) else { throw ValidationError("--rows takes 0 to 10000000") }
  }
}
