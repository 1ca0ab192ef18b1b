extension MountainCatalog {
  /// Reads lines of the file one after the other.
  ///
  /// Neighbours share range, countries and continent, so these are made into strings only where they
  /// change: that is half of the time it takes to read the file, and a program's start waits for it.
  struct LineReader {
    typealias Reason = MountainCatalogError.Reason

    private var range = Last<String>()
    private var countries = Last<[String]>()
    private var continent = Last<Mountain.Continent>()

    /// The mountain that a line describes.
    mutating func mountain(_ line: ArraySlice<UInt8>) throws(Reason) -> Mountain {
      let fields = try Fields(line)
      return Mountain(
        name: try fields.required(.name),
        localName: try fields.text(.localName),
        height: try fields.whole(.height, in: 500...8849),
        range: try range.value(of: fields[.range]) { () throws(Reason) in try fields.required(.range) },
        countries: try countries.value(of: fields[.countries], make: fields.countries),
        continent: try continent.value(of: fields[.continent], make: fields.continent),
        firstAscent: fields[.firstAscent].isEmpty ? nil : try fields.whole(.firstAscent, in: 1000...2100),
        latitude: try fields.degrees(.latitude, in: -90...90),
        longitude: try fields.degrees(.longitude, in: -180...180))
    }
  }

  /// A value with the bytes it was made from.
  private struct Last<Value> {
    private var known: (bytes: ArraySlice<UInt8>, value: Value)?

    mutating func value(
      of bytes: ArraySlice<UInt8>, make: () throws(MountainCatalogError.Reason) -> Value
    ) throws(MountainCatalogError.Reason) -> Value {
      if let known, known.bytes == bytes { return known.value }
      let value = try make()
      known = (bytes, value)
      return value
    }
  }

  /// One line of the file, cut at its commas.
  struct Fields {
    private let fields: [ArraySlice<UInt8>]

    init(_ line: ArraySlice<UInt8>) throws(MountainCatalogError.Reason) {
      // No other character of UTF-8 contains the byte of a comma, so cutting bytes is cutting text.
      fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard fields.count == Column.count else { throw .wrongNumberOfFields(fields.count) }
    }

    subscript(column: Column) -> ArraySlice<UInt8> { fields[column.rawValue] }

    func text(_ column: Column) throws(MountainCatalogError.Reason) -> String {
      // What is not UTF-8 is replaced; to compare is quicker than to validate.
      let text = String(decoding: self[column], as: UTF8.self)
      guard text.utf8.elementsEqual(self[column]) else { throw .notUTF8 }
      return text
    }

    func required(_ column: Column) throws(MountainCatalogError.Reason) -> String {
      guard !self[column].isEmpty else { throw .missing(column) }
      return try text(column)
    }

    func whole(
      _ column: Column, in range: ClosedRange<Int>
    ) throws(MountainCatalogError.Reason) -> Int {
      let text = try required(column)
      guard let number = Int(text) else { throw .notANumber(column, text) }
      guard range.contains(number) else { throw .outOfRange(column, text) }
      return number
    }

    func degrees(
      _ column: Column, in range: ClosedRange<Double>
    ) throws(MountainCatalogError.Reason) -> Double {
      let text = try required(column)
      guard let number = Double(text) else { throw .notANumber(column, text) }
      guard range.contains(number) else { throw .outOfRange(column, text) }
      return number
    }

    func countries() throws(MountainCatalogError.Reason) -> [String] {
      let names = try required(.countries).split(separator: ";", omittingEmptySubsequences: false)
      guard !names.contains(where: \.isEmpty) else { throw .emptyCountry }
      return names.map { String($0) }
    }

    func continent() throws(MountainCatalogError.Reason) -> Mountain.Continent {
      let name = try required(.continent)
      guard let continent = Mountain.Continent(rawValue: name) else { throw .unknownContinent(name) }
      return continent
    }
  }
}
