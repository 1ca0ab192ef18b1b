import Foundation
import GRDB
import SeededRandom
import Synchronization

/// Changes parcels as a day at a depot would: new ones come, others go a step further, some are forgotten.
final class ParcelWriter: Sendable {
  /// What one step did.
  enum Step: Hashable, Sendable {
    case inserted(Int64)
    case updated(Int64, Parcel.Status)
    case deleted(Int64)
  }

  private let generator: Mutex<SeededGenerator>
  /// How many of the newest parcels change.
  private static let reach = 60

  /// Begins where others stopped: what it makes up depends on the seed and on the newest parcel.
  init(_ db: Database, seed: UInt64) throws {
    let newest = try Parcel.select(max(Column("id")), as: Int64.self).fetchOne(db) ?? 0
    generator = Mutex(SeededGenerator(seed: seed ^ UInt64(bitPattern: newest)))
  }

  /// Makes one change.
  func step(_ db: Database, at time: Date = .now) throws -> Step {
    try generator.withLock { try step(db, at: time, using: &$0) }
  }

  private func step(_ db: Database, at time: Date, using generator: inout SeededGenerator) throws -> Step {
    let newest = try Parcel.order(Column("id").desc).limit(Self.reach).fetchAll(db)
    let dice = Double.random(in: 0..<1, using: &generator)
    guard dice > 0.35, var parcel = newest.randomElement(using: &generator), let id = parcel.id else {
      var parcel = Parcel(status: .announced, updated: time, using: &generator)
      try parcel.insert(db)
      return .inserted(parcel.id ?? 0)
    }
    guard dice < 0.9, let next = parcel.status.next else {
      try parcel.delete(db)
      return .deleted(id)
    }
    parcel.status = next
    parcel.updated = Parcel.text(of: time)
    try parcel.update(db)
    return .updated(id, next)
  }
}

extension ParcelWriter.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .inserted(let id): "insert\t\(id)"
    case .updated(let id, let status): "update\t\(id)\t\(status.rawValue)"
    case .deleted(let id): "delete\t\(id)"
    }
  }
}
