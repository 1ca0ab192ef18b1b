import Foundation

/// The seeds of random worlds: always the same ones, or, for as long as `LISTKIT_SOAK_SECONDS` says, new ones.
enum Worlds {
  static func forEach(seeds: Range<Int>, _ check: (Int) -> Void) {
    guard let soak = getenv("LISTKIT_SOAK_SECONDS").flatMap({ Int(String(cString: $0)) }) else {
      return seeds.forEach(check)
    }
    let deadline = ContinuousClock.now + .seconds(soak)
    while ContinuousClock.now < deadline { check(.random(in: 0..<1_000_000)) }
  }
}
