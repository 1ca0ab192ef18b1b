import ListKit

/// The colour of a swatch, for terminals of every kind.
struct SwatchColor: Hashable, Sendable {
  /// From 0, red, round to 1, the last magenta before it would be red again.
  var hue: Double
  /// From 0, light and faint, to 1, dark and full.
  var depth: Double

  /// Its background on a terminal that has colours; without any, nil.
  func background(_ colors: ScreenTraits.ColorDepth) -> Color? {
    switch colors {
    case .trueColor: color(saturation: 0.55 + 0.4 * depth, value: 1 - 0.35 * depth)
    // The cube of colours has steps enough for hues alone.
    case .palette: color(saturation: 1, value: 1)
    case .ansi: .palette(Self.ansi[min(Self.ansi.count - 1, Int(hue * Double(Self.ansi.count)))])
    case .mono: nil
    }
  }

  /// Black or white, whichever is read better on it.
  func foreground(_ colors: ScreenTraits.ColorDepth) -> Color {
    guard case .rgb(let red, let green, let blue) = background(colors) else { return .palette(0) }
    let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return brightness > 127_500 ? .rgb(0, 0, 0) : .rgb(255, 255, 255)
  }

  /// `#ff8000`.
  var hexadecimal: String {
    guard case .rgb(let red, let green, let blue) = background(.trueColor) else { return "" }
    return "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The six hues of the ANSI colours, in the order of the rainbow.
  private static let ansi: [UInt8] = [1, 3, 2, 6, 4, 5]

  private func color(saturation: Double, value: Double) -> Color {
    /// Red, green or blue, a number of sixths of the circle away from the others.
    func channel(_ offset: Double) -> UInt8 {
      let place = (offset + hue * 5.4).truncatingRemainder(dividingBy: 6)
      return UInt8(255 * (value - value * saturation * max(0, min(place, 4 - place, 1))))
    }
    return .rgb(channel(5), channel(3), channel(1))
  }
}
