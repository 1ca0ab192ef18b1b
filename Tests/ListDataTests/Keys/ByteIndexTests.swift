import TestSupport
import Testing

@testable import ListData

@Suite("An index of texts as bytes") struct ByteIndexTests {
  @Test("An index gives the same numbers as a dictionary of strings") func dictionary() {
    var generator = SeededGenerator(seed: 2)
    var index = ByteIndex()
    var known: [String: Int] = [:]
    for _ in 0..<5_000 {
      let text = String(repeating: "ab", count: generator.number(0..<9)) + String(generator.number(0..<300))
      let (number, isNew) = withBytes(text) { index.insert($0) }
      expectEqual(isNew, (known[text] == nil))
      expectEqual(number, known[text, default: known.count])
      known[text] = number
    }
    expectEqual(index.count, known.count)
    for (text, number) in known {
      expectEqual(withBytes(text) { index.number(of: $0) }, number)
      expectEqual(index.withBytes(number) { String(decoding: $0, as: UTF8.self) }, text)
    }
    #expect(withBytes("never") { index.number(of: $0) } == nil)
  }
}
