import ArgumentParser
import Foundation
import ListKitCurses

// swift run settings backup.json
struct SettingsCommand: ParsableCommand {
  @Argument(help: "The file of the settings.") var path = "backup.json"

  // Commands are not isolated to the main actor, but the program runs them on it.
  func run() throws {
    let url = URL(fileURLWithPath: path)
    try MainActor.assumeIsolated {
      let exists = FileManager.default.fileExists(atPath: url.path)
      let settings =
        exists ? try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url)) : Settings()
      Terminal.main(form(settings) { try JSONEncoder().encode($0).write(to: url, options: .atomic) })
    }
  }
}

SettingsCommand.main()
