import Foundation
import Testing

@testable import ListData

/// `Scripts/fit-reading.sh` runs this suite.
@Suite("The constants of the measure fit outputs that did not choose them", .enabled(if: isWanted))
struct FitTests {
  private typealias Costs = DescriptionLength.Costs
  private static let foldCount = 5

  /// The constants, by name.
  private static var constants: [(name: String, path: WritableKeyPath<Costs, Double>)] {
    [
      ("column", \.column), ("otherLine", \.otherLine), ("extraCell", \.extraCell), ("lineEnd", \.lineEnd),
      ("swallowedRow", \.swallowedRow), ("cell", \.cell), ("word", \.word), ("gap", \.gap),
      ("change", \.change), ("digit", \.digit), ("letter", \.letter), ("sign", \.sign),
    ]
      + ["rules", "tabs", "names", "time", "delimiter", "header", "gaps", "padded"].enumerated().map {
        ("mark \($1)", \.separations[$0 + 1])
      }
  }

  @Test(
    "Five-fold cross-validation over sources prints the share that is right with constants chosen by the other folds"
  )
  func crossValidation() async {
    let cases = ReadingCase.all
    let all = Array(cases.indices)
    let wrong = Self.wrong(all, cases, Costs())
    print(
      "outputs: \(cases.count), right with the constants in use: \(Self.share(cases.count - wrong.count, cases.count))"
    )

    let folds = Self.folds(of: cases)
    let left = await withTaskGroup(of: Int.self) { group in
      for fold in 0..<Self.foldCount {
        group.addTask {
          let known = all.filter { folds[$0] != fold }
          let fitted = Self.fitted(to: known, cases)
          let missed = Self.wrong(all.filter { folds[$0] == fold }, cases, fitted.costs)
          print(
            "fold \(fold + 1): \(Self.share(known.count - fitted.wrong, known.count)) of the others, changed: \(fitted.changes)"
          )
          return missed.count
        }
      }
      return await group.reduce(0, +)
    }
    print("tuned: \(Self.share(cases.count - Self.fitted(to: all, cases).wrong, cases.count))")
    print("left out: \(Self.share(cases.count - left, cases.count))")

    var families: [String: (wrong: Int, all: Int)] = [:]
    for index in all {
      families[cases[index].family, default: (0, 0)].all += 1
      if wrong.contains(index) { families[cases[index].family, default: (0, 0)].wrong += 1 }
    }
    let worst = families.sorted { $0.value.wrong * $1.value.all > $1.value.wrong * $0.value.all }
    for (family, count) in worst.prefix(12) where count.wrong > 0 {
      print("worst: \(family): \(Self.share(count.all - count.wrong, count.all))")
    }
    for index in wrong { print("wrong: \(cases[index].name)") }
    #expect((cases.count - left) * 100 >= cases.count * 85)
  }

  /// Returns the fold of each output. The outputs of a source are alike, so they are in the same fold; the largest
  /// sources come first, each to the smallest fold.
  private static func folds(of cases: [ReadingCase]) -> [Int] {
    let sources = Dictionary(grouping: cases.indices) { cases[$0].source }
    var folds = [Int](repeating: 0, count: cases.count)
    var sizes = [Int](repeating: 0, count: foldCount)
    for (_, members) in sources.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
      let fold = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
      for member in members { folds[member] = fold }
      sizes[fold] += members.count
    }
    return folds
  }

  /// Counts of what a table explains, instead of bits: lines, cells with values, names, the mark of cells.
  @Test("A score by evidence chooses fewer candidates correctly than bits") func evidence() {
    let cases = ReadingCase.all
    var (byBits, byShares) = (0, 0)
    for one in cases {
      let sample = Sample(one.bytes)
      let candidates = TableReader.formats.flatMap { $0.init(sample, ReaderOptions()).candidates() }
      func isRight(_ score: (Candidate) -> Double) -> Bool {
        guard let best = candidates.max(by: { score($0) < score($1) }) else { return true }
        return one.fault(in: best.shape) == nil
      }
      if isRight({ -$0.bits(of: sample) }) { byBits += 1 }
      if isRight({ Self.shares(of: $0, in: sample) }) { byShares += 1 }
    }
    print("the candidate with the fewest bits is right: \(Self.share(byBits, cases.count))")
    print("the candidate with the most evidence is right: \(Self.share(byShares, cases.count))")
    #expect(byBits > byShares)
  }

  private static func shares(of candidate: Candidate, in sample: Sample) -> Double {
    let table = TextTable(sample.bytes, shape: candidate.shape, isComplete: true)
    let lines = sample.lines.count { sample.bytes.hasText($0) }
    let rows = min(table.rowCount, 200)
    var (cells, values) = (0, 0)
    for row in 0..<rows {
      for cell in table.cells(of: row).map(sample.bytes.trimmed) where !cell.isEmpty {
        cells += 1
        if sample.bytes.isLiteral(cell) { values += 1 }
      }
    }
    let explained = Double(max(lines - table.otherLines.count, 0)) / Double(max(lines, 1))
    let typed = Double(values) / Double(max(cells, 1))
    let named = table.columns.contains { $0.name != nil } ? 1.0 : 0
    return explained + 0.5 * typed + 0.3 * named - 0.5 * candidate.separation.factor
  }

  /// Returns the constants that read the most outputs correctly: each is changed by a fifth while that helps.
  private static func fitted(
    to known: [Int], _ cases: [ReadingCase]
  ) -> (costs: Costs, wrong: Int, changes: [String]) {
    var costs = Costs()
    var least = wrong(known, cases, costs).count
    var changes: [String] = []
    for (name, path) in constants {
      for factor in [0.8, 1.25] {
        var other = costs
        other[keyPath: path] *= factor
        let count = wrong(known, cases, other).count
        guard count < least else { continue }
        (costs, least) = (other, count)
        changes.append("\(name) \(other[keyPath: path])")
      }
    }
    return (costs, least, changes)
  }

  /// Returns the outputs that are read wrongly with these constants.
  private static func wrong(_ indices: [Int], _ cases: [ReadingCase], _ costs: Costs) -> Set<Int> {
    Costs.$current.withValue(costs) {
      Set(indices.filter { cases[$0].fault(in: TableReader.shape(of: cases[$0].bytes)) != nil })
    }
  }

  private static func share(_ count: Int, _ all: Int) -> String {
    "\(count) of \(all) (\((Double(count) / Double(max(all, 1)) * 1000).rounded() / 10) %)"
  }
}

private let isWanted = ProcessInfo.processInfo.environment["LISTKIT_FIT"] != nil
