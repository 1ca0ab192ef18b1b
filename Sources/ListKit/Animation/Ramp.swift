/// The styles of a flash, from nothing to full strength.
struct Ramp {
  private let change: Theme.Change
  private let base: Color
  private let depth: ScreenTraits.ColorDepth
  private let steps: Int

  init(_ change: Theme.Change, theme: Theme, depth: ScreenTraits.ColorDepth, steps: Int) {
    self.change = change
    base = theme.background
    self.depth = depth
    self.steps = steps
  }

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
    case .palette, .trueColor:
      if style.background == .default { result.background = blended(level) }
    }
    return result
  }

  private func blended(_ level: Int) -> Color {
    guard case .rgb(let red, let green, let blue) = change.flash.background,
      case .rgb(let baseRed, let baseGreen, let baseBlue) = base
    else { return change.flash.background }
    func mix(_ full: UInt8, _ none: UInt8) -> UInt8 {
      UInt8(Int(none) + (Int(full) - Int(none)) * level / steps)
    }
    return .rgb(mix(red, baseRed), mix(green, baseGreen), mix(blue, baseBlue))
  }
}
