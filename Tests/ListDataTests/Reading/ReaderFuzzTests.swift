import Foundation
import TestSupport
import Testing

@testable import ListData

@Suite("Any bytes can be read as a table")
struct ReaderFuzzTests {
  /// Checks each output once. Each world has its own seed.
  @Test("Damaged outputs obey the laws of a table")
  func damagedOutputs() {
    Worlds.forEach(seeds: 0..<Self.outputs.count, check)
  }

  @Test(
    "Two pieces are read like the whole text, wherever the text is split",
    arguments: [
      "{\n \"kind\": \"list\",\n \"items\": [\n  {\"a\": 1},\n  {\"a\": 2}\n ]\n}\n",
      "{\n \"web\": {\"a\": 1},\n \"api\": {\"a\": 2}\n}\n",
      "total 2\nNAME  SIZE\na     1\nb     2\n\n2 rows\n",
      "id,name\n1,\"a\nb\"\n2,c\n",
    ])
  func twoPieces(text: String) {
    let bytes = TextBytes(text)
    let shape = TableReader.shape(of: bytes)
    let whole = TextTable(bytes, shape: shape)
    for length in 0...bytes.count {
      var growing = TextTable(bytes.prefix(0), shape: shape, isComplete: false)
      growing.extend(to: bytes.prefix(length), isComplete: false)
      growing.extend(to: bytes, isComplete: true)
      expectEqual(growing.otherLines, whole.otherLines, "parted at \(length)")
      expectEqual(growing.rowCount, whole.rowCount, "parted at \(length)")
    }
  }

  private static let outputs = Corpus.outputs

  private func check(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let (name, source) = Self.outputs[seed % Self.outputs.count]
    var text = Array(source[0..<min(source.count, 20_000)])
    for _ in 0..<random.number(1..<4) { Self.breakText(&text, &random) }
    let bytes = TextBytes(text)
    var options = ReaderOptions()
    if random.chance(30) {
      options.format = TableFormat.allCases.randomElement(using: &random)
      options.header = [.auto, .none, .line(random.number(0..<5))].randomElement(using: &random) ?? .auto
    }
    let shape = TableReader.shape(of: bytes, options: options)
    for shape in TableReader.shapes(of: bytes, options: options) {
      #expect(
        shape.limit ?? .max >= shape.body, "seed \(seed), \(name), \(options): a table ends before it begins")
    }
    let whole = TextTable(bytes, shape: shape)
    Self.checkLaws(of: whole, "seed \(seed), \(name), \(options)")
    let lost = whole.linesNowhere
    #expect(lost.isEmpty, "seed \(seed), \(name), \(options): \(whole.shape.format) loses \(lost.prefix(3))")

    var growing = TextTable(bytes.prefix(0), shape: shape, isComplete: false)
    var length = 0
    while length < bytes.count {
      length = min(bytes.count, length + random.number(1..<max(2, bytes.count / random.number(1..<40))))
      let former = growing.rowCount
      growing.extend(to: bytes.prefix(length), isComplete: false)
      #expect(growing.rowCount >= former, "seed \(seed), \(name): rows went")
    }
    growing.extend(to: bytes, isComplete: true)
    expectEqual(
      growing.otherLines, whole.otherLines,
      "seed \(seed), \(name), \(options): pieces leave other lines over")
    expectEqual(growing.rowCount, whole.rowCount, "seed \(seed), \(name), \(options): pieces make other rows")
    expectEqual(growing.columns.map(\.name), whole.columns.map(\.name), "seed \(seed), \(name)")
    for row in 0..<min(growing.rowCount, whole.rowCount) {
      guard growing.line(row) != whole.line(row) || growing.cells(row) != whole.cells(row) else { continue }
      Issue.record("seed \(seed), \(name), \(options): row \(row) differs in pieces")
      break
    }
  }

  /// Checks that rows follow each other within the text, and that each cell is within its row.
  private static func checkLaws(of table: TextTable, _ world: String) {
    var end = 0
    for row in 0..<table.rowCount {
      let line = table.line(row)
      guard line.lowerBound >= end, line.upperBound <= table.bytes.count else {
        Issue.record("\(world): row \(row) is at \(line), the one before ends at \(end)")
        return
      }
      end = line.upperBound
      for cell in table.cells(row)
      where cell.lowerBound < line.lowerBound || cell.upperBound > line.upperBound {
        Issue.record("\(world): a cell of row \(row) at \(cell), the row at \(line)")
        return
      }
      for column in table.columns.indices {
        _ = table.text(row, column)
        let cell = table.cell(row, column)
        guard cell.lowerBound >= line.lowerBound, cell.upperBound <= line.upperBound else {
          Issue.record("\(world): cell \(row), \(column) at \(cell), the row at \(line)")
          return
        }
      }
    }
  }

  private static let strange: [[UInt8]] = [
    [0], [0xFF], [0xC3], [0xE2, 0x94], [0x0D], [0x0D, 0x0A], [0x0A, 0x0A], Array("\"".utf8),
    Array("\"\"".utf8),
    Array("東".utf8), [0x1B, 0x5B, 0x33, 0x31, 0x6D], [0x1B], [0x09], Array(",".utf8), Array("|".utf8),
    Array("{".utf8),
    Array("]".utf8), Array("\\".utf8), Array("# ".utf8), [0xEF, 0xBB, 0xBF], Array(": ".utf8),
    Array("---".utf8),
  ]

  private static func breakText(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    func place(_ random: inout SeededGenerator) -> Int { random.number(0..<(text.count + 1)) }
    switch random.number(0..<10) {
    case 0: text.removeSubrange(place(&random)...)
    case 1: text.removeSubrange(..<place(&random))
    case 2:
      let start = place(&random)
      text.removeSubrange(start..<min(text.count, start + random.number(0..<200)))
    case 3:
      for _ in 0..<random.number(1..<20) {
        text.insert(contentsOf: strange.randomElement(using: &random) ?? [], at: place(&random))
      }
    case 4: text.insert(contentsOf: repeatElement(blank, count: random.number(1..<300)), at: place(&random))
    case 5:
      var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      lines.shuffle(using: &random)
      text = Array(lines.joined(separator: [0x0A]))
    case 6: text = Array(text.drop { $0 != 0x0A }.dropFirst())
    case 7:
      for _ in 0..<random.number(1..<30) where !text.isEmpty {
        text[random.number(0..<text.count)] = UInt8(random.number(0..<256))
      }
    case 8: text = Array(text.map { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }.joined())
    default:
      let other = outputs[random.number(0..<outputs.count)].bytes
      text.insert(contentsOf: other[0..<min(other.count, 2000)], at: place(&random))
    }
  }
}

private let blank: UInt8 = 0x20

extension TextTable {
  fileprivate func cells(_ row: Int) -> [Range<Int>] { withCells(of: row) { $0 } }
}
