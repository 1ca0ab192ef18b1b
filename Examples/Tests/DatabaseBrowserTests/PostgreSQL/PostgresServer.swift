import CPostgreSQL
import Foundation
import TerminalTesting

@testable import database_browser

/// A real server of its own, with its files and its socket in a folder that goes when the test is over, or was killed.
final class PostgresServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let directory: String
  private let watchdog: ServerWatchdog

  /// Where the database is.
  var url: String { "postgres:///postgres?host=\(directory)&user=tester" }
  var address: PostgresAddress { get throws { try PostgresAddress(url) } }

  /// Makes and starts a server, and fills it by statements.
  init(_ sql: String = "") throws {
    // The path of a socket has to be short.
    directory = "/tmp/listkit-pg-\(UUID().uuidString.prefix(8))"
    watchdog = try ServerWatchdog(stoppingBy: Self.command(Self.stopping(directory)), removing: directory)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    // A server refuses to be root's.
    if geteuid() == 0 { try Self.run(["/bin/chown", Self.user, directory], as: nil) }
    try Self.run([
      "\(Self.binaries)/initdb", "-D", "\(directory)/data", "-A", "trust", "-U", "tester", "-E", "UTF8",
      "--locale=C.UTF-8", "--no-sync",
    ])
    let settings = """
      listen_addresses = ''
      unix_socket_directories = '\(directory)'
      fsync = off
      autovacuum = off
      max_wal_size = 4GB
      """
    try Self.run([
      "/bin/sh", "-c", "printf '%s\\n' \"$1\" >> \"$2\"", "sh", settings, "\(directory)/data/postgresql.conf",
    ])
    try start()
    try execute(sql)
  }

  func start() throws {
    try Self.run([
      "\(Self.binaries)/pg_ctl", "-D", "\(directory)/data", "-l", "\(directory)/data/log", "-w", "-t", "600",
      "start",
    ])
  }

  /// Stops it at once, as a crash does.
  func stop() throws { try Self.run(Self.stopping(directory)) }

  private static func stopping(_ directory: String) -> [String] {
    ["\(binaries)/pg_ctl", "-D", "\(directory)/data", "-m", "immediate", "-w", "-t", "600", "stop"]
  }

  /// Carries out statements on a connection of its own, as another program would.
  ///
  /// - Returns: the first value.
  @discardableResult
  func execute(_ sql: String) throws -> String? {
    let connection = try address.connect()
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY else {
      throw Failure(description: String(cString: PQerrorMessage(connection)))
    }
    return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil
  }

  // MARK: Programs

  private static let user = "postgres"

  /// Where the newest server's programs are: Debian's, Homebrew's, or those on the path.
  private static let binaries: String = {
    let folders = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map { "\(folder)/\($0)/bin" }
    }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (folders + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
      ?? "/usr/bin"
  }()

  /// A command as a user that is not root.
  private static func command(_ command: [String], as user: String? = user) -> [String] {
    guard let user, geteuid() == 0 else { return command }
    return ["/usr/sbin/runuser", "-u", user, "--"] + command
  }

  private static func run(_ command: [String], as user: String? = user) throws {
    let command = Self.command(command, as: user)
    let run = try HeadlessRun(command[0], Array(command.dropFirst()))
    guard run.end == .exited(0) else {
      throw Failure(description: "\(command.joined(separator: " ")): \(run.end) \(run.standardError)")
    }
  }
}
