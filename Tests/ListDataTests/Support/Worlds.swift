import Foundation

/// The seeds of random tests: fixed ones, or random ones for `LISTKIT_SOAK_SECONDS` seconds if this is set.
enum Worlds {
  static func forEach(seeds: Range<Int>, _ check: (Int) -> Void) {
    guard let soak = getenv("LISTKIT_SOAK_SECONDS").flatMap({ Int(String(cString: $0)) }) else {
      return seeds.forEach(check)
    }
    let deadline = ContinuousClock.now + .seconds(soak)
    while ContinuousClock.now < deadline { check(.random(in: 0..<1_000_000)) }
  }
}
