/// A mountain, as one line of `mountains.csv` tells it.
struct Mountain: Hashable, Sendable, Identifiable {
  /// Its name in English, or the one it is known by among climbers; no two mountains share it.
  let name: String
  /// Its name where it stands, in the script used there; empty when that is ``name``.
  let localName: String
  /// Metres above the sea.
  let height: Int
  let range: String
  /// The countries it stands in, at least one.
  let countries: [String]
  let continent: Continent
  /// The year of the first known ascent; nil when nobody knows or nobody has been there.
  let firstAscent: Int?
  /// Degrees, north positive.
  let latitude: Double
  /// Degrees, east positive.
  let longitude: Double

  var id: String { name }

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
