public import Foundation
public import BenchmarkRandom

/// An identifier of 16 random bytes, like the Mountain of Apple's sample.
public struct Mountain: Hashable, Sendable {
  /// The 16 bytes.
  public let id: UUID

  /// Creates an identifier of 16 bytes.
  public init(id: UUID) { self.id = id }

  /// Whether two identifiers have the same bytes.
  @inlinable
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  /// Hashes the bytes.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An identifier that can be created in large numbers.
public protocol MeasuredIdentifier: Hashable, Sendable {
  /// The name in the table.
  static var name: String { get }
  /// Creates an identifier.
  static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self
}

extension Mountain: MeasuredIdentifier {
  /// The name in the table.
  public static var name: String { "UUID" }

  /// Creates an identifier of 16 random bytes.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let high = generator.next()
    let low = generator.next()
    return withUnsafeBytes(of: (high, low)) { bytes in
      Mountain(id: bytes.load(as: UUID.self))
    }
  }
}

extension Int: MeasuredIdentifier {
  /// The name in the table.
  public static var name: String { "Int" }

  /// Returns the number itself.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self { number }
}

extension String: MeasuredIdentifier {
  /// The name in the table.
  public static var name: String { "String" }

  /// Creates a string of 24 bytes, which is stored on the heap.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let digits = String(generator.next(), radix: 16)
    return "mountain" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
