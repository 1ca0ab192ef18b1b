import TestSupport
import Testing
import TextOrder

@testable import ListData

@Suite("Texts are compared with the numbers in them as numbers")
struct NaturalOrderTests {
  @Test(
    "The first text is less than the second",
    arguments: [
      ("", "a"), ("a", "b"), ("a", "aa"), ("file-2", "file-10"), ("file-02", "file-10"), ("a1b2", "a1b10"),
      ("1.9.0", "1.10.0"), ("x9", "xa"), ("x", "x0"), ("a-1", "a1"), ("B", "a"), ("z", "é"),
      ("99999999999999999999", "100000000000000000000"), ("007", "7"), ("1 2", "1 10"),
    ])
  func pairs(one: String, other: String) {
    #expect(compare(one, other) < 0)
    #expect(compare(other, one) > 0)
    expectEqual(compare(one, one), 0)
  }

  @Test("The order of random texts is total, and their numeric prefixes agree with it") func totalOrder() {
    var generator = SeededGenerator(seed: 12)
    let letters = Array("019a-")
    let texts = (0..<120).map { _ in
      String((0..<generator.number(0..<14)).map { _ in letters[generator.number(0..<letters.count)] })
    }
    let sorted = texts.sorted { compare($0, $1) < 0 }
    for (place, one) in sorted.enumerated() {
      for other in sorted[(place + 1)...] {
        #expect(compare(one, other) <= 0)
        expectEqual((compare(one, other) == 0), (one == other))
        let front = withBytes(one) { NaturalOrder.prefix(of: $0) }
        let otherFront = withBytes(other) { NaturalOrder.prefix(of: $0) }
        #expect(front <= otherFront, "\(one) \(other)")
      }
    }
  }

  private func compare(_ one: String, _ other: String) -> Int {
    withBytes(one) { one in withBytes(other) { NaturalOrder.compare(one, $0) } }
  }
}
