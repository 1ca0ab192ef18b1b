import Testing

@testable import tui_demo

/// What the reader of `mountains.csv` makes of a file, and what it says of one with a mistake.
@Suite struct MountainCatalogReadingTests {
  static let header = "name,local name,height,range,countries,continent,first ascent,latitude,longitude"
  static let blanc = "Mont Blanc,Monte Bianco,4806,Mont Blanc Massif,France;Italy,Europe,1786,45.8326,6.8652"
  static let vinson = "Mount Vinson,,4892,Sentinel Range,Antarctica,Antarctica,1966,-78.5254,-85.6171"
  static let kailash = "Mount Kailash,གངས་རིན་པོ་ཆེ,6638,Transhimalaya,China,Asia,,31.0667,81.3125"

  @Test func readsEachField() throws {
    let mountain = try #require(try read(Self.header, Self.blanc).first)
    #expect(mountain.name == "Mont Blanc")
    #expect(mountain.localName == "Monte Bianco")
    #expect(mountain.height == 4806)
    #expect(mountain.range == "Mont Blanc Massif")
    #expect(mountain.countries == ["France", "Italy"])
    #expect(mountain.continent == .europe)
    #expect(mountain.firstAscent == 1786)
    #expect(mountain.latitude == 45.8326)
    #expect(mountain.longitude == 6.8652)
    #expect(mountain.id == "Mont Blanc")
  }

  /// The embedded catalog is read without being checked; this is its check.
  @Test func theEmbeddedFileIsWellFormed() throws {
    let checked = try MountainCatalog(csv: EmbeddedFile.mountains).mountains
    #expect(checked == MountainCatalog.embedded.mountains)
    #expect(checked.count >= 340)
  }

  @Test func localNameAndFirstAscentMayBeEmpty() throws {
    let mountains = try read(Self.header, Self.vinson, Self.kailash)
    #expect(mountains.map(\.localName) == ["", "གངས་རིན་པོ་ཆེ"])
    #expect(mountains.map(\.firstAscent) == [1966, nil])
    #expect(mountains.map(\.longitude) == [-85.6171, 81.3125])
  }

  @Test(arguments: ["\n", "\r\n"])
  func theLastLineMayOrMayNotEnd(_ lineEnd: String) throws {
    let lines = [Self.header, Self.blanc, Self.kailash].joined(separator: lineEnd)
    let ended = try MountainCatalog(csv: Array((lines + lineEnd).utf8)).mountains
    #expect(ended.map(\.name) == ["Mont Blanc", "Mount Kailash"])
    #expect(try MountainCatalog(csv: Array(lines.utf8)).mountains == ended)
    #expect(ended == (try read(Self.header, Self.blanc, Self.kailash)))
  }

  @Test(arguments: ["", "\n", "\r\n"])
  func aHeaderAloneHasNoMountains(_ lineEnd: String) throws {
    #expect(try MountainCatalog(csv: Array((Self.header + lineEnd).utf8)).mountains == [])
  }

