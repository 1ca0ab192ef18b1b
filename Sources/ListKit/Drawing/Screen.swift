/// Where frames are shown.
///
/// One of the two seams between a program and its terminal; ``EventSource`` is the other. The curses
/// screen lives in `ListKitCurses`; tests use a screen that keeps the last frame.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and lines there are now.
  var size: Size { get }
  /// What the terminal can show. Where that changes while it is used, ``Event/traitsChange`` comes.
  var traits: ScreenTraits { get }
  /// Shows a frame; whatever it does not cover stays blank.
  func present(_ frame: Frame)
  /// Lets a person change a text in a program of their own, and returns when that has ended.
  ///
  /// - Returns: the text as it was left; nil where there is no such program, or it failed.
  func edit(_ text: String) async -> String?
}

extension Screen {
  /// There is no such program.
  public func edit(_ text: String) async -> String? { nil }
}

/// Whether strokes are dark on light or light on dark.
public enum UserInterfaceStyle: Hashable, Sendable {
  /// Unknown so far, or for good: only the terminal's own two colours are certain to be readable.
  case unspecified
  /// Dark strokes on a light background.
  case light
  /// Light strokes on a dark background.
  case dark
}

/// What a terminal can show.
public struct ScreenTraits: Sendable {
  /// How many colours there are, in order of richness.
  public enum ColorDepth: Int, Comparable, Sendable {
    /// None: only attributes.
    case mono
    /// The eight ANSI colours and, by bold or bright, their twins.
    case ansi
    /// The palette of 256.
    case palette
    /// Red, green and blue, eight bits each.
    case trueColor

    /// Whether `lhs` has fewer colours.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// How many colours there are.
  public var colorDepth: ColorDepth
  /// Whether characters beyond ASCII can be shown.
  public var isUnicode: Bool
  /// Whether the terminal's background is light or dark.
  public var userInterfaceStyle: UserInterfaceStyle
  /// Whether what is shown is read aloud or on a braille display, line by line from left to right.
  ///
  /// Then words take the place of signs and boxes, a row has one line with the terminal's cursor on its first letter, nothing
  /// moves, and changes are announced in the status line. Contents that draw pictures draw words instead.
  public var isAccessible: Bool
  /// How many columns a character takes, as the terminal counts: 0 for a combining mark, -1 for one
  /// it cannot show.
  public var width: @Sendable (Unicode.Scalar) -> Int

  /// Creates a description of a terminal.
  public init(
    colorDepth: ColorDepth = .mono, isUnicode: Bool = true,
    userInterfaceStyle: UserInterfaceStyle = .unspecified, isAccessible: Bool = false,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.colorDepth = colorDepth
    self.isUnicode = isUnicode
    self.userInterfaceStyle = userInterfaceStyle
    self.isAccessible = isAccessible
    self.width = width
  }
}

// MARK: - EventSource

/// Where keys, clicks and the terminal's own news come from.
@MainActor
public protocol EventSource {
  /// Returns when ``poll()`` has something to give; main-actor tasks run while it waits.
  ///
  /// - Returns: whether there may be more events; false when there will be none.
  func waitForEvent() async -> Bool

  /// Takes the next event that has arrived; nil if there is none.
  ///
  /// Asked between frames too, while a task waits: what has arrived is handled before the next frame is drawn.
  func poll() -> Event?

  /// Returns when a time has come, or the task is cancelled: frames of what moves are due then.
  func sleep(until time: ContinuousClock.Instant) async

  /// What resumes the tasks that wait for the source; nil for the threads all tasks share, where keys and frames wait
  /// while others compute.
  var executor: (any TaskExecutor)? { get }
}

extension EventSource {
  /// The threads all tasks share.
  public var executor: (any TaskExecutor)? { nil }

  /// Waits by `Task.sleep`, and returns early when the task is cancelled.
  public func sleep(until time: ContinuousClock.Instant) async {
    try? await Task.sleep(until: time, clock: .continuous)
  }
}

// MARK: - PaletteColor

/// The colours a terminal has by number, and the nearest of them to a colour it does not have.
///
/// Red, green and blue of 0–15 are xterm's; users change them, and a program cannot ask for them reliably. 16–255
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

extension UserInterfaceStyle {
  /// The style for a background, by which of black and white can be read better on it.
  package init(background: SIMD3<Double>) {
    // Brightness as the eye has it, nearly enough: exponent 2 for 2.2.
    let linear = background * background
    let luminance = 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
    self = luminance > 0.18 ? .light : .dark
  }
}
