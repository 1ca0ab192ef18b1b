/// The colours a terminal has by number, and the nearest of them to a colour it does not have.
///
/// Red, green and blue of 0–15 are xterm's; users change them, which nobody can ask about reliably. 16–255
/// are the same everywhere.
package enum PaletteColor {
  /// Red, green and blue.
  package typealias RGB = SIMD3<Int32>

  private static let ansi: [RGB] = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
    [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]

  /// The six levels of the cube, 16–231.
  private static let levels: [Int32] = [0, 95, 135, 175, 215, 255]

  /// Red, green and blue of a palette colour.
  package static func rgb(_ index: UInt8) -> RGB {
    switch index {
    case 0..<16: return ansi[Int(index)]
    case 16..<232:
      let place = Int(index) - 16
      return [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
    default:
      let level = 8 + 10 * (Int32(index) - 232)
      return [level, level, level]
    }
  }

  /// The nearest colour of the cube or the ramp of greys.
  ///
  /// 0–15 are never the answer: what they look like is the user's choice.
  package static func nearestIndexed(_ color: RGB) -> UInt8 {
    let steps = (0..<3).map { nearestLevel(color[$0]) }
    let cube = UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    let mean = (color &* weights).wrappedSum() / weights.wrappedSum()
    let grey = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return distance(rgb(grey), color) < distance(rgb(cube), color) ? grey : cube
  }

  /// The nearest of the sixteen ANSI colours.
  package static func nearestANSI(_ color: RGB) -> UInt8 {
    var best = 0
    for index in ansi.indices where distance(ansi[index], color) < distance(ansi[best], color) {
      best = index
    }
    return UInt8(best)
  }

  private static func nearestLevel(_ value: Int32) -> Int {
    var best = 0
    for step in levels.indices where abs(levels[step] - value) < abs(levels[best] - value) { best = step }
    return best
  }

  private static func distance(_ first: RGB, _ second: RGB) -> Int32 {
    let difference = first &- second
    return (difference &* difference &* weights).wrappedSum()
  }

  /// The eye is keenest for green, dullest for blue.
  private static let weights: RGB = [3, 4, 2]
}
