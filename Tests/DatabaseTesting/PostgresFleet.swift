import Foundation
import ListKitPaging
import TerminalTesting
import Testing

@testable import Databases

/// Three servers with one part of a table each, and a coordinator that joins them with `postgres_fdw`.
final class PostgresFleet: Sendable {
  let shards: [PostgresServer]
  let coordinator: PostgresServer

  /// Creates and starts the servers. The table `notes` has the numbers 1 to `rows` in `id`, and nullable
  /// numbers in `n`. Its rows are distributed by hashes of `id`.
  init(rows: Int, settings: String = "") throws {
    // `satisfies_hash_partition` needs a table that is partitioned like the one on the coordinator.
    shards = try (0..<3).map { number in
      try PostgresServer(
        """
        CREATE TABLE parting (id bigint) PARTITION BY HASH (id);
        CREATE TABLE notes (id bigint PRIMARY KEY, word text, n int);
        INSERT INTO notes SELECT n, CASE n % 3 WHEN 0 THEN 'three' WHEN 1 THEN 'one' ELSE 'two' END || ' of ' || n,
            NULLIF(n % 7, 0) FROM generate_series(1, \(rows)) n
          WHERE satisfies_hash_partition('parting'::regclass, 3, \(number), n::bigint);
        ANALYZE notes;
        """, settings: settings)
    }
    let parts = shards.enumerated().map { number, shard in
      """
      CREATE SERVER shard\(number) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(shard.directory)', dbname 'postgres');
      CREATE USER MAPPING FOR PUBLIC SERVER shard\(number) OPTIONS (user 'tester', password_required 'false');
      CREATE FOREIGN TABLE notes_\(number) PARTITION OF notes FOR VALUES WITH (MODULUS 3, REMAINDER \(number))
        SERVER shard\(number) OPTIONS (table_name 'notes');
      """
    }
    coordinator = try PostgresServer(
      """
      CREATE EXTENSION postgres_fdw;
      CREATE TABLE notes (id bigint NOT NULL, word text, n int) PARTITION BY HASH (id);
      \(parts.joined(separator: "\n"))
      """)
  }
}

/// A pooler that lends the connections of a server for one transaction at a time.
final class PostgresPooler: Sendable {
  private let directory: String
  private let watchdog: ServerWatchdog

  /// The URL of the database through the pooler.
  var url: String { "postgres:///postgres?host=\(directory)&port=6432&user=tester" }

  /// Whether the pooler is installed.
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }
  private static let program = "/usr/sbin/pgbouncer"

  init(to server: PostgresServer) throws {
    directory = "/tmp/listkit-pool-\(UUID().uuidString.prefix(8))"
    watchdog = try ServerWatchdog(
      stoppingBy: PostgresServer.command(Self.stopping(directory)), removing: directory)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if geteuid() == 0 { try PostgresServer.run(["/bin/chown", "postgres", directory], as: nil) }
    let settings = """
      [databases]
      * = host=\(server.directory) user=tester
      [pgbouncer]
      unix_socket_dir = \(directory)
      listen_port = 6432
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      server_login_retry = 1
      pidfile = \(directory)/pid
      logfile = \(directory)/log
      """
    try settings.write(toFile: "\(directory)/pool.ini", atomically: true, encoding: .utf8)
    try start()
  }

  func start() throws {
    try PostgresServer.run([Self.program, "-q", "-d", "\(directory)/pool.ini"])
    while (try? PostgresConnection(url)) == nil { usleep(10_000) }
  }

  /// Stops the pooler and waits for its end.
  func stop() throws { try PostgresServer.run(Self.stopping(directory)) }

  private static func stopping(_ directory: String) -> [String] {
    [
      "/bin/sh", "-c",
      #"pid=$(cat "$1/pid") || exit 0; kill "$pid"; while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done; rm -f "$1/pid""#,
      "sh", directory,
    ]
  }
}
