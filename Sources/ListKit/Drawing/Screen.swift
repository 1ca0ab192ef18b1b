/// A display for frames.
///
/// One of the two interfaces between a program and its terminal; ``EventSource`` is the other. The curses
/// screen lives in `ListKitCurses`; tests use a screen that keeps the last frame.
@MainActor
public protocol Screen: AnyObject {
  /// The current columns and lines.
  var size: ScreenSize { get }
  /// The capabilities of the terminal. If they change while it is used, ``Event/traitsChange`` reports it.
  var traits: ScreenTraits { get }
  /// Shows a frame; everything that it does not cover stays blank.
  func present(_ frame: Frame)
  /// Lets the user edit a text in an external program, and returns when that has ended.
  ///
  /// - Returns: the edited text; nil if there is no such program, or if it failed.
  func edit(_ text: String) async -> String?
}

extension Screen {
  /// Returns nil: there is no such program.
  public func edit(_ text: String) async -> String? { nil }
}

/// Whether text is dark on light or light on dark.
public enum UserInterfaceStyle: Hashable, Sendable {
  /// Unknown, now or always: only the terminal's own two colours are certain to be readable.
  case unspecified
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

/// The capabilities of a terminal.
public struct ScreenTraits: Sendable {
  /// The number of colours, in ascending order.
  public enum ColorDepth: Int, Comparable, Sendable {
    /// No colours, only attributes.
    case mono
    /// The eight ANSI colours and their bright variants.
    case ansi
    /// The palette of 256 colours.
    case palette
    /// Red, green and blue, eight bits each.
    case trueColor

    /// Whether `lhs` has fewer colours.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// The number of colours.
  public var colorDepth: ColorDepth
  /// Whether the terminal can show characters beyond ASCII.
  public var isUnicode: Bool
  /// Whether the terminal's background is light or dark.
  public var userInterfaceStyle: UserInterfaceStyle
  /// Whether a screen reader reads the screen aloud or on a braille display, line by line from left to right.
  ///
  /// If so, words replace symbols and boxes, a row has one line with the terminal's cursor on its
  /// first letter, nothing moves, and the status line announces changes. Contents that draw
  /// pictures draw words instead.
  public var isAccessible: Bool
  /// Returns the number of columns that the terminal counts for a character: 0 for a combining mark, -1 for a
  /// character that it cannot show.
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

/// A source of keys, clicks and reports from the terminal.
@MainActor
public protocol EventSource {
  /// Returns when ``poll()`` has an event to return; main-actor tasks run while it waits.
  ///
  /// - Returns: whether more events may come; false if there will be none.
  func waitForEvent() async -> Bool

  /// Removes and returns the next event that has arrived; nil if there is none.
  ///
  /// It is also called between frames while a task waits: events that have arrived are handled before the
  /// next frame is drawn.
  func poll() -> Event?

  /// Returns at a time, when a frame of an animation is due, or when the task is cancelled.
  func sleep(until time: ContinuousClock.Instant) async

  /// The executor that resumes the tasks that wait for the source; nil for the threads shared by all tasks,
  /// where keys and frames wait while other tasks compute.
  var executor: (any TaskExecutor)? { get }
}

extension EventSource {
  /// Nil: the threads shared by all tasks.
  public var executor: (any TaskExecutor)? { nil }

  /// Waits with `Task.sleep`, and returns early if the task is cancelled.
  public func sleep(until time: ContinuousClock.Instant) async {
    try? await Task.sleep(until: time, clock: .continuous)
  }
}

// MARK: - PaletteColor

/// The numbered colours of a terminal, and the nearest of them to other colours.
///
/// Red, green and blue of 0–15 are xterm's; users change them, and a program cannot query them reliably.
/// 16–255 are the same everywhere.
package enum PaletteColor {
  /// Red, green and blue.
  package typealias RGB = SIMD3<Int32>

  private static let ansi: [RGB] = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
    [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]

  /// The six levels of the colour cube, 16–231.
  private static let levels: [Int32] = [0, 95, 135, 175, 215, 255]

  /// Returns red, green and blue of a palette colour.
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

  /// Returns the nearest colour of the cube or the ramp of greys.
  ///
  /// It never returns 0–15, because the user determines how they look.
  package static func nearestIndexed(_ color: RGB) -> UInt8 {
    let steps = (0..<3).map { nearestLevel(color[$0]) }
    let cube = UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
    let mean = (color &* weights).wrappedSum() / weights.wrappedSum()
    let grey = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
    return distance(rgb(grey), color) < distance(rgb(cube), color) ? grey : cube
  }

  /// Returns the nearest of the sixteen ANSI colours. A pale colour becomes the one of its hue and no grey, since it
  /// may tell one state from another; a dark one becomes black, which is as readable.
  package static func nearestANSI(_ color: RGB) -> UInt8 {
    func nearest(_ candidates: [Int], _ difference: (RGB) -> Int32) -> Int {
      candidates.min { difference(ansi[$0]) < difference(ansi[$1]) } ?? 0
    }
    let index = nearest(Array(ansi.indices)) { distance($0, color) }
    guard index > 0, chroma(color) >= 64 else { return UInt8(index) }
    let hues = ansi.indices.filter { chroma(ansi[$0]) > 0 }
    let differences = hues.map { distance(saturated(ansi[$0]), saturated(color)) }
    // Both blues have the same hue.
    let limit = (differences.min() ?? 0) + 1000
    let alike = zip(hues, differences).filter { $0.1 <= limit }.map(\.0)
    return UInt8(nearest(alike) { distance($0, color) })
  }

  private static func chroma(_ color: RGB) -> Int32 { color.max() - color.min() }

  /// The colour as bright, without its part of white.
  private static func saturated(_ color: RGB) -> RGB {
    (color &- RGB(repeating: color.min())) &* RGB(repeating: color.max())
      / RGB(repeating: max(1, chroma(color)))
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

  /// The eye is most sensitive to green and least to blue.
  private static let weights: RGB = [3, 4, 2]
}

extension UserInterfaceStyle {
  /// Creates the style for a background: the one whose text, black or white, is more readable on it.
  package init(background: SIMD3<Double>) {
    // Approximate linear brightness: exponent 2 instead of 2.2.
    let linear = background * background
    let luminance = 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
    self = luminance > 0.18 ? .light : .dark
  }
}
