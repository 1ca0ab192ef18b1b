/// The part of a row that is shown while it opens or closes.
///
/// ```text
///   .left   N       Na      Nan     Nanga           the text wipes in from that side
///   .top    ▔▔▔▔▔   Nanga                           the row's lines open from there; a line that is
///   .middle ─────   Nanga                           open by less than half shows its edge alone
///   .bottom ▁▁▁▁▁   Nanga
/// ```
struct RowOpening: Hashable {
  /// What is shown of a line.
  enum Part: Hashable {
    /// All of it.
    case whole
    /// A line along its edge.
    case edge(Edge)
    /// Nothing.
    case nothing
  }

  /// Where the edge of what is open runs through a line of the screen.
  enum Edge: Hashable {
    case upper
    case middle
    case lower
  }

  let animation: RowAnimation
  /// How far it is open, in steps.
  let step: Int

  static let steps = 8
  /// Time a row takes to open.
  static let duration = Duration.milliseconds(160)

  /// How far a row is open; nil once it is, and where the animation opens nothing.
  init?(_ animation: RowAnimation, after elapsed: Duration) {
    guard animation.opens, elapsed < Self.duration else { return nil }
    self.animation = animation
    step = min(Self.steps - 1, 1 + Int(elapsed / Self.duration * Double(Self.steps)))
  }

  /// How far a leaving row is still open: all of it for a while, for it is to be read once more.
  init?(leaving animation: RowAnimation, after elapsed: Duration, of duration: Duration) {
    let closed = (elapsed / duration - Self.readable) / (1 - Self.readable)
    guard animation.opens, closed >= 0 else { return nil }
    self.animation = animation
    step = max(1, Self.steps - 1 - Int(closed * Double(Self.steps)))
  }

  /// The part of its time that a leaving row stays whole.
  private static let readable = 0.4

  /// The first moment after `elapsed` that a row, coming or leaving, may look different.
  static func nextStep(after elapsed: Duration, of duration: Duration) -> Duration {
    min(elapsed + duration / steps, max(duration, elapsed + .milliseconds(1)))
  }

  /// The columns shown of those that the text takes.
  func columns(of text: Range<Int>) -> Range<Int> {
    let shown = (text.count * step + Self.steps - 1) / Self.steps
    switch animation {
    case .left: return text.lowerBound..<text.lowerBound + shown
    case .right: return text.upperBound - shown..<text.upperBound
    case .automatic, .fade, .top, .bottom, .middle, .none: return text
    }
  }

  /// What is shown of a line of a row.
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
  /// The sign of the edge.
  func text(isUnicode: Bool) -> Unicode.Scalar {
    switch self {
    case .upper: isUnicode ? "▔" : "'"
    case .middle: isUnicode ? "─" : "-"
    case .lower: isUnicode ? "▁" : "_"
    }
  }
}

extension RowAnimation {
  /// Whether rows are uncovered bit by bit.
  var opens: Bool {
    switch self {
    case .left, .right, .top, .bottom, .middle: true
    case .automatic, .fade, .none: false
    }
  }
}
