/// A mountain: one line of `mountains.csv`.
///
/// The fields for sorting and grouping are parsed at the start, the others when they are shown: a start reads
/// hundreds of mountains, and a screen shows twenty.
struct Mountain: Hashable, Sendable, Identifiable {
  enum Continent: String, Hashable, Sendable, CaseIterable {
    case africa = "Africa"
    case antarctica = "Antarctica"
    case asia = "Asia"
    case europe = "Europe"
    case northAmerica = "North America"
    case oceania = "Oceania"
    case southAmerica = "South America"
  }

  /// Its English name, or the one that climbers use; unique.
  let name: String
  /// Metres above the sea.
  let height: Int
  let range: String
  let continent: Continent
  private let line: Line

  fileprivate init(_ line: Line, after previous: Mountain?) {
    self.line = line
    name = line.text(.name)
    height = Int(line.text(.height)) ?? 0
    // Neighbours share range and continent.
    if let previous, previous.line[.range] == line[.range], previous.line[.continent] == line[.continent] {
      range = previous.range
      continent = previous.continent
    } else {
      range = line.text(.range)
      continent = Continent(rawValue: line.text(.continent)) ?? .asia
    }
  }

  var id: String { name }

  /// Its name in the local script; empty if that is ``name``.
  var localName: String { line.text(.localName) }

  /// The countries; at least one.
  var countries: [String] { line.text(.countries).split(separator: ";").map { String($0) } }

  /// The year of the first known ascent; nil if it is unknown.
  var firstAscent: Int? { Int(line.text(.firstAscent)) }

  /// Degrees, north positive.
  var latitude: Double { Double(line.text(.latitude)) ?? 0 }

  /// Degrees, east positive.
  var longitude: Double { Double(line.text(.longitude)) ?? 0 }

  func isInRange(of other: Mountain) -> Bool { continent == other.continent && range == other.range }

  /// One line of the file, and the ends of its fields.
  fileprivate struct Line: Hashable, Sendable {
    enum Column: Int {
      case name, localName, height, range, countries, continent, firstAscent, latitude, longitude
    }

    private let bytes: ArraySlice<UInt8>
    /// Offsets from the first byte.
    private let ends: SIMD16<UInt32>

    /// Calls a function with each line after the first, in one pass, because the first frame waits for it.
    static func forEach(in csv: [UInt8], _ body: (Line) -> Void) {
      csv.withUnsafeBufferPointer { bytes in
        var start = bytes.count
        var ends = SIMD16<UInt32>()
        var column = 0
        for index in bytes.indices {
          // Most bytes are letters.
          if bytes[index] > UInt8(ascii: ",") { continue }
          if bytes[index] == UInt8(ascii: ","), start < index {
            ends[column] = UInt32(index - start)
            column += 1
          } else if bytes[index] == UInt8(ascii: "\n") {
            if start < index {
              ends[column] = UInt32(index - start)
              body(Line(bytes: csv[start..<index], ends: ends))
            }
            start = index + 1
            column = 0
          }
        }
      }
    }

    subscript(column: Column) -> ArraySlice<UInt8> {
      let start = column == .name ? 0 : Int(ends[column.rawValue - 1]) + 1
      return bytes[bytes.startIndex + start..<bytes.startIndex + Int(ends[column.rawValue])]
    }

    func text(_ column: Column) -> String { String(decoding: self[column], as: UTF8.self) }
  }
}

/// The mountains in the order of `mountains.csv`: by continent, then by range, the highest first.
///
/// ```text
/// name,local name,height,range,countries,continent,first ascent,latitude,longitude
/// Mont Blanc,Monte Bianco,4806,Mont Blanc Massif,France;Italy,Europe,1786,45.8326,6.8652
/// ```
///
/// Fields contain no comma. Tests check every line, so the program does not.
struct MountainCatalog: Sendable {
  let mountains: [Mountain]

  static let embedded = MountainCatalog(csv: EmbeddedFile.mountains)

  private init(csv: [UInt8]) {
    var mountains: [Mountain] = []
    Mountain.Line.forEach(in: csv) { mountains.append(Mountain($0, after: mountains.last)) }
    self.mountains = mountains
  }
}
