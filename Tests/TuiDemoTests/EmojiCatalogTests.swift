import Testing

@testable import tui_demo

@Suite struct EmojiCatalogTests {
  private func catalog(_ table: String) throws -> EmojiCatalog { try EmojiCatalog(table: Array(table.utf8)) }

  @Test func theTableIsThatOfUnicode15() throws {
    let catalog = try EmojiCatalog.embedded()
    #expect(catalog.version == "15.0")
    #expect(catalog.emoji.count == 3655)
    #expect(
      catalog.groups.map { "\($0.name) \($0.emoji.count)" } == [
        "Smileys & Emotion 166", "People & Body 2148", "Animals & Nature 152", "Food & Drink 133",
        "Travel & Places 218", "Activities 85", "Objects 261", "Symbols 223", "Flags 269",
      ])
    #expect(catalog.groups.flatMap(\.subgroups).count == 99)
    #expect(catalog.emoji.map(\.id) == Array(0..<3655))
    #expect(Set(catalog.emoji.map(\.sequence)).count == 3655)
    #expect(Set(catalog.emoji.map(\.name)).count == 3655)
  }

  @Test func groupsAndSubgroupsHoldAllInOrder() throws {
    let catalog = try EmojiCatalog.embedded()
    var next = 0
    for group in catalog.groups {
      for subgroup in group.subgroups {
        #expect(subgroup.emoji.lowerBound == next && !subgroup.emoji.isEmpty)
        next = subgroup.emoji.upperBound
        for emoji in catalog.emoji[subgroup.emoji] {
          #expect(emoji.group == group.name && emoji.subgroup == subgroup.name)
        }
      }
    }
    #expect(next == catalog.emoji.count)
  }

  /// The other way round: whatever the standard library takes for an emoji of that version is in the table.
  @Test func noEmojiIsMissing() throws {
    let known = Set(
      try EmojiCatalog.embedded().emoji.map { $0.sequence.unicodeScalars.filter { $0 != "\u{FE0F}" } }
        .filter { $0.count == 1 }.compactMap(\.first))
    let hair: ClosedRange<UInt32> = 0x1F9B0...0x1F9B3  // Components, like tones and flag letters.
    for value: UInt32 in 0xA0...0x1FAFF {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isEmoji,
        let age = scalar.properties.age, age <= (15, 0), !hair.contains(value),
        !scalar.properties.isEmojiModifier, !(0x1F1E6...0x1F1FF).contains(value)
      else { continue }
      #expect(known.contains(scalar), "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    ("👋🏻", "waving hand: light skin tone", "1.0"), ("🧔🏿", "person: dark skin tone, beard", "5.0"),
    ("🕵🏽‍♂️", "man detective: medium skin tone", "4.0"),
    ("🤝🏾", "handshake: medium-dark skin tone", "14.0"),
    ("☝🏼", "index pointing up: medium-light skin tone", "1.0"), ("🇩🇪", "flag: Germany", "0.6"),
    ("#️⃣", "keycap: #", "0.6"),
  ])
  func sequences(sequence: String, name: String, version: String) throws {
    let emoji = try #require(try EmojiCatalog.embedded().emoji.first { $0.sequence == sequence })
    #expect(emoji.name == name && emoji.version == version)
  }

  @Test func charactersAreNamed() throws {
    let emoji = try #require(try EmojiCatalog.embedded().emoji.first { $0.name == "keycap: #" })
    #expect(
      emoji.codePoints.map { "\($0.code) \($0.name)" } == [
        "U+0023 NUMBER SIGN", "U+FE0F VARIATION SELECTOR-16", "U+20E3 COMBINING ENCLOSING KEYCAP",
      ])
  }

  @Test func aSmallTable() throws {
    let catalog = try catalog("Unicode Emoji 1.0\n= A\n- a\n☝️\tup\t0.6\t1.0\n- b\n❤️\theart\t0.6")
    #expect(catalog.emoji.map(\.sequence) == ["☝️", "☝🏻", "☝🏼", "☝🏽", "☝🏾", "☝🏿", "❤️"])
    #expect(catalog.groups.map(\.emoji) == [0..<7])
    #expect(catalog.groups[0].subgroups.map(\.emoji) == [0..<6, 6..<7])
  }

  @Test(arguments: [
    ("", 1, EmojiCatalogError.Reason.wrongHeader), ("Emoji 15.0\n", 1, .wrongHeader),
    ("Unicode Emoji new\n", 1, .noVersion("new")), ("Unicode Emoji 1.0\n", 2, .empty("table")),
    ("Unicode Emoji 1.0\n= A\n", 3, .empty("A")), ("Unicode Emoji 1.0\n= A\n- a\n", 4, .empty("a")),
    ("Unicode Emoji 1.0\n= A\n- a\n- b\n😀\tx\t1.0\n", 4, .empty("a")),
    ("Unicode Emoji 1.0\n- a\n", 2, .outsideOfGroup),
    ("Unicode Emoji 1.0\n= A\n😀\tx\t1.0\n", 3, .outsideOfGroup),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\tx\n", 4, .wrongNumberOfFields(2)),
    ("Unicode Emoji 1.0\n= A\n- a\n\n", 4, .wrongNumberOfFields(1)),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\t\t1.0\n", 4, .emptyField),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\tx\t1\n", 4, .noVersion("1")),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\tx\t1.0\t\n", 4, .noVersion("")),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\tx\t1.0\n😀\ty\t1.0\n", 5, .repeated("😀")),
    ("Unicode Emoji 1.0\n= A\n- a\n😀\tx\t1.0\n= A\n", 5, .repeated("A")),
  ])
  func wrongTables(table: String, line: Int, reason: EmojiCatalogError.Reason) {
    #expect(throws: EmojiCatalogError(line: line, reason: reason)) { try catalog(table) }
  }

  @Test func bytesThatAreNoText() {
    let table = Array("Unicode Emoji 1.0\n= A\n- ".utf8) + [0xFF, 0x0A]
    let error = #expect(throws: EmojiCatalogError.self) { try EmojiCatalog(table: table) }
    #expect(error?.description == "emoji.txt:3: not UTF-8")
  }
}
