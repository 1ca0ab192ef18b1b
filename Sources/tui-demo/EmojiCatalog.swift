/// All emoji of a version of Unicode, in its order: by group, then by subgroup.
///
/// `Scripts/emoji-table.py` makes the file from Unicode's emoji-test.txt:
///
/// ```text
/// Unicode Emoji 15.0
/// = People & Body
/// - hand-fingers-open
/// 👋 ⇥ waving hand ⇥ 0.6 ⇥ 1.0         five skin tones came with 1.0: six emoji in all
/// ```
struct EmojiCatalog: Sendable {
  /// A group of subgroups, such as `Animals & Nature`.
  struct Group: Hashable, Sendable {
    var name: String
    var subgroups: [Subgroup] = []

    /// The places of its emoji.
    var emoji: Range<Int> {
      (subgroups.first?.emoji.lowerBound ?? 0)..<(subgroups.last?.emoji.upperBound ?? 0)
    }
  }

  /// A subgroup, such as `animal-bird`.
  struct Subgroup: Hashable, Sendable {
    var name: String
    /// The places of its emoji.
    var emoji: Range<Int>
  }

  /// The version of Unicode Emoji.
  let version: String
  /// Each at the place that is its identifier.
  let emoji: [Emoji]
  let groups: [Group]

  /// Reads the catalog that is part of the executable.
  ///
  /// - Throws: ``EmojiCatalogError``; tests read the file, so nobody should ever see it.
  static func embedded() throws(EmojiCatalogError) -> EmojiCatalog {
    try EmojiCatalog(table: EmbeddedFile.emoji)
  }

  /// Reads a catalog, all of it or none.
  ///
  /// - Throws: The first line that is not as it should be, and why.
  /// - Complexity: O(length of `table`).
  init(table: [UInt8]) throws(EmojiCatalogError) {
    var reader = EmojiTableReader()
    var number = 0
    var lines = table.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      number += 1
      do throws(EmojiCatalogError.Reason) {
        try reader.read(line)
      } catch {
        throw EmojiCatalogError(line: number, reason: error)
      }
    }
    do throws(EmojiCatalogError.Reason) {
      try reader.finish()
    } catch {
      throw EmojiCatalogError(line: number + 1, reason: error)
    }
    (version, emoji, groups) = (reader.version ?? "", reader.emoji, reader.groups)
  }
}
