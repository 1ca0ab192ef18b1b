import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

/// Outputs of commands that have recipes, on screens that have no room for all columns.
@MainActor
@Suite("Columns that stay in view") struct ColumnWorthTests {
  private static let services = """
    UNIT                                LOAD   ACTIVE   SUB     DESCRIPTION
    apparmor.service                    loaded active   exited  Load AppArmor profiles
    cron.service                        loaded active   running Regular background program processing daemon
    dbus.service                        loaded active   running D-Bus System Message Bus
    logrotate.service                   loaded inactive dead    Rotate log files
    networking.service                  loaded failed   failed  Raise network interfaces
    systemd-tmpfiles-setup-dev.service  loaded active   exited  Create Static Device Nodes in /dev
    """

  private static let containers = """
    CONTAINER ID   IMAGE                       COMMAND                  CREATED        STATUS                     PORTS                    NAMES
    0f3c9a1b2d4e   registry.example/web:2.11   "/docker-entrypoint.…"   3 hours ago    Up 3 hours                 0.0.0.0:8080->80/tcp     web-1
    7b8c2e9d0a1f   registry.example/web:2.11   "/docker-entrypoint.…"   3 hours ago    Up 3 hours (unhealthy)     0.0.0.0:8081->80/tcp     web-2
    a91d4c3e7f20   postgres:17                 "docker-entrypoint.s…"   2 days ago     Up 2 days                  5432/tcp                 shop-db
    c5e2f8a7b913   redis:8                     "docker-entrypoint.s…"   2 days ago     Exited (1) 4 minutes ago                            cache
    """

  private static let pods = """
    NAMESPACE     NAME                        READY   STATUS             RESTARTS   AGE   IP            NODE     NOMINATED NODE   READINESS GATES
    default       web-6d4cf56db6-8xk2p        1/1     Running            0          3h    10.42.0.17    node-a   <none>           <none>
    default       web-6d4cf56db6-vnq7t        0/1     CrashLoopBackOff   12         3h    10.42.1.9     node-b   <none>           <none>
    kube-system   coredns-7b98449c4-2wz4k     1/1     Running            1          12d   10.42.0.3     node-a   <none>           <none>
    shop          orders-5f7c8d9b6-k4r8s      1/1     Running            0          5d    10.42.1.12    node-b   <none>           <none>
    """

  /// Returns the names of the columns that are in view at a width.
  private func titles(_ text: String, _ columns: Int, _ options: [String] = []) async throws -> Set<String> {
    let session = try ListSession(options, columns: columns)
    try await session.show(text + "\n")
    let table = try #require(session.model.list.shown?.table)
    let view = session.screen.controller.tableView
    let shown = session.model.shownColumns.enumerated().filter { view.columnWidth(at: $0.offset) != nil }
    return Set(shown.map { table.name(of: $0.element) })
  }

  @Test("Services show unit and states at every width", arguments: [45, 60, 80, 100, 120])
  func services(_ columns: Int) async throws {
    let titles = try await titles(Self.services, columns)
    #expect(titles.isSuperset(of: ["UNIT", "ACTIVE", "SUB"]))
  }

  @Test("A narrow list of services leaves out what all rows have in common") func constants() async throws {
    let titles = try await titles(Self.services, 56)
    #expect(titles.isSuperset(of: ["UNIT", "ACTIVE", "SUB", "DESCRIPTION"]) && !titles.contains("LOAD"))
  }

  @Test("A last column in which few rows have a text takes no room from others") func sparse() async throws {
    let rows = (0..<9).map { row in
      "\(1000 + row),customer \(row),2026-11-2\(row) 10:2\(row),\(row == 4 ? "ring twice and wait at the door" : "")\n"
    }
    let titles = try await titles("id,customer,created,note\n" + rows.joined(), 40)
    #expect(titles.isSuperset(of: ["id", "customer", "created"]), "\(titles)")
  }

  @Test("Containers show their names and their state at every width", arguments: [60, 80, 100, 120])
  func containers(_ columns: Int) async throws {
    let titles = try await titles(Self.containers, columns)
    #expect(titles.isSuperset(of: ["STATUS", "NAMES"]))
  }

  @Test("Pods show their name and their state at every width", arguments: [60, 80, 100, 120])
  func pods(_ columns: Int) async throws {
    let titles = try await titles(Self.pods, columns)
    #expect(titles.isSuperset(of: ["NAME", "STATUS"]))
    #expect(columns > 100 || !titles.contains("READINESS GATES"))
  }

  @Test("Columns by which rows are sorted or filtered stay, too") func used() async throws {
    let sorted = try await titles(Self.pods, 60, ["-s", "AGE"])
    #expect(sorted.contains("AGE"))
    let filtered = try await titles(Self.pods, 70, ["-q", "IP:10.42"])
    #expect(filtered.contains("IP"))
  }
}
