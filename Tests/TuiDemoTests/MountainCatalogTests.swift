import TestSupport
import Testing

@testable import tui_demo

@Suite("The mountains embedded in the executable") struct EmbeddedCatalogTests {
  let mountains = MountainCatalog.embedded.mountains

  /// The program reads the file without checks.
  @Test("Every line of the file has nine fields of the right kind") func linesAreWellFormed() throws {
    let text = try #require(String(validating: EmbeddedFile.mountains, as: UTF8.self))
    let lines = text.split(separator: "\n")
    expectEqual(lines[0], "name,local name,height,range,countries,continent,first ascent,latitude,longitude")
    #expect(lines.count == mountains.count + 1 && text.last == "\n" && !text.contains("\r"))
    for (line, mountain) in zip(lines.dropFirst(), mountains) {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 9, "\(line)")
      let read = [
        mountain.name, mountain.localName, "\(mountain.height)", mountain.range,
        mountain.countries.joined(separator: ";"), mountain.continent.rawValue,
        mountain.firstAscent.map(String.init) ?? "",
      ]
      expectEqual(read, Array(fields[..<7]))
      expectEqual([mountain.latitude, mountain.longitude], fields[7...].map { Double($0) ?? .nan })
    }
  }

  @Test("The catalog contains at least 340 different mountains, in the order of the outline") func order() {
    #expect(mountains.count >= 340)
    expectEqual(repeated(mountains.map(\.name)), [])
    expectEqual(repeated(mountains.map { "\($0.latitude) \($0.longitude)" }), [])
    let ranges = Dictionary(grouping: mountains, by: \.range).mapValues { Set($0.map(\.continent)) }
    expectEqual(ranges.filter { $0.value.count != 1 }, [:], "each range is on one continent")
    for (mountain, next) in zip(mountains, mountains.dropFirst()) {
      let isInOrder =
        (mountain.continent.rawValue, mountain.range, -mountain.height)
        <= (next.continent.rawValue, next.range, -next.height)
      #expect(isInOrder, "\(mountain.name) before \(next.name)")
    }
  }

  @Test("The values of each mountain are filled in and plausible") func plausibleValues() {
    for mountain in mountains {
      let name = mountain.name
      #expect((500...8849).contains(mountain.height), "\(name)")
      #expect(mountain.firstAscent.map { (1000...2100).contains($0) } != false, "\(name)")
      #expect(!mountain.countries.isEmpty, "\(name)")
      expectEqual(repeated(mountain.countries), [], "\(name)")
      #expect(mountain.localName != name, "a local name is there only when it is another one")
      for text in [name, mountain.range] + mountain.countries { expectCleanText(text) }
      if !mountain.localName.isEmpty { expectCleanText(mountain.localName) }
      let isInside = mountain.continent.boxes.contains {
        $0.latitudes.contains(mountain.latitude) && $0.longitudes.contains(mountain.longitude)
      }
      #expect(isInside, "\(name): \(mountain.latitude) \(mountain.longitude)")
    }
  }

  @Test("The catalog contains the fourteen mountains above 8,000 m") func eightThousanders() {
    let names: Set = [
      "Mount Everest", "K2", "Kangchenjunga", "Lhotse", "Makalu", "Cho Oyu", "Dhaulagiri I", "Manaslu",
      "Nanga Parbat", "Annapurna I", "Gasherbrum I", "Broad Peak", "Gasherbrum II", "Shishapangma",
    ]
    let asia = mountains.filter { $0.continent == .asia && $0.height > 8000 }
    #expect(names.isSubset(of: asia.map(\.name)))
  }

  /// Europe and Oceania have two each, because people disagree about the borders of these continents.
  @Test("The catalog contains the Seven Summits, and the highest mountain of each continent is one of them")
  func sevenSummits() {
    let summits: [Mountain.Continent: [String]] = [
      .asia: ["Mount Everest"], .southAmerica: ["Aconcagua"], .northAmerica: ["Denali"],
      .africa: ["Kilimanjaro"], .europe: ["Mount Elbrus", "Mont Blanc"], .antarctica: ["Mount Vinson"],
      .oceania: ["Puncak Jaya", "Mount Kosciuszko"],
    ]
    for continent in Mountain.Continent.allCases {
      let here = mountains.filter { $0.continent == continent }
      let names = summits[continent] ?? []
      expectEqual(here.max { $0.height < $1.height }?.name, names.first)
      #expect(Set(names).isSubset(of: here.map(\.name)))
    }
  }

  private func repeated(_ texts: [String]) -> [String] {
    Dictionary(grouping: texts) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
  }

  /// Checks that a text is clean: not empty, without redundant spaces, and without invisible characters.
  private func expectCleanText(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let words = text.split(separator: " ").joined(separator: " ")
    let hidden = text.unicodeScalars.filter {
      $0 == "\u{FFFD}" || $0.properties.generalCategory == .control
        || ($0 != " " && $0.properties.isWhitespace)
    }
    #expect(!text.isEmpty && words == text && hidden.isEmpty, "“\(text)”", sourceLocation: sourceLocation)
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
