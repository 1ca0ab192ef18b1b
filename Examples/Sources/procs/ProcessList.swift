import ListKit
import ListSearch

/// The processes to display: as a tree or the busiest first, and only those that match a query.
struct ProcessList {
  typealias Outline = DiffableDataSourceSectionSnapshot<RunningProcess>

  private(set) var processes: [RunningProcess] = []
  var query = Query("")
  var isTree = true

  /// Adopts the processes that were read, with the load of each since the last reading.
  mutating func update(_ read: [RunningProcess]) {
    let former = Dictionary(uniqueKeysWithValues: processes.map { ($0, $0) })
    processes = read.map { process in
      guard let before = former[process], before.time < process.time else { return process }
      var process = process
      process.load = (process.busy - before.busy) / (process.time - before.time)
      return process
    }
  }

  func matches(_ process: RunningProcess) -> Bool { query.matches(process.fields) }

  /// The outline to display. All rows are expanded, also those without children, which may get some.
  var outline: Outline {
    var outline = isTree ? tree : busiestFirst
    outline.expand(outline.items)
    return query.isEmpty ? outline : outline.filtered(matches)
  }

  private var busiestFirst: Outline {
    var outline = Outline()
    outline.append(
      processes.sorted { left, right in
        left.load == right.load ? left.pid < right.pid : left.load > right.load
      })
    return outline
  }

  /// Processes below their parents; those whose parent is missing are roots.
  private var tree: Outline {
    let pids = Set(processes.map(\.pid))
    let children = Dictionary(grouping: processes.sorted { $0.pid < $1.pid }) { process in
      pids.contains(process.parent) ? process.parent : 0
    }
    var outline = Outline()
    func append(_ processes: [RunningProcess], below parent: RunningProcess?) {
      outline.append(processes, to: parent)
      for process in processes {
        append(children[process.pid] ?? [], below: process)
      }
    }
    append(children[0] ?? [], below: nil)
    return outline
  }
}
