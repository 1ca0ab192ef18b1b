import ListKit
import ListSearch

/// What is shown of the processes: a tree or the busiest first, and only what matches a query.
struct ProcessList {
  typealias Outline = DiffableDataSourceSectionSnapshot<RunningProcess>

  private(set) var processes: [RunningProcess] = []
  var query = Query("")
  var isTree = true

  /// Takes over what was read, and finds out how busy each process was since the last time.
  mutating func update(_ read: [RunningProcess]) {
    let former = Dictionary(uniqueKeysWithValues: processes.map { ($0, $0) })
    processes = read
    for (index, process) in read.enumerated() {
      guard let before = former[process], before.time < process.time else { continue }
      processes[index].load = (process.busy - before.busy) / (process.time - before.time)
    }
  }

  func matches(_ process: RunningProcess) -> Bool { query.matches(process.fields) }

  /// What to show, all of it open; those without children as well, which may get some.
  var outline: Outline {
    var outline = Outline()
    let pids = Set(processes.map(\.pid))
    let children = Dictionary(grouping: processes.sorted { $0.pid < $1.pid }) {
      pids.contains($0.parent) ? $0.parent : 0
    }
    func append(below parent: RunningProcess?) {
      outline.append(children[parent?.pid ?? 0] ?? [], to: parent)
      for child in children[parent?.pid ?? 0] ?? [] { append(below: child) }
    }
    isTree ? append(below: nil) : outline.append(processes.sorted { ($0.load, $1.pid) > ($1.load, $0.pid) })
    outline.expand(outline.items)
    return query.isEmpty ? outline : outline.filtered(matches)
  }
}
