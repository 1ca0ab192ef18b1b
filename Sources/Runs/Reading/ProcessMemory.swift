import Files
import LibC
import Synchronization

/// The memory that the process may use, and that it uses.
package enum ProcessMemory {
  /// The memory of the machine, the limit of the process's control group or a parent group, or that of its data
  /// segment (`ulimit -d`), whichever is least.
  package static let limit: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let size = sysconf(Int32(_SC_PAGESIZE))
    let machine = pages > 0 && size > 0 ? pages * size : 8 << 30
    let group = text(of: "/proc/self/cgroup").flatMap { groupLimit($0, text) }
    return min(machine, group ?? machine, dataLimit ?? machine)
  }()

  /// The memory for rows, in bytes: that which the user chose, or half of the limit.
  package static var forRows: Int {
    get { chosen.load(ordering: .relaxed) }
    set { chosen.store(newValue, ordering: .relaxed) }
  }

  private static let chosen = Atomic(limit / 2)

  /// The memory for rows of a library, in bytes. Where the data segment is limited, the stacks of its threads and what
  /// its heap reserves count too: about 100 MiB, and a quarter more than as much again as it uses.
  package static var forLibrary: Int {
    dataLimit.map { max(0, min(forRows, $0 / 2) - 100 << 20) / 5 * 4 } ?? forRows
  }

  private static var dataLimit: Int? {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    #else
      let resource = RLIMIT_DATA
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur > 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// The resident memory in bytes, without that of files, such as the program's own, which the system can take
  /// back; nil if the system does not report it.
  package static var used: Int? {
    // All pages, those in memory, and of these the ones of files.
    guard let pages = text(of: "/proc/self/statm")?.split(separator: " ").compactMap({ Int($0) }),
      pages.count > 2
    else { return nil }
    return (pages[1] - pages[2]) * sysconf(Int32(_SC_PAGESIZE))
  }

  /// Returns the minimum limit of a control group and its parents.
  ///
  /// ```text
  ///  0::/user.slice/run-7.scope      version 2: /sys/fs/cgroup/user.slice/run-7.scope/memory.max
  ///  9:memory:/docker/8f2a           version 1: /sys/fs/cgroup/memory/docker/8f2a/memory.limit_in_bytes
  /// ```
  ///
  /// - Parameters:
  ///   - groups: The text of `/proc/self/cgroup`.
  ///   - text: Returns the text of a file; nil if there is none.
  /// - Returns: nil if no group has a limit.
  static func groupLimit(_ groups: String, _ text: (String) -> String?) -> Int? {
    var least: Int?
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[0] == "0" && parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
      let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      // In a container the path may lead out of the visible part of the tree.
      var path = parts[2].split(separator: "/").map(String.init).filter { $0 != ".." }
      while true {
        let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
        let file = ([root] + path + [name]).joined(separator: "/")
        if let limit = text(file).flatMap({ Int($0.prefix { $0.isNumber }) }), limit > 0 {
          least = min(least ?? limit, limit)
        }
        if path.popLast() == nil { break }
      }
    }
    return least
  }

  private static func text(of path: String) -> String? {
    (try? StoredFile(path: path).contentsIfAny())?.map { String(decoding: $0, as: UTF8.self) }
  }
}
