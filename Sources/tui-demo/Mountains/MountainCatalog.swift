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
  /// The file is the source of the program, so a bad line in it is the programmer's error; a test finds it first.
  static let embedded: MountainCatalog = {
    do {
      return try MountainCatalog(csv: PackageResources.mountains_csv)
    } catch {
      preconditionFailure("Embedded catalog that cannot be read: \(error)")
    }
  }()

  /// Reads a catalog, all of it or none.
  ///
  /// - Throws: The first line that is not as it should be, and why.
  /// - Complexity: O(length of `csv`).
  init(csv: [UInt8]) throws(MountainCatalogError) {
    var mountains: [Mountain] = []
    var names: Set<String> = []
    var places: Set<[Double]> = []
    var number = 0
    for bytes in csv.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if number > 1, bytes.isEmpty, bytes.endIndex == csv.endIndex { break }
      do throws(MountainCatalogError.Reason) {
        guard let line = Line(bytes) else { throw .notUTF8 }
        if number == 1 {
          guard line.text == Self.header else { throw .wrongHeader }
        } else {
          let mountain = try line.mountain()
          guard names.insert(mountain.name).inserted else { throw .repeatedName(mountain.name) }
          guard places.insert([mountain.latitude, mountain.longitude]).inserted else {
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
  enum Column: String, CaseIterable {
    case name
    case localName = "local name"
    case height
    case range
    case countries
    case continent
    case firstAscent = "first ascent"
    case latitude
    case longitude
  }

  /// The first line of the file.
  static let header = Column.allCases.map(\.rawValue).joined(separator: ",")
}
