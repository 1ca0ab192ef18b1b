import TestSupport
import Testing

@testable import ListData

@Suite("Columns that change all the time are noisy")
struct NoisyColumnsTests {
  private let header = ["NAME", "STATUS", "%CPU", "TIME", "BYTES", "PID"]

  @Test("Measures are noisy from the first run on")
  func measures() {
    let (quietness, table) = after(0, rows: 5)
    expectEqual(quiet(quietness, table), ["%CPU", "TIME"])
  }

  @Test("Numbers that change in many rows become noisy")
  func counters() {
    let (quietness, table) = after(6, rows: 40)
    expectEqual(quiet(quietness, table), ["%CPU", "TIME", "BYTES", "PID"])
  }

  @Test("A single change in one of three rows is not noise")
  func fewRows() {
    var quietness = NoisyColumns()
    let tables = ["0", "1"].map { restarts in
      TextTable(["NAME", "RESTARTS"], [["a", restarts], ["b", "0"], ["c", "0"]])
    }
    note(tables, &quietness)
    #expect(!quietness.isNoisy(1, of: tables[1]))
  }

  @Test("A counter is noisy if a tenth of the rows change, another number if a fifth do")
  func sparseCounters() {
    func tables(_ value: (Int, Int) -> Int) -> [TextTable] {
      (0..<12).map { run in
        TextTable(["NAME", "N"], (0..<40).map { ["\($0)", "\($0 < 6 ? value(run, $0) : 7)"] })
      }
    }
    var rising = NoisyColumns()
    var wavering = NoisyColumns()
    note(tables { run, row in run * 10 + row }, &rising)
    let last = tables { run, row in run % 2 * 10 + row }
    note(last, &wavering)
    #expect(rising.isNoisy(1, of: last[0]))
    #expect(!wavering.isNoisy(1, of: last[0]))
  }

  @Test("A noisy column that stays calm is no longer noisy")
  func calmAgain() {
    var quietness = NoisyColumns()
    note((0..<8).map { run in TextTable(["NAME", "N"], (0..<40).map { ["\($0)", "\(run)"] }) }, &quietness)
    let table = TextTable(["NAME", "N"], (0..<40).map { ["\($0)", "8"] })
    #expect(quietness.isNoisy(1, of: table))
    note(Array(repeating: table, count: 40), &quietness)
    #expect(!quietness.isNoisy(1, of: table))
  }

  @Test("Runs that replace all rows do not make columns noisy")
  func storms() {
    var quietness = NoisyColumns()
    note(
      (0..<5).map { run in TextTable(["NAME", "N"], (0..<9).map { ["\(run * 9 + $0)", "\(run)"] }) },
      &quietness)
    #expect(!quietness.isNoisy(1, of: TextTable(["NAME", "N"], [["a", "1"]])))
  }

  @Test("Few rows of the series are marked, including those with important changes")
  func series() {
    var (marked, changed, all) = (0, 0, 0)
    var columns: Set<String> = []
    for name in Corpus.series {
      let tables = Corpus.tables(of: name)
      let key = KeyGuess(of: tables[0]).key
      var keys = RowKeys()
      var quietness = NoisyColumns()
      let identifiers = tables.map { keys.identifiers(of: $0, key: key) }
      for run in tables.indices.dropFirst() {
        let changes = TableChanges(
          from: tables[run - 1], identifiers[run - 1], to: tables[run], identifiers[run])
        quietness.note(changes, from: tables[run - 1], to: tables[run])
        all += changes.keptCount
        changed += changes.changed.count
        for row in changes.changed {
          let loud = changes.columns(of: row).filter {
            $0 >= tables[run].columns.count || !quietness.isNoisy($0, of: tables[run])
          }
          if !loud.isEmpty { marked += 1 }
          columns.formUnion(loud.map { "\(name) \(tables[run].columns[$0].name ?? "\($0)")" })
        }
      }
    }
    #expect(all > 14_000)
    #expect(Double(changed) > 0.07 * Double(all), "there is noise to be quiet about")
    #expect(Double(marked) < 0.025 * Double(all))
    // Changes of states, file sizes and command lines are all marked.
    let important = ["ps-aux STAT", "ps-aux COMMAND", "lsof-i NAME", "df-h Used", "wc 0"]
    #expect(columns.isSuperset(of: important), "\(columns.sorted())")
  }

  /// Returns the noise after some runs in which all columns except name and state changed in all rows, and
  /// the last table.
  private func after(_ runs: Int, rows: Int) -> (NoisyColumns, TextTable) {
    let tables = (0...runs).map { run in
      TextTable(
        header,
        (0..<rows).map { row in
          ["n\(row)", "Up", "\(run).5", "0:0\(run)", "\(1_000 * run + row)", "\(70 + run + row)"]
        })
    }
    var quietness = NoisyColumns()
    note(tables, &quietness)
    return (quietness, tables[runs])
  }

  private func note(_ tables: [TextTable], _ quietness: inout NoisyColumns) {
    var keys = RowKeys()
    let identifiers = tables.map { keys.identifiers(of: $0, key: .columns([0])) }
    for run in tables.indices.dropFirst() {
      let changes = TableChanges(
        from: tables[run - 1], identifiers[run - 1], to: tables[run], identifiers[run])
      quietness.note(changes, from: tables[run - 1], to: tables[run])
    }
  }

  private func quiet(_ quietness: NoisyColumns, _ table: TextTable) -> [String] {
    table.columns.indices.filter { quietness.isNoisy($0, of: table) }.map { header[$0] }
  }
}
