import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster

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

  /// Returns the line with the visible titles at a width.
  private func header(_ text: String, _ columns: Int, _ options: [String]) async throws -> String {
    let session = try ListSession(options, columns: columns)
    try await session.show(text + "\n")
    return session.rows.first { !$0.hasPrefix("❯") } ?? ""
  }

  /// Returns the visible titles at a width.
  private func titles(_ text: String, _ columns: Int, _ options: [String] = []) async throws -> Set<String> {
    // Two blanks end a title; a sign of the order or of hidden columns is none.
    let parts = try await header(text, columns, options).split { "▲▼‹›".contains($0) }
    return Set(parts.flatMap { $0.splitAtWideGaps() })
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

  /// The outputs of other recipes, their options, and the titles that stay.
  nonisolated private static let others: [(text: String, options: [String], titles: Set<String>)] = [
    (
      """
          PID    PPID USER     %CPU %MEM   RSS     ELAPSED COMMAND
            1       0 root      0.0  0.1 11840    10:15:01 /sbin/init
            2       0 root      0.0  0.0     0    10:15:01 [kthreadd]
         4711       1 www-data 12.5  3.4 271044    05:01:22 nginx: worker process with a title
         4822    4711 postgres  1.5  9.9 812204    05:01:20 postgres: checkpointer of the main cluster
      """, ["-k", "PID", "-s", "-%CPU"], ["PID", "%CPU", "COMMAND"]
    ),
    (
      """
      COMMAND   PID     USER   FD   TYPE DEVICE SIZE/OFF NODE NAME
      sshd      811     root    3u  IPv4  17293      0t0  TCP *:22 (LISTEN)
      postgres 1020 postgres    5u  IPv4  18811      0t0  TCP 127.0.0.1:5432 (LISTEN)
      nginx    1131     root    6u  IPv6  19101      0t0  TCP *:443 (LISTEN)
      """, ["-k", "COMMAND,PID,NAME"], ["COMMAND", "PID", "NAME"]
    ),
    (
      """
      Filesystem                          Size  Used Avail Use% Mounted on
      /dev/mapper/ubuntu--vg-ubuntu--lv    98G   61G   33G  66% /
      tmpfs                                16G     0   16G   0% /dev/shm
      /dev/nvme0n1p2                      2.0G  184M  1.7G  10% /boot
      """, [], ["Filesystem", "Use%", "Mounted on"]
    ),
    (
      """
      HEAD\tbranch\tdate\tauthor\tsubject
      *\tmain\t2026-11-02\tGrace Hopper\tThe list says why a host has no rows
      \tcolumns-that-stay-in-view\t2026-10-30\tAlan Turing\tColumns have a worth
      \tfaster\t2026-09-12\tAda Lovelace\tDifferences are linear
      """, ["-k", "branch", "-s", "-date"], ["branch", "date"]
    ),
    (
      """
      NAME          READY   UP-TO-DATE   AVAILABLE   AGE
      web           2/2     2            2           12d
      orders-api    0/1     1            0           5d
      """, ["-k", "NAME"], ["NAME", "READY", "UP-TO-DATE", "AVAILABLE", "AGE"]
    ),
    (
      """
      REPOSITORY                           TAG       IMAGE ID       CREATED        SIZE
      registry.example/shop/orders-api     2.11.0    0f3c9a1b2d4e   3 hours ago    312MB
      registry.example/shop/orders-api     2.10.4    7b8c2e9d0a1f   2 weeks ago    309MB
      postgres                             17        a91d4c3e7f20   2 months ago   438MB
      """, ["-k", "IMAGE ID"], ["REPOSITORY", "TAG", "IMAGE ID"]
    ),
    (
      """
      State     Recv-Q Send-Q       Local Address:Port         Peer Address:Port
      LISTEN    0      128                0.0.0.0:22                0.0.0.0:*
      ESTAB     0      0              10.42.0.17:43512        151.101.2.132:443
      ESTAB     0      36             10.42.0.17:22              10.42.0.1:51122
      """, ["-g", "State"], ["State", "Local Address"]
    ),
    (
      """
      NAME        MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS
      nvme0n1     259:0    0 476.9G  0 disk
      ├─nvme0n1p1 259:1    0   512M  0 part /boot/efi
      └─nvme0n1p2 259:2    0 476.4G  0 part /
      """, [], ["NAME", "SIZE", "MOUNTPOINTS"]
    ),
  ]

  @Test(
    "The other recipes show what identifies a row and what it is about", arguments: others,
    [60, 80, 100, 120])
  func recipes(_ recipe: (text: String, options: [String], titles: Set<String>), columns: Int) async throws {
    // One blank may be between two titles.
    let header = try await header(recipe.text, columns, recipe.options)
    #expect(recipe.titles.allSatisfy { header.contains($0) }, "\(header)")
  }

  @Test("Columns by which rows are sorted or filtered stay, too") func used() async throws {
    let sorted = try await titles(Self.pods, 60, ["-s", "AGE"])
    #expect(sorted.contains("AGE"))
    let filtered = try await titles(Self.pods, 70, ["-q", "IP:10.42"])
    #expect(filtered.contains("IP"))
  }
}

extension Substring {
  fileprivate func splitAtWideGaps() -> [String] {
    var (titles, title, blanks) = ([String](), "", 0)
    for character in self {
      blanks = character == " " ? blanks + 1 : 0
      if blanks == 2, !title.allSatisfy({ $0 == " " }) {
        titles.append(title)
        title = ""
      }
      if blanks == 0 || !title.isEmpty { title.append(character) }
    }
    return (titles + [title]).map { title in String(title.reversed().drop { $0 == " " }.reversed()) }
  }
}
