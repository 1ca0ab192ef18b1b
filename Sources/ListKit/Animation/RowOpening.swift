/// The part of a row that is shown while it opens or closes.
///
/// ```text
///   .left   N       Na      Nan     Nanga           the text wipes in from that side
///   .top    ▔▔▔▔▔   Nanga                           the row's lines open from there; a line that is
///   .middle ─────   Nanga                           open by less than half shows its edge alone
///   .bottom ▁▁▁▁▁   Nanga
/// ```
struct RowOpening: Equatable {
  /// The visible part of a line.
  enum Part: Hashable {
    /// All of it.
    case whole
    /// A line along the edge of the open part.
    case edge(Edge)
    /// Nothing.
    case nothing
  }

  /// The place of the open part's edge within a line of the screen.
  enum Edge: Equatable {
    case upper
    case middle
    case lower
  }

  let animation: RowAnimation
  /// How far the row is open, in steps.
  let step: Int

  static let steps = 8
  /// The time that a row takes to open.
  static let duration = Duration.milliseconds(160)

  /// Creates the opening of a row; nil once the row is open, and if the animation does not open rows.
  init?(_ animation: RowAnimation, after elapsed: Duration) {
    guard animation.opens, elapsed < Self.duration else { return nil }
    self.animation = animation
    step = min(Self.steps - 1, 1 + Int(elapsed / Self.duration * Double(Self.steps)))
  }

  /// Creates the opening of a leaving row; nil while the row is fully open, so that the
  /// user can read it once more.
  init?(leaving animation: RowAnimation, after elapsed: Duration, of duration: Duration) {
    let closed = (elapsed / duration - Self.readable) / (1 - Self.readable)
    guard animation.opens, closed >= 0 else { return nil }
    self.animation = animation
    step = max(1, Self.steps - 1 - Int(closed * Double(Self.steps)))
  }

  /// The part of its time that a leaving row stays fully open.
  private static let readable = 0.4

  /// Returns the first time after `elapsed` at which an opening or closing row may look different.
  fileprivate static func nextStep(after elapsed: Duration, of duration: Duration) -> Duration {
    min(elapsed + duration / steps, max(duration, elapsed + .milliseconds(1)))
  }

  /// Returns the visible columns of those that the text takes.
  func columns(of text: Range<Int>) -> Range<Int> {
    let shown = (text.count * step + Self.steps - 1) / Self.steps
    switch animation {
    case .left: return text.lowerBound..<text.lowerBound + shown
    case .right: return text.upperBound - shown..<text.upperBound
    case .automatic, .fade, .top, .bottom, .middle, .none: return text
    }
  }

  /// Returns the visible part of a line of a row.
  func part(ofLine line: Int, of lines: Int) -> Part {
    let open = Double(step) / Double(Self.steps) * Double(lines)
    let start: Double
    switch animation {
    case .top: start = 0
    case .bottom: start = Double(lines) - open
    case .middle: start = (Double(lines) - open) / 2
    case .automatic, .fade, .left, .right, .none: return .whole
    }
    let from = max(start, Double(line))
    let to = min(start + open, Double(line + 1))
    if to <= from { return .nothing }
    if to - from > 0.5 { return .whole }
    if from == Double(line) { return .edge(.upper) }
    return .edge(to == Double(line + 1) ? .lower : .middle)
  }
}

extension RowOpening.Edge {
  /// Returns the character for the edge.
  func text(isUnicode: Bool) -> Unicode.Scalar {
    switch self {
    case .upper: isUnicode ? "▔" : "'"
    case .middle: isUnicode ? "─" : "-"
    case .lower: isUnicode ? "▁" : "_"
    }
  }
}

extension RowAnimation {
  /// Whether rows are revealed gradually.
  var opens: Bool {
    switch self {
    case .left, .right, .top, .bottom, .middle: true
    case .automatic, .fade, .none: false
    }
  }
}

// MARK: - RowEffect

/// The effect on a row that was inserted, moved, changed or removed: a flash that fades and, if it was
/// inserted, its opening. A removed row is displayed for a moment longer, briefly after a change by the user,
/// and closes.
///
/// It stores its own start time, so that it continues when another change takes over.
struct RowEffect: Equatable {
  var change: RowChange
  var animation: RowAnimation
  var began: Duration
  var curve: FlashCurve

