extension MountainCatalog {
  /// One line of the file, cut into its fields.
  struct Line {
    let text: String
    private let fields: [String]

    /// Cuts a line; nil when it is not UTF-8.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self.text = text
      // No other character of UTF-8 contains the byte of a comma, so cutting bytes is cutting text.
      fields = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }

    /// The mountain that the line describes.
    func mountain() throws(MountainCatalogError.Reason) -> Mountain {
      guard fields.count == Column.allCases.count else { throw .wrongNumberOfFields(fields.count) }
      return Mountain(
        name: try required(.name),
        localName: self[.localName],
        height: try whole(.height, in: 500...8849),
        range: try required(.range),
        countries: try countries(),
        continent: try continent(),
        firstAscent: self[.firstAscent].isEmpty ? nil : try whole(.firstAscent, in: 1000...2100),
        latitude: try degrees(.latitude, in: -90...90),
        longitude: try degrees(.longitude, in: -180...180))
    }

    private subscript(column: Column) -> String { fields[column.rawValue] }

    private func required(_ column: Column) throws(MountainCatalogError.Reason) -> String {
      guard !self[column].isEmpty else { throw .missing(column) }
      return self[column]
    }

    private func whole(
      _ column: Column, in range: ClosedRange<Int>
    ) throws(MountainCatalogError.Reason) -> Int {
      let text = try required(column)
      guard let number = Int(text) else { throw .notANumber(column, text) }
      guard range.contains(number) else { throw .outOfRange(column, text) }
      return number
    }

    private func degrees(
      _ column: Column, in range: ClosedRange<Double>
    ) throws(MountainCatalogError.Reason) -> Double {
      let text = try required(column)
      guard let number = Double(text) else { throw .notANumber(column, text) }
      guard range.contains(number) else { throw .outOfRange(column, text) }
      return number
    }

    private func countries() throws(MountainCatalogError.Reason) -> [String] {
      let names = try required(.countries).split(separator: ";", omittingEmptySubsequences: false)
      guard !names.contains(where: \.isEmpty) else { throw .emptyCountry }
      return names.map { String($0) }
    }

    private func continent() throws(MountainCatalogError.Reason) -> Mountain.Continent {
      let name = try required(.continent)
      guard let continent = Mountain.Continent(rawValue: name) else { throw .unknownContinent(name) }
      return continent
    }
  }
}
