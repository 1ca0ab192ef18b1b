import Foundation

/// fzf, which searches a file of lines. It can tell how long it takes, without reading them, from 0.68 on.
struct Finder {
  let program: String
  let path: String
  /// How many threads it may use.
  let threads: Int

  /// Milliseconds that a search takes on average; nil where it does not tell.
  func time(of typed: String) -> Double? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = ["--threads", "\(threads)", "--filter", typed, "--bench", "1s"]
    process.standardInput = FileHandle(forReadingAtPath: path)
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.firstMatch(of: /avg: ([0-9.]+)ms/).flatMap { Double($0.1) }
  }
}
