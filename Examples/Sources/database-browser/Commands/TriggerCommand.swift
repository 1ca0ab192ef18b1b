import ArgumentParser
import ListKitCurses

/// `database-browser trigger`: what a server needs to tell of changes, for its owner to read and to run.
struct TriggerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Print the SQL of a trigger that reports changes of a PostgreSQL table to the browser.",
    discussion: """
      Nothing is installed: psql does that, as in database-browser trigger --database URL --table parcels | psql URL. \
      Without the trigger the browser looks again at what is seen, every two seconds.
      """)

  @Option(help: ArgumentHelp("The database.", valueName: "url"))
  var database: String

  @Option(help: ArgumentHelp("Its table; not needed where there is only one.", valueName: "name"))
  var table: String?

  func run() {
    Refusal.guarding {
      let engine = try PostgresEngine(try PostgresAddress(database), table: table)
      var output = StandardOutput()
      for line in PostgresTrigger(table: engine.table).script.split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        try output.write(line: String(line))
      }
      try output.finish()
    }
  }
}
