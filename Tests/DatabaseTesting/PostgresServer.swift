import Foundation
import TerminalTesting
import Testing

@testable import Databases

/// A real server with its files and its socket in its own folder, which is removed after the test, even if
/// the tests were killed.
final class PostgresServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let directory: String
  private let watchdog: ServerWatchdog

  /// The URL of the database.
  var url: String { "postgres:///postgres?host=\(directory)&user=tester" }

  func engine(_ table: String, key: [String]? = nil, interval: Duration = .seconds(2), alert: String? = nil)
    async throws -> TableEngine
  {
    let database = try PostgresDatabase(url, time: .seconds(3600))
    return TableEngine(
      database, try await database.table(named: table, key: key), key: key, interval: interval,
      alert: alert)
  }

  /// Creates and starts a server, and executes SQL statements.
  ///
  /// - Parameter settings: Additional lines of the server's configuration.
  init(_ sql: String = "", settings others: String = "") throws {
    directory = Self.newDirectory()
    watchdog = try ServerWatchdog(stoppingBy: Self.command(Self.stopping(directory)), removing: directory)
    try Self.make(directory)
    try Self.run(["/bin/cp", "-R", "\(Template.shared.get().directory)/data", "\(directory)/data"])
    let settings = """
      listen_addresses = ''
      unix_socket_directories = '\(directory)'
      fsync = off
      autovacuum = off
      max_wal_size = 4GB
      \(others)
      """
    try Self.run([
      "/bin/sh", "-c", "printf '%s\\n' \"$1\" >> \"$2\"", "sh", settings, "\(directory)/data/postgresql.conf",
    ])
    try start()
    try execute(sql)
  }

  /// Returns a path that is short enough for the path of a socket in the folder.
  private static func newDirectory() -> String { "/tmp/listkit-pg-\(UUID().uuidString.prefix(8))" }

  /// Creates a folder of the user who runs the servers, because a server refuses to run as root.
  private static func make(_ directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if geteuid() == 0 { try run(["/bin/chown", user, directory], as: nil) }
  }

  /// The files of an empty server, which are created once: a copy takes a sixth of the time of `initdb`. They
  /// are removed at the end of the process.
  private final class Template: Sendable {
    static let shared = Result { try Template() }

    let directory = PostgresServer.newDirectory()
    private let watchdog: ServerWatchdog

    private init() throws {
      watchdog = try ServerWatchdog(stoppingBy: ["true"], removing: directory)
      try PostgresServer.make(directory)
      try PostgresServer.run([
        "\(PostgresServer.binaries)/initdb", "-D", "\(directory)/data", "-A", "trust", "-U", "tester",
        "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--wal-segsize=1",
      ])
    }
  }

  func start() throws {
    try Self.run([
      "\(Self.binaries)/pg_ctl", "-D", "\(directory)/data", "-l", "\(directory)/data/log", "-w", "-t", "600",
      "start",
    ])
  }

  /// Stops the server at once, like a crash.
  func stop() throws { try Self.run(Self.stopping(directory)) }

  private static func stopping(_ directory: String) -> [String] {
    ["\(binaries)/pg_ctl", "-D", "\(directory)/data", "-m", "immediate", "-w", "-t", "600", "stop"]
  }

  /// Locks a table on a separate connection, like another program.
  ///
  /// - Returns: A function that releases the lock.
  func lock(_ table: String) throws -> () -> Void {
    let connection = try PostgresConnection(url)
    let library = connection.library
    library.clear(library.execute(connection.handle, "BEGIN; LOCK TABLE \(table)"))
    return { library.clear(library.execute(connection.handle, "ROLLBACK")) }
  }

  /// Executes statements on a separate connection, like another program.
  ///
  /// - Returns: The first value of the result.
  @discardableResult
  func execute(_ sql: String) throws -> String? {
    let connection = try PostgresConnection(url)
    let library = connection.library
    let answer = library.execute(connection.handle, sql)
    defer { library.clear(answer) }
    // An empty statement is also successful.
    guard library.answerStatus(answer) <= PostgresLibrary.AnswerStatus.tuplesOK else {
      throw Failure(description: library.message(connection.handle).map { String(cString: $0) } ?? "")
    }
    return library.rowCount(answer) > 0 ? library.value(answer, 0, 0).map { String(cString: $0) } : nil
  }

  /// The server's log of statements and errors.
  var log: String { get throws { try String(contentsOfFile: "\(directory)/data/log", encoding: .utf8) } }

  // MARK: Programs

  private static let user = "postgres"

  /// Whether a server is installed.
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "\(binaries)/initdb") }

  /// The folder with the programs of the newest server: from Debian, Homebrew, or the path.
  private static let binaries: String = {
    let folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map { "\(folder)/\($0)/bin" }
    }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
      ?? "/usr/bin"
  }()

  /// Returns a command that runs as a user other than root.
  static func command(_ command: [String], as user: String? = user) -> [String] {
    guard let user, geteuid() == 0 else { return command }
    return ["/usr/sbin/runuser", "-u", user, "--"] + command
  }

  static func run(_ command: [String], as user: String? = user) throws {
    let command = Self.command(command, as: user)
    let run = try HeadlessRun(command[0], Array(command.dropFirst()))
    guard run.end == .exited(0) else {
      throw Failure(description: "\(command.joined(separator: " ")): \(run.end) \(run.standardError)")
    }
  }
}
