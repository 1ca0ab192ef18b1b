/// A patch of colour, which is its own identifier: no two are alike.
struct Swatch: Hashable, Sendable {
  /// The line it belongs to.
  var line: Int
  /// Its place when the line is sorted.
  var rank: Int
}

/// How much of the screen a swatch takes: about a square.
struct SwatchSize: Hashable, Sendable {
  var columns: Int

  static let limits = 1...12
  static let standard = Self(columns: 2)

  /// A glyph is twice as high as wide.
  var lines: Int { max(1, columns / 2) }

  /// The next size: of odd ones only the smallest is worth seeing.
  var larger: Self { Self(columns: min(Self.limits.upperBound, columns == 1 ? 2 : columns + 2)) }

  /// The size before.
  var smaller: Self { Self(columns: max(Self.limits.lowerBound, columns - (columns == 2 ? 1 : 2))) }
}

/// How fast it is sorted.
struct SortPace: Hashable, Sendable {
  var stepsPerSecond: Int

  static let limits = 1...100
  static let standard = Self(stepsPerSecond: 8)

  /// How long a sorted picture rests.
  static let rest = Duration.seconds(1)

  /// The time between two steps.
  var pause: Duration { .seconds(1) / stepsPerSecond }

  var faster: Self { Self(stepsPerSecond: min(Self.limits.upperBound, stepsPerSecond * 2)) }

  var slower: Self { Self(stepsPerSecond: max(Self.limits.lowerBound, stepsPerSecond / 2)) }
}
