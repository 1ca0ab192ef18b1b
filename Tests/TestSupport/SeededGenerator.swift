/// Random numbers that are the same in every run: SplitMix64.
///
/// The seed is mixed, so that neighbouring seeds have nothing to do with each other.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(seed: some BinaryInteger) {
    state = Self.mixed(UInt64(truncatingIfNeeded: seed) &* Self.increment)
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= Self.increment
    return Self.mixed(state)
  }

  private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of a range.
  public mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Whether something happens that does so many times in a hundred.
  public mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }
}
