import ListKit
import Reporting
import Screens

/// Reports the cost of frames of a short and of a long list: it is the same, because it depends on the screen
/// only.
@MainActor
func reportFrames(few: Int, many: Int) {
  Figure.printHead("a frame of 50 × 100, \(many) rows")
  let lists = [few, many].map { count in
    let rows = Rows { "row number \($0) of a list" }
    rows.dataSource.apply(DiffableDataSourceSnapshot([(0, Array(0..<count))]))
    rows.draw(after: .seconds(10))
    return rows
  }
  let steps: [(name: String, act: (Rows) -> Void)] = [
    ("at rest", { _ in }),
    ("cursor", { $0.table.perform(.moveCursor(1)) }),
    ("scroll", { $0.table.perform(.scroll(1)) }),
    ("page, back", { rows in draw(rows, after: .page(1), then: .page(-1)) }),
    ("end, start", { rows in draw(rows, after: .last, then: .first) }),
    (
      "edit",
      { rows in
        var snapshot = rows.dataSource.snapshot()
        if snapshot.contains(-1) {
          snapshot.deleteItems([-1])
        } else {
          snapshot.insertItems([-1], beforeItem: 3)
        }
        rows.dataSource.apply(snapshot)
      }
    ),
  ]
  for step in steps {
    let times = lists.map { rows in
      rows.table.perform(.first)
      return median(
        (0..<51).map { _ in
          time {
            step.act(rows)
            rows.draw()
          } / 1000
        })
    }
    Figure(
      step.name, times[1], "µs", peer: ("of \(few) rows", times[0]), target: .ofPeer(1.5)
    ).print()
  }
}

@MainActor
private func draw(_ rows: Rows, after command: Command, then next: Command) {
  rows.table.perform(command)
  rows.draw()
  rows.table.perform(next)
}
