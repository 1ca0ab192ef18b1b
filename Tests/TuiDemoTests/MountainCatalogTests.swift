import TestSupport
import Testing

@testable import tui_demo

@Suite("The mountains embedded in the executable") struct EmbeddedCatalogTests {
  let mountains = MountainCatalog.embedded.mountains

  /// The program reads the file without checks.
  @Test("Every line of the file has nine fields of the right kind")
  func linesAreWellFormed() throws {
    let text = try #require(String(validating: EmbeddedFile.mountains, as: UTF8.self))
    let lines = text.split(separator: "\n")
    expectEqual(lines[0], "name,local name,height,range,countries,continent,first ascent,latitude,longitude")
    #expect(lines.count == mountains.count + 1 && text.last == "\n" && !text.contains("\r"))
    for (line, mountain) in zip(lines.dropFirst(), mountains) {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 9, "\(line)")
      #expect(
        Int(fields[2]) != nil && Double(fields[7]) != nil && Double(fields[8]) != nil
          && (fields[6].isEmpty || Int(fields[6]) != nil), "\(line)")
      let read = [
        mountain.name, mountain.localName, "\(mountain.height)", mountain.range,
        mountain.countries.joined(separator: ";"), mountain.continent.rawValue,
        mountain.firstAscent.map(String.init) ?? "",
      ]
      expectEqual(read, Array(fields[..<7]))
      #expect(mountain.latitude == Double(fields[7]) && mountain.longitude == Double(fields[8]))
    }
  }

  @Test("The catalog contains at least 340 mountains, from all continents") func continents() {
    #expect(mountains.count >= 340)
    expectEqual(Set(mountains.map(\.continent)), Set(Mountain.Continent.allCases))
  }

  @Test("Each mountain has its own name and place") func uniqueValues() {
    expectEqual(repeated(mountains.map(\.name)), [])
    expectEqual(repeated(mountains.map { "\($0.latitude) \($0.longitude)" }), [])
  }

  @Test("The values of each mountain are filled in and plausible") func plausibleValues() {
    for mountain in mountains {
      #expect((500...8849).contains(mountain.height), "\(mountain.name)")
      #expect(mountain.firstAscent.map { (1000...2100).contains($0) } != false, "\(mountain.name)")
      #expect(!mountain.countries.isEmpty, "\(mountain.name)")
      expectEqual(repeated(mountain.countries), [], "\(mountain.name)")
      #expect(mountain.localName != mountain.name, "a local name is there only when it is another one")
      for text in [mountain.name, mountain.range] + mountain.countries { expectCleanText(text) }
      if !mountain.localName.isEmpty { expectCleanText(mountain.localName) }
    }
  }

  @Test("Each range is on one continent") func ranges() {
    let continents = Dictionary(grouping: mountains, by: \.range).mapValues { Set($0.map(\.continent)) }
    expectEqual(continents.filter { $0.value.count != 1 }, [:])
  }

  @Test("Each mountain is within the area of its continent") func places() {
    for mountain in mountains {
      #expect((-90...90).contains(mountain.latitude), "\(mountain.name)")
      #expect((-180...180).contains(mountain.longitude), "\(mountain.name)")
      let isInside = mountain.continent.boxes.contains {
        $0.latitudes.contains(mountain.latitude) && $0.longitudes.contains(mountain.longitude)
      }
      #expect(isInside, "\(mountain.name): \(mountain.latitude) \(mountain.longitude)")
    }
  }

  @Test("Mountains are sorted by continent, range and descending height") func order() {
    for (mountain, next) in zip(mountains, mountains.dropFirst()) {
      let isInOrder =
        (mountain.continent.rawValue, mountain.range, -mountain.height)
        <= (next.continent.rawValue, next.range, -next.height)
      #expect(isInOrder, "\(mountain.name) before \(next.name)")
    }
  }

  @Test(
    "The catalog contains the fourteen mountains above 8,000 m",
    arguments: [
      "Mount Everest", "K2", "Kangchenjunga", "Lhotse", "Makalu", "Cho Oyu", "Dhaulagiri I", "Manaslu",
      "Nanga Parbat", "Annapurna I", "Gasherbrum I", "Broad Peak", "Gasherbrum II", "Shishapangma",
    ])
  func eightThousanders(_ name: String) {
    #expect(mountains.contains { $0.name == name && $0.height > 8000 && $0.continent == .asia })
  }

  /// Europe and Oceania have two each, because people disagree about the borders of these continents.
  @Test(
    "The catalog contains the Seven Summits on their continents",
    arguments: [
      ("Mount Everest", Mountain.Continent.asia), ("Aconcagua", .southAmerica), ("Denali", .northAmerica),
      ("Kilimanjaro", .africa), ("Mount Elbrus", .europe), ("Mont Blanc", .europe),
      ("Mount Vinson", .antarctica), ("Puncak Jaya", .oceania), ("Mount Kosciuszko", .oceania),
    ])
  func sevenSummits(_ summit: (name: String, continent: Mountain.Continent)) {
    #expect(mountains.contains { $0.name == summit.name && $0.continent == summit.continent })
  }

  @Test(
    "The highest mountain of each continent is one of the Seven Summits",
    arguments: Mountain.Continent.allCases)
  func highest(_ continent: Mountain.Continent) {
    let highest = mountains.filter { $0.continent == continent }.max { $0.height < $1.height }
    let summits: Set = [
      "Mount Everest", "Aconcagua", "Denali", "Kilimanjaro", "Mount Elbrus", "Mount Vinson", "Puncak Jaya",
    ]
    #expect(summits.contains(highest?.name ?? ""), "\(continent): \(highest?.name ?? "none")")
  }

  private func repeated(_ texts: [String]) -> [String] {
    Dictionary(grouping: texts) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
  }

  /// Checks that a text is clean: not empty, without redundant spaces, and without invisible characters.
  private func expectCleanText(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(!text.isEmpty && words == text, "“\(text)”", sourceLocation: sourceLocation)
    let hidden = text.unicodeScalars.filter {
      $0 == "\u{FFFD}" || $0.properties.generalCategory == .control
        || ($0 != " " && $0.properties.isWhitespace)
    }
    #expect(hidden.isEmpty, "“\(text)”", sourceLocation: sourceLocation)
  }
}

extension Mountain.Continent {
  /// The area of the continent's mountains, with islands and in generous round numbers; two boxes across the
  /// date line.
  fileprivate var boxes: [(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>)] {
    switch self {
    case .africa: [(-50...38, -26...60)]
    case .antarctica: [(-90 ... -60, -180...180)]
    case .asia: [(-12...82, 25...180), (60...82, -180 ... -168)]
    case .europe: [(34...82, -32...70)]
    case .northAmerica: [(5...84, -180 ... -10)]
    case .oceania: [(-57...30, 95...180), (-57...30, -180 ... -105)]
    case .southAmerica: [(-57...14, -93 ... -32)]
    }
  }
}
