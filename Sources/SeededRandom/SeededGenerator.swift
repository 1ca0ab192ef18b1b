/// Random numbers that are the same for the same seed on every machine: SplitMix64, by Guy Steele, Doug Lea and
/// Christine Flood (2014). For demos, tests and benchmarks.
///
/// ```swift
/// var generator = SeededGenerator(seed: 7)
/// let rows = (0..<100).shuffled(using: &generator)
/// ```
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a random number in a range.
  public mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }

  /// Returns a random number in a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// Returns true with a probability of `percent` in a hundred.
  public mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  /// Returns a random element of an array.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0..<elements.count)]
  }
}
