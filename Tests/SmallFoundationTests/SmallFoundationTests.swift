import SmallFoundation
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials

  private typealias LargePath = FoundationEssentials.IndexPath
  private typealias LargeEncoder = FoundationEssentials.JSONEncoder
#else
  import Foundation

  private typealias LargePath = Foundation.IndexPath
  private typealias LargeEncoder = Foundation.JSONEncoder
#endif

/// The replacements for types of FoundationEssentials behave like the originals.
@Suite("Replacements for types of FoundationEssentials") struct SmallFoundationTests {
  private let paths: [[Int]] = [
    [], [3], [0, 1], [0, 2], [1, 0], [1, -1], [1, 0, 0], [0, 1, 5], [.min, .max],
  ]

  @Test("Index paths are ordered, compared and described like the originals") func indexPaths() {
    for one in paths {
      let (small, large) = (SmallFoundation.IndexPath(indexes: one), LargePath(indexes: one))
      #expect(small.description == large.description)
      #expect(one.indices.map { small[$0] } == one.indices.map { large[$0] })
      for other in paths {
        let (smallOther, largeOther) = (SmallFoundation.IndexPath(indexes: other), LargePath(indexes: other))
        #expect((small < smallOther) == (large < largeOther), "\(one) before \(other)")
        #expect((small == smallOther) == (large == largeOther))
      }
    }
    #expect(Set(paths.map { SmallFoundation.IndexPath(indexes: $0) }).count == paths.count)
  }

  private struct Value: Encodable {
    enum Kind: String, Encodable { case short, long }
    enum Choice: Encodable { case none, some(list: [String]) }

    var text = "a/b \"quoted\" \\ \n\t\r\u{8}\u{C}\u{1}\u{7F} 💡 é"
    var flag = true
    var missing: String?
    var number = -42
    var large = UInt64.max
    var half = 0.5
    var whole = 3.0
    var kind = Kind.long
    var list = ["b", "a"]
    var nested: [[Int?]] = [[1, nil], []]
    var named = ["b": 1, "a": 2]
    var nothing: [String: Int] = [:]
    var choices: [Choice] = [.none, .some(list: ["x"])]
  }

  @Test("The JSON encoder writes the same text as the original") func encoding() throws {
    let small = SmallFoundation.JSONEncoder()
    let large = LargeEncoder()
    for isPretty in [true, false] {
      small.outputFormatting = isPretty ? [.prettyPrinted, .sortedKeys] : .sortedKeys
      large.outputFormatting = isPretty ? [.prettyPrinted, .sortedKeys] : .sortedKeys
      let written = try #require(String(data: small.encode(Value()), encoding: .utf8))
      #expect(try written == String(decoding: large.encode(Value()), as: UTF8.self))
    }
    #expect(throws: EncodingError.self) { try small.encode([Double.nan]) }
  }
}
