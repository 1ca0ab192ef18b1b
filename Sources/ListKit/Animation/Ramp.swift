/// The styles of a flash, from nothing to full strength.
struct Ramp {
  let change: Theme.Change
  /// What it fades to.
  let background: Color
  let depth: ScreenTraits.ColorDepth
  let steps: Int

  /// The style of a glyph at a level; at level 0 its own.
  func style(_ style: Style, level: Int) -> Style {
    guard level > 0 else { return style }
    var result = style
    result.attributes.formUnion(change.flash.attributes)
    switch depth {
    case .mono: result.attributes.formUnion(change.mark.attributes)
    case .ansi:
      result.foreground = change.mark.foreground
      if level == steps { result.attributes.insert(.bold) }
    case .trueColor:
      if style.background == .default { result.background = blended(level) }
    case .palette:
      if style.background == .default { result.background = indexed(blended(level)) }
      if style.foreground == .default, result.background != .default {
        result.foreground = change.flash.foreground
      }
    }
    return result
  }

  /// The colour of the palette for one of the ramp: none where that would be grey, as the hue tells what happened. The
  /// palette has few dark colours, so there are fewer steps than in the ramp.
  private func indexed(_ color: Color) -> Color {
    guard case .rgb(let red, let green, let blue) = color else { return color }
    let index = PaletteColor.nearestIndexed([Int32(red), Int32(green), Int32(blue)])
    let nearest = PaletteColor.rgb(index)
    return nearest.min() == nearest.max() ? .default : .palette(index)
  }

  private func blended(_ level: Int) -> Color {
    guard case .rgb(let red, let green, let blue) = change.flash.background,
      case .rgb(let baseRed, let baseGreen, let baseBlue) = background
    else { return change.flash.background }
    func mix(_ full: UInt8, _ none: UInt8) -> UInt8 {
      let (low, high) = (Int(none), Int(full))
      return UInt8(low + (high - low) * level / steps)
    }
    return .rgb(mix(red, baseRed), mix(green, baseGreen), mix(blue, baseBlue))
  }
}