  /// Returns the strength of the flash, from the curve's steps down to 0.
  func level(at now: Duration) -> Int { curve.level(after: now - began) }

  /// Returns how far the row is open; nil while it is fully open.
  func opening(at now: Duration) -> RowOpening? {
    switch change {
    case .inserted: RowOpening(animation, after: now - began)
    case .deleted: RowOpening(leaving: animation, after: now - began, of: curve.leaving)
    case .movedUp, .movedDown, .reloaded, .reconfigured: nil
    }
  }

  /// When a removed row disappears.
  var end: Duration { began + curve.leaving }

  /// Whether the effect, or the removed row, is no longer visible.
  func isOver(at now: Duration) -> Bool {
    change == .deleted ? end <= now : level(at: now) == 0 && opening(at: now) == nil
  }

  /// Returns when the effect next looks different; nil once it is over.
  func nextFrame(after now: Duration) -> Duration? {
    let elapsed = now - began
    if change == .deleted {
      return animation.opens ? began + RowOpening.nextStep(after: elapsed, of: curve.leaving) : end
    }
    let step = opening(at: now).map { _ in RowOpening.nextStep(after: elapsed, of: RowOpening.duration) }
    return [curve.endOfLevel(after: elapsed), step].compactMap(\.self).min().map { began + $0 }
  }
}

// MARK: - FlashCurve

/// How a flash fades: full for a while, then down in steps, fast at first.
///
/// ```text
///   level 4 ████████
///         3         ███
///         2            ████
///         1                ██████
///         0                      ▶ time
///           ├ full ┤├─── fade ──┤
/// ```
///
/// It is a step function of time, so a program needs to wake up only when a level ends.
struct FlashCurve: Equatable, Sendable {
  /// The time at full strength.
  var full: Duration
  /// The time from full strength to nothing.
  var fade: Duration
  /// The number of levels above nothing.
  var steps: Int
  /// The time for which a removed row is displayed.
  var leaving: Duration

  /// Creates the curve for a cause on a terminal: 200 ms in total for the user, 100 + 700 ms for data.
  init(cause: ChangeCause, depth: ScreenTraits.ColorDepth) {
    full = .milliseconds(cause == .user ? 60 : 100)
    fade = .milliseconds(cause == .user ? 140 : 700)
    leaving = .milliseconds(cause == .user ? 120 : 250)
    steps =
      switch depth {
      case .mono: 1
      case .ansi: 2
      case .palette: 5
      case .trueColor: 9
      }
  }

  /// Returns the strength after a time: from `steps` down to 0.
  func level(after elapsed: Duration) -> Int {
    if elapsed < full { return steps }
    let rest = max(0, 1 - (elapsed - full) / fade)
    return min(steps, Int((rest * rest * Double(steps)).rounded(.up)))
  }

  /// Returns when the level after a time ends, counted from the same start; nil at level 0.
  func endOfLevel(after elapsed: Duration) -> Duration? {
    let level = level(after: elapsed)
    guard level > 0 else { return nil }
    let rest = (Double(level - 1) / Double(steps)).squareRoot()
    return max(full + fade * (1 - rest), elapsed + .milliseconds(1))
  }
}

// MARK: - Ramp

/// The styles of a flash, from nothing to full strength.
struct Ramp {
  let change: Theme.Change
  /// The colour that the flash fades to.
  let background: Color
  let depth: ScreenTraits.ColorDepth
  let steps: Int

  /// Returns the style of a glyph at a level; at level 0 its own style.
  func style(_ style: TextStyle, level: Int) -> TextStyle {
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
      // The palette's few dark and light colours with a hue are too close to the colours of words.
      if result.background != style.background, change.flash.foreground != .default {
        result.foreground = change.flash.foreground
      }
    }
    return result
  }

  /// Returns the palette colour for a colour of the ramp; the default colour if that would be grey, because
  /// the hue shows what happened. The palette has few dark colours, so it has fewer steps than the ramp.
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