  /// A line with one field replaced, and what is said about it.
  @Test(
    arguments: [
      (0, "", .missing(.name), "no name"),
      (2, "", .missing(.height), "no height"),
      (3, "", .missing(.range), "no range"),
      (4, "", .missing(.countries), "no countries"),
      (5, "", .missing(.continent), "no continent"),
      (7, "", .missing(.latitude), "no latitude"),
      (8, "", .missing(.longitude), "no longitude"),
      (2, "48o6", .notANumber(.height, "48o6"), "the height is not a number: “48o6”"),
      (2, "4806.5", .notANumber(.height, "4806.5"), "the height is not a number: “4806.5”"),
      (2, " 4806", .notANumber(.height, " 4806"), "the height is not a number: “ 4806”"),
      (2, "499", .outOfRange(.height, "499"), "the height cannot be 499"),
      (2, "8850", .outOfRange(.height, "8850"), "the height cannot be 8850"),
      (6, "long ago", .notANumber(.firstAscent, "long ago"), "the first ascent is not a number: “long ago”"),
      (6, "999", .outOfRange(.firstAscent, "999"), "the first ascent cannot be 999"),
      (6, "17866", .outOfRange(.firstAscent, "17866"), "the first ascent cannot be 17866"),
      (7, "45°N", .notANumber(.latitude, "45°N"), "the latitude is not a number: “45°N”"),
      (7, "90.1", .outOfRange(.latitude, "90.1"), "the latitude cannot be 90.1"),
      (7, "nan", .outOfRange(.latitude, "nan"), "the latitude cannot be nan"),
      (8, "-180.5", .outOfRange(.longitude, "-180.5"), "the longitude cannot be -180.5"),
      (5, "Atlantis", .unknownContinent("Atlantis"), "unknown continent “Atlantis”"),
      (5, "europe", .unknownContinent("europe"), "unknown continent “europe”"),
      (4, "France;", .emptyCountry, "a country without a name"),
      (4, "France;;Italy", .emptyCountry, "a country without a name"),
      (1, "Monte,Bianco", .wrongNumberOfFields(10), "10 fields instead of 9"),
    ] as [(Int, String, MountainCatalogError.Reason, String)])
  func saysWhatIsWrong(
    _ example: (column: Int, text: String, reason: MountainCatalogError.Reason, message: String)
  ) {
    var fields = Self.blanc.split(separator: ",").map(String.init)
    fields[example.column] = example.text
    let error = #expect(throws: MountainCatalogError.self) {
      try read(Self.header, Self.vinson, fields.joined(separator: ","), Self.kailash)
    }
    #expect(error == MountainCatalogError(line: 3, reason: example.reason))
    #expect(error?.description == "mountains.csv:3: \(example.message)")
  }

  @Test(
    arguments: [
      ([header, "Mont Blanc"], 2, .wrongNumberOfFields(1)),
      ([header, blanc, "", kailash], 3, .wrongNumberOfFields(1)),
      ([header, blanc, ""], 3, .wrongNumberOfFields(1)),
      ([header, blanc, vinson, blanc], 4, .repeatedName("Mont Blanc")),
      (
        [header, blanc, "Monte Bianco" + blanc.dropFirst("Mont Blanc".count)], 3,
        .repeatedPlace(latitude: "45.8326", longitude: "6.8652")
      ),
      ([blanc], 1, .wrongHeader),
      ([], 1, .wrongHeader),
      (["\u{FEFF}" + header, blanc], 1, .wrongHeader),
      ([header + ",", blanc], 1, .wrongHeader),
    ] as [([String], Int, MountainCatalogError.Reason)])
  func saysWhere(_ example: (lines: [String], line: Int, reason: MountainCatalogError.Reason)) {
    let expected = MountainCatalogError(line: example.line, reason: example.reason)
    #expect(throws: expected) {
      try MountainCatalog(csv: Array((example.lines.joined(separator: "\n") + "\n").utf8))
    }
    #expect(throws: expected) {
      try MountainCatalog(csv: Array((example.lines.joined(separator: "\r\n") + "\r\n").utf8))
    }
  }

  /// Bytes that no text has, among them the first three of a mountain emoji's four.
  @Test(arguments: [[0xFF], [0xC3], [0xF0, 0x9F, 0x8F], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func refusesWhatIsNotText(_ bytes: [UInt8]) {
    let text = Array("\(Self.header)\n\(Self.vinson)\nMont ".utf8) + bytes + Array(Self.blanc.utf8)
    #expect(throws: MountainCatalogError(line: 3, reason: .notUTF8)) { try MountainCatalog(csv: text) }
  }

  private func read(_ lines: String...) throws -> [Mountain] {
    try MountainCatalog(csv: Array((lines.joined(separator: "\n") + "\n").utf8)).mountains
  }
}
