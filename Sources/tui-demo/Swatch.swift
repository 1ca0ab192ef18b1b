import ListKit

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
  static let smallest = Self(columns: 2)
  /// More than an eye follows.
  private static let crowd = 2000

  /// The smallest with which a room is not crowded.
  static func standard(for room: Size) -> Self {
    var size = Self.smallest
    while size.larger != size, size.count(in: room) > crowd { size = size.larger }
    return size
  }

  /// How many fit into a room.
  private func count(in room: Size) -> Int { (room.columns / columns) * (room.lines / lines) }

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
