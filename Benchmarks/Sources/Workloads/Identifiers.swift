public import Foundation

/// An identifier of 16 random bytes, as the Mountain of Apple's sample has.
public struct Mountain: Hashable, Sendable {
  public let id: UUID

  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Identifiers that can be made by the thousand.
public protocol MeasuredIdentifier: Hashable, Sendable {
  static var name: String { get }
  static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self
}

extension Mountain: MeasuredIdentifier {
  public static var name: String { "UUID" }

  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let high = generator.next()
    let low = generator.next()
    return withUnsafeBytes(of: (high, low)) { bytes in
      Mountain(id: bytes.load(as: UUID.self))
    }
  }
}

extension Int: MeasuredIdentifier {
  public static var name: String { "Int" }

  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self { number }
}

extension String: MeasuredIdentifier {
  public static var name: String { "String" }

  /// 24 bytes, on the heap.
  public static func make(_ number: Int, _ generator: inout SeededGenerator) -> Self {
    let digits = String(generator.next(), radix: 16)
    return "mountain" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The same random numbers in every run.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
