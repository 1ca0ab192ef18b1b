import Foundation
import ListKitCurses

// swift run settings backup.json
let url = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "backup.json")
let exists = FileManager.default.fileExists(atPath: url.path)
let settings = exists ? try JSONDecoder().decode(Settings.self, from: Data(contentsOf: url)) : Settings()
try await Terminal.run(form(settings) { try JSONEncoder().encode($0).write(to: url, options: .atomic) })
