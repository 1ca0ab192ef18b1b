/// The mountains, in the order of their file: by continent, then by range, the highest first.
///
/// The file has one mountain a line and no quotes, so a field contains no comma:
///
/// ```text
/// name,local name,height,range,countries,continent,first ascent,latitude,longitude
/// Mont Blanc,Monte Bianco,4806,Mont Blanc Massif,France;Italy,Europe,1786,45.8326,6.8652
/// ```
struct MountainCatalog: Sendable {
  let mountains: [Mountain]

  /// The catalog that is part of the executable.
  ///
  /// A test checks the file, so a start need not: a wrong line never gets this far.
  static let embedded = MountainCatalog(checked: EmbeddedFile.mountains)

  private static let lineFeed = UInt8(ascii: "\n")

  private init(checked csv: [UInt8]) {
    var mountains: [Mountain] = []
    var start = (csv.firstIndex(of: Self.lineFeed) ?? csv.endIndex) + 1
    while start < csv.count {
      let end = csv[start...].firstIndex(of: Self.lineFeed) ?? csv.endIndex
      mountains.append(Mountain(Line(bytes: csv[start..<end]), after: mountains.last))
      start = end + 1
    }
    self.mountains = mountains
  }

  /// Reads a catalog, all of it or none. Lines end in LF or CRLF; the last one need not end.
  ///
  /// - Throws: The first line that is not as it should be, and why.
  /// - Complexity: O(length of `csv`).
  init(csv: [UInt8]) throws(MountainCatalogError) {
    var mountains: [Mountain] = []
    var names: Set<String> = []
    var places: Set<SIMD2<Double>> = []
    var number = 0
    for line in csv.split(separator: Self.lineFeed, omittingEmptySubsequences: false) {
      let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      number += 1
      if number > 1, line.isEmpty, line.endIndex == csv.endIndex { break }
      do throws(MountainCatalogError.Reason) {
        if number == 1 {
          guard bytes.elementsEqual(Self.header.utf8) else { throw .wrongHeader }
        } else {
          try Line(bytes: bytes).check()
          let mountain = Mountain(Line(bytes: bytes), after: mountains.last)
          guard names.insert(mountain.name).inserted else { throw .repeatedName(mountain.name) }
          guard places.insert(SIMD2(mountain.latitude, mountain.longitude)).inserted else {
            throw .repeatedPlace(latitude: "\(mountain.latitude)", longitude: "\(mountain.longitude)")
          }
          mountains.append(mountain)
        }
      } catch {
        throw MountainCatalogError(line: number, reason: error)
      }
    }
    self.mountains = mountains
  }
}

extension MountainCatalog {
  /// The columns, in the order of the file.
  enum Column: Int, CaseIterable {
    case name, localName, height, range, countries, continent, firstAscent, latitude, longitude

    static let count = allCases.count

    var title: String {
      switch self {
      case .localName: "local name"
      case .firstAscent: "first ascent"
      default: "\(self)"
      }
    }
  }

  /// The first line of the file.
  static let header = Column.allCases.map(\.title).joined(separator: ",")
}
