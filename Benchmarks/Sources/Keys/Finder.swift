import Foundation

/// fzf, which searches a file of lines. From 0.68 on, it can report the time of a search without that of
/// reading.
struct Finder {
  let program: String
  let path: String
  /// The number of threads that it may use.
  let threads: Int

  /// Returns the mean time of a search in milliseconds, or nil if fzf does not report it.
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
