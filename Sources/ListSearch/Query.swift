/// What a person typed, as the words to look for.
///
/// Words are parted by white space; all of them must occur, in any order and in any field. Case, diacritics,
/// full-width forms and the kind of white space make no difference:
///
/// ```swift
/// Query("  Mönch  BERN") == Query("monch bern")   // true
/// ```
///
/// Whatever a query matches is also matched by the same query with its last letters taken away, so a list narrows
/// with each letter typed and never jumps.
public struct Query: Hashable, Sendable {
  /// The folded words in UTF-8, as typed, with one space between two of them.
  let bytes: [UInt8]
  /// Where each different word lies in `bytes`, the longest first, as that one is likely to be the rarest.
  let words: [Range<Int>]

  /// Creates a query from text as typed.
  ///
  /// - Complexity: O(length of `text`).
  public init(_ text: String) {
    var folded: [UInt8] = []
    folded.append(folding: text)
    var bytes: [UInt8] = []
    var words: [Range<Int>] = []
    for word in folded.split(separator: UInt8(ascii: " ")) {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      let start = bytes.count
      bytes.append(contentsOf: word)
      if !words.contains(where: { bytes[$0].elementsEqual(word) }) { words.append(start..<bytes.count) }
    }
    words.sort { ($1.count, $0.lowerBound) < ($0.count, $1.lowerBound) }
    self.bytes = bytes
    self.words = words
  }

  /// Whether there is nothing to look for; everything matches then.
  public var isEmpty: Bool { words.isEmpty }

  /// The folded words, as typed, with one space between two of them.
  public var normalizedText: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether all that this query matches is matched by `other` too, because each word of `other` is part of a
  /// word of this one.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the two queries.
  public func refines(_ other: Query) -> Bool {
    other.words.allSatisfy { part in
      words.contains { whole in
        bytes.withUnsafeBufferPointer { whole_ in
          other.bytes.withUnsafeBufferPointer { part_ in
            ByteScan(whole_).first(part_[part], in: whole) != nil
          }
        }
      }
    }
  }

  /// Whether every word of the query occurs in one of the texts that belong together; an empty query does.
  ///
  /// ```swift
  /// Query("bern monch").matches(["Mönch", "Bernese Alps"])   // true
  /// ```
  ///
  /// For a few hundred candidates. ``SearchIndex`` folds thousands once, and tells which match best.
  ///
  /// - Complexity: O(length of the texts · number of words).
  public func matches(_ texts: some Sequence<String>) -> Bool {
    if isEmpty { return true }
    var index = SearchIndex()
    index.append(texts)
    return !index.matches(self).isEmpty
  }
}
