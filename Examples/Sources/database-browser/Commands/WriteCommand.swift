import ArgumentParser
import Foundation
import GRDB
import ListKitCurses

/// `database-browser write`: the other process, whose changes the list shows.
struct WriteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write",
    abstract: "Change the made-up database again and again, for a browser in another terminal to show.",
    discussion: "Prints a line for each change. Inserts, updates and deletes among the newest rows.")

  @Option(help: ArgumentHelp("Changes a second.", valueName: "n"))
  var rate = 5.0

  @Option(help: ArgumentHelp("Stop after so many changes; otherwise ctrl-c stops it.", valueName: "n"))
  var count: Int?

  @OptionGroup var parcels: ParcelOptions

  func validate() throws {
    guard rate > 0, rate <= 10_000 else { throw ValidationError("--rate takes more than 0, at most 10000") }
    if let count, count < 0 { throw ValidationError("--count takes no negative number") }
  }

  func run() {
    Refusal.guarding {
      let pool = try parcels.database.open()
      let writer = try pool.read { try ParcelWriter($0, seed: parcels.seed) }
      var output = StandardOutput()
      var written = 0
      while count.map({ written < $0 }) ?? true {
        let step = try TableError.telling(pool.path) { try pool.write { try writer.step($0) } }
        try output.write(line: "\(step)")
        // A reader should see it now.
        try output.flush()
        written += 1
        Thread.sleep(forTimeInterval: 1 / rate)
      }
      try output.finish()
    }
  }
}
