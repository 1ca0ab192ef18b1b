import TestSupport
import Testing

@testable import ListSearch

@Suite("Scans of bytes") struct ByteScanTests {
  /// Words in texts of two letters, at all lengths around the 16 bytes that are compared at once.
  @Test("A scan finds the same place of a word as a plain loop") func words() {
    var generator = SeededGenerator(seed: 7)
    for length in 0...70 {
      let text = (0..<length).map { _ in Bool.random(using: &generator) ? UInt8(1) : 2 }
      for wordLength in 1...6 {
        let word = (0..<wordLength).map { _ in Bool.random(using: &generator) ? UInt8(1) : 2 }
        let lower = Int.random(in: 0...length, using: &generator)
        for range in [0..<length, lower..<length, 0..<lower] {
          let expected = naiveFirst(word, in: text, range)
          expectEqual(first(word, in: text, range), expected, "\(word) \(text) \(range)")
        }
      }
    }
  }

  /// A rare word at each place of a text that is full of its first and last letters.
  @Test("A scan finds a word at every place of a text") func everyPlace() {
    for length in 3...60 {
      for place in 0...length - 3 {
        var text = [UInt8](repeating: 1, count: length)
        text[place + 1] = 9
        expectEqual(first([1, 9, 1], in: text, 0..<length), place)
        #expect(first([1, 9, 1], in: text, 0..<place + 2) == nil, "it ends outside the range")
      }
    }
  }

  /// Candidates at all places, 64 at a time, also near the end.
  @Test("A scan finds all candidates, 64 places at a time") func candidates() {
    var generator = SeededGenerator(seed: 9)
    for length in 0...200 {
      let text = (0..<length).map { _ in UInt8.random(in: 1...3, using: &generator) }
      for distance in [0, 1, 5, 63, 64, 70] {
        let places = text.withUnsafeBufferPointer { text in
          var (places, place): ([Int], Int) = ([], 0)
          while place < length {
            let bits = ByteScan(text).nextCandidates(1, 2, distance: distance, from: &place, below: length)
            places += (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { place + $0 }
            place += 64
          }
          return places
        }
        let expected = text.indices.filter {
          text[$0] == 1 && $0 + distance < length && text[$0 + distance] == 2
        }
        expectEqual(places, expected, "\(length) \(distance)")
      }
    }
  }

  /// A byte among similar bytes, at all lengths around the 8 bytes that are compared at once.
  @Test("A scan finds a byte among similar bytes") func singleByte() {
    var generator = SeededGenerator(seed: 11)
    let bytes: [UInt8] = [0x80, 0x81, 0x01, 0x00]
    for length in 0...40 {
      let text = (0..<length).map { _ in
        bytes.randomElement(using: &generator) ?? 0
      }
      for byte in bytes {
        let lower = Int.random(in: 0...length, using: &generator)
        for range in [0..<length, lower..<length, 0..<lower] {
          let found = text.withUnsafeBufferPointer { ByteScan($0).first(byte, in: range) }
          expectEqual(found, range.first { text[$0] == byte }, "\(byte) \(text) \(range)")
        }
      }
    }
  }

  private func first(_ word: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Int? {
    text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { ByteScan(text).first($0, in: range) }
    }
  }

  private func naiveFirst(_ word: [UInt8], in text: [UInt8], _ range: Range<Int>) -> Int? {
    range.first { $0 + word.count <= range.upperBound && text[$0..<$0 + word.count].elementsEqual(word) }
  }
}
