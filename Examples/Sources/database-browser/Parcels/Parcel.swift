import Foundation
import GRDB
import SeededRandom

/// A parcel on its way: a row of the sample database.
struct Parcel: Codable, FetchableRecord, MutablePersistableRecord, Hashable, Sendable {
  /// How far a parcel has come, in the order of its life.
  enum Status: String, Codable, CaseIterable, DatabaseValueConvertible {
    case announced
    case collected
    case inTransit = "in transit"
    case outForDelivery = "out for delivery"
    case delivered

    /// What comes next; nil for what has arrived.
    var next: Status? {
      let all = Self.allCases
      guard let place = all.firstIndex(of: self), place + 1 < all.count else { return nil }
      return all[place + 1]
    }
  }

  static let databaseTableName = "parcel"

  var id: Int64?
  var code: String
  var recipient: String
  var street: String
  var city: String
  var country: String
  var grams: Int
  var status: Status
  /// When the status changed last, in UTC, as `2026-03-01 14:05`.
  var updated: String

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

  /// Makes up a parcel: the same one for the same random numbers.
  init(status: Status, updated: Date, using generator: inout SeededGenerator) {
    func pick<Element>(_ all: [Element]) -> Element { all[Int.random(in: all.indices, using: &generator)] }
    let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
    code = "\(pick(letters))\(pick(letters))\(Int.random(in: 1_000_000...9_999_999, using: &generator))"
    recipient = "\(pick(ParcelNames.given)) \(pick(ParcelNames.family))"
    street = "\(pick(ParcelNames.streets)) \(Int.random(in: 1...180, using: &generator))"
    (city, country) = pick(ParcelNames.cities)
    // Most parcels are light.
    let weight = Double.random(in: 0..<1, using: &generator)
    grams = 80 + Int(weight * weight * weight * 24_000)
    self.status = status
    self.updated = Self.text(of: updated)
  }

  static func text(of date: Date) -> String {
    let text = date.formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: false).dateTimeSeparator(.space))
    return String(text.dropLast(":00".count))
  }
}
