import TestSupport
import Testing

@testable import ListData

@Suite("The cells of a column determine its kind")
struct ColumnKindTests {
  @Test(
    "The kind follows from the cells",
    arguments: [
      (["42", "-3", "1,234,567"], ColumnKind.integer),
      (["0", "4 (30s ago)"], .integer),
      (["0.5", "2.5e-3", "4"], .float),
      (["12,50", "9,99"], .float),
      (["8,0", "254,16"], .text),
      (["0%", "3.4%"], .percent),
      (["28", "4.0K", "1.2G"], .size),
      (["0B", "512MiB", "12 kB"], .size),
      (["34.6MiB / 1.952GiB"], .size),
      (["540 Mbit/s"], .size),
      (["500m", "1.2g"], .size),
      (["5m", "10m"], .duration),
      (["3d4h", "61s", "2m30s"], .duration),
      (["0:00", "1:40"], .duration),
      (["00:00:03", "00:01:40"], .duration),
      (["22:04:31", "22:04:32"], .date),
      (["1.00s", "2days", "3:12"], .duration),
      (["5 minutes ago", "about an hour ago", "2 weeks ago"], .duration),
      (["2026-11-22", "2026-11-22T12:45:00Z"], .date),
      (["Nov 22 12:45", "Nov 22  2025"], .date),
      (["20:06", "Thu08"], .date),
      (["Sat, 21 Nov 2026 20:15:01 +0000"], .date),
      (["21/Nov/2026:20:15:01 +0000"], .date),
      (["1.2.3", "10.0.0.1"], .text),
      (["007", "0123"], .text),
      (["d3a4f3e", "3323f16"], .text),
      (["may", "june"], .text),
      (["-", "", "<none>", "17"], .integer),
      (["-", ""], .text),
      ([], .text),
      (["1", "2", "3", "4", "x"], .integer),
      (["1", "2", "3", "x"], .text),
    ])
  func cellsSayWhatTheyAre(cells: [String], kind: ColumnKind) {
    expectEqual(self.kind(cells), kind)
  }

  @Test("The name of a column decides between times and durations")
  func nameDecides() {
    expectEqual(kind(["12:45", "02:11"]), .date)
    expectEqual(kind(["12:45", "02:11"], named: "ELAPSED"), .duration)
    expectEqual(kind(["00:15", "00:11"]), .duration)
    expectEqual(kind(["00:15", "00:11"], named: "START"), .date)
  }

  @Test("Dates and texts are not numeric")
  func numeric() {
    expectEqual(ColumnKind.allCases.filter { !$0.isNumeric }, [.date, .text])
  }

  @Test("Nearly all columns of the corpus have the kind that a person sees in them")
  func corpus() {
    let letters: [ColumnKind: Character] = [
      .integer: "i", .float: "f", .size: "z", .percent: "p", .date: "d", .duration: "u", .text: "s",
    ]
    var all = 0
    var wrong: [String] = []
    for (name, truth) in Corpus.truth {
      guard let types = truth.types, let rows = truth.rows else { continue }
      for (column, letter) in types.enumerated() {
        all += 1
        let cells = rows.filter { column < $0.count }.map { $0[column] }
        let found = letters[kind(cells, named: truth.header?[column])]
        if found != letter { wrong.append("\(name) \(column): \(letter) \(found.map(String.init) ?? "")") }
      }
    }
    expectEqual(all, 499)
    #expect(wrong.count <= 8, "\(wrong)")
  }

  private func kind(_ cells: [String], named name: String? = nil) -> ColumnKind {
    var sample = KindSample(named: name)
    for cell in cells { withBytes(cell) { sample.note($0) } }
    return sample.kind
  }
}
