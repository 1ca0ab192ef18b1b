import Files
import ListData
import Rows
import Runs

/// The hosts of `--each`, `--each-file` and `--each-line`, for each of which the command runs.
extension MusterOptions {
  private static let standardJobs = 8
  private static let standardColumn = "PLACE"

  /// Finds the hosts, for which a shell may have to run a command, and the command of each.
  ///
  /// - Throws: The reason why there are none.
  mutating func readHosts() throws {
    guard waysToHosts > 0 else { return }
    let words = commandWords.map { String(decoding: $0, as: UTF8.self) }
    let (hosts, wanted) = (try hosts(), reading.jobs ?? Self.standardJobs)
    let files = OpenFiles.raiseLimit(to: HostCommand.openFiles(jobs: wanted))
    let jobs = HostCommand.possibleJobs(wanted, openFiles: files)
    if min(wanted, hosts.count) > jobs {
      Muster.note("--jobs \(jobs): the system allows \(files) open files; raise it with: ulimit -n")
    }
    hostCommand = try HostCommand(
      words, hosts: hosts, file: reading.eachFile.map { StoredFile(path: $0) },
      column: reading.hostColumn ?? Self.standardColumn, jobs: jobs)
  }

  private func hosts() throws -> [String] {
    if let words = reading.each { return try CommandLineWords(words).words }
    return HostCommand.hosts(
      in: try reading.eachFile.map { try StoredFile(path: $0).contents() }
        ?? Self.output(of: reading.eachLine ?? ""))
  }

  /// Runs a shell command, and returns what it prints.
  private static func output(of line: String) throws -> [UInt8] {
    let outcome = try BlockingWork.result { try await ChildCommand(["sh", "-c", line]).run() }
    if let end = outcome.end, !end.isSuccess {
      throw Refusal("--each-line: \(Run.Problem.failed(end).text(outcome.diagnostics))")
    }
    return Array(outcome.bytes[0..<outcome.bytes.count])
  }
}
