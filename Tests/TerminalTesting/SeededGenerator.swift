/// Random numbers that come again with the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// True as often as `percent` of a hundred times.
  mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
