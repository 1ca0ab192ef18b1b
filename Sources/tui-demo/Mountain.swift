/// A mountain, as one line of `mountains.csv` tells it.
///
/// What lists are sorted and grouped by is read at once, the rest of the line when somebody asks: a start
/// reads hundreds of mountains, and a screen shows twenty.
struct Mountain: Hashable, Sendable, Identifiable {
  /// Its name in English, or the one it is known by among climbers; no two mountains share it.
  let name: String
  /// Metres above the sea.
  let height: Int
  let range: String
  let continent: Continent
  private let line: MountainCatalog.Line

  /// Reads a line that has been checked.
  init(_ line: MountainCatalog.Line, after previous: Mountain?) {
    self.line = line
    name = line.text(.name)
    height = Int(line.text(.height)) ?? 0
    // Neighbours share range and continent.
    range = previous?.line[.range] == line[.range] ? previous?.range ?? "" : line.text(.range)
    continent =
      previous?.line[.continent] == line[.continent]
      ? previous?.continent ?? .asia : Continent(rawValue: line.text(.continent)) ?? .asia
  }

  var id: String { name }

  /// Whether both are parts of one range.
  func isInRange(of other: Mountain) -> Bool { continent == other.continent && range == other.range }

  /// Its name where it stands, in the script used there; empty when that is ``name``.
  var localName: String { line.text(.localName) }

  /// The countries it stands in, at least one.
  var countries: [String] { line.text(.countries).split(separator: ";").map { String($0) } }

  /// The year of the first known ascent; nil when nobody knows or nobody has been there.
  var firstAscent: Int? { Int(line.text(.firstAscent)) }

  /// Degrees, north positive.
  var latitude: Double { Double(line.text(.latitude)) ?? 0 }

  /// Degrees, east positive.
  var longitude: Double { Double(line.text(.longitude)) ?? 0 }

  enum Continent: String, Hashable, Sendable, CaseIterable {
    case africa = "Africa"
    case antarctica = "Antarctica"
    case asia = "Asia"
    case europe = "Europe"
    case northAmerica = "North America"
    case oceania = "Oceania"
    case southAmerica = "South America"
  }
}
