public import Foundation
public import SeededRandom

/// An identifier of 16 random bytes, as the Mountain of Apple's sample has.
public struct Mountain: Hashable, Sendable {
  /// The 16 bytes.
  public let id: UUID

  /// Creates an identifier of 16 bytes.
  public init(id: UUID) { self.id = id }

  /// Whether two have the same bytes.
  @inlinable
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  /// Hashes the bytes.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Identifiers that can be made by the thousand.
public protocol MeasuredIdentifier: Hashable, Sendable {
  /// What the table calls it.
  static var name: String { get }
  /// A new one.
  static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self
}

extension Mountain: MeasuredIdentifier {
  /// What the table calls it.
  public static var name: String { "UUID" }

  /// 16 random bytes.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let high = generator.next()
    let low = generator.next()
    return withUnsafeBytes(of: (high, low)) { bytes in
      Mountain(id: bytes.load(as: UUID.self))
    }
  }
}

extension Int: MeasuredIdentifier {
  /// What the table calls it.
  public static var name: String { "Int" }

  /// The number itself.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self { number }
}

extension String: MeasuredIdentifier {
  /// What the table calls it.
  public static var name: String { "String" }

  /// 24 bytes, on the heap.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let digits = String(generator.next(), radix: 16)
    return "mountain" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
