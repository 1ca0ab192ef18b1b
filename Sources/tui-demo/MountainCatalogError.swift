/// What is wrong with a catalog, and where.
struct MountainCatalogError: Error, Hashable {
  /// The line of the file, the first one being 1.
  var line: Int
  var reason: Reason

  enum Reason: Error, Hashable {
    case notUTF8
    case wrongHeader
    case wrongNumberOfFields(Int)
    case missing(MountainCatalog.Column)
    case notANumber(MountainCatalog.Column, String)
    case outOfRange(MountainCatalog.Column, String)
    case unknownContinent(String)
    case emptyCountry
    case repeatedName(String)
    case repeatedPlace(latitude: String, longitude: String)
  }
}

extension MountainCatalogError: CustomStringConvertible {
  var description: String {
    let problem =
      switch reason {
      case .notUTF8: "not UTF-8"
      case .wrongHeader: "the header is not “\(MountainCatalog.header)”"
      case .wrongNumberOfFields(let count):
        "\(count) fields instead of \(MountainCatalog.Column.allCases.count)"
      case .missing(let column): "no \(column.title)"
      case .notANumber(let column, let text): "the \(column.title) is not a number: “\(text)”"
      case .outOfRange(let column, let text): "the \(column.title) cannot be \(text)"
      case .unknownContinent(let text): "unknown continent “\(text)”"
      case .emptyCountry: "a country without a name"
      case .repeatedName(let name): "a second mountain named “\(name)”"
      case .repeatedPlace(let latitude, let longitude): "a second mountain at \(latitude) \(longitude)"
      }
    return "mountains.csv:\(line): \(problem)"
  }
}
