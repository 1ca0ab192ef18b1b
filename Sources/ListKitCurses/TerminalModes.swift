import CNcurses
import ListKit

/// The terminal modes that are set in addition to those of curses, and how to reset all of them.
struct TerminalModes {
  /// Sent after curses has initialised the terminal.
  var entering: [UInt8] { switchingOn + titling }
  /// Sent before curses resets the terminal.
  var leaving: [UInt8] { switchingOff + (windowTitle == nil ? [] : Array("\u{1B}[23;2t".utf8)) }
  /// The title of the terminal's window, without control characters; nil to leave it as it is.
  var windowTitle: String?
  private let switchingOn: [UInt8]
  private let switchingOff: [UInt8]
  /// Sent before and after the differences between two frames, so that the terminal shows them at once,
  /// without tearing.
  let beginningUpdate: [UInt8]
  let endingUpdate: [UInt8]
  /// Whether the terminal may receive links. Consoles and old terminals display unknown sequences.
  let showsLinks: Bool

  /// Selects the modes for the terminal of the current curses screen.
  ///
  /// Requests modes only from terminals whose description has a mouse. The others are consoles and old
  /// terminals, which do not support bracketed pastes either.
  @MainActor
  init(mouse: Bool, links: Bool) {
    guard cn_terminfo_string("kmous") != nil else {
      switchingOn = []
      switchingOff = []
      beginningUpdate = []
      endingUpdate = []
      showsLinks = false
      return
    }
    showsLinks = links
    // "Synchronized output". Terminals that do not support this mode ignore it.
    beginningUpdate = Array("\u{1B}[?2026h".utf8)
    endingUpdate = Array("\u{1B}[?2026l".utf8)
    // 2004: bracketed pastes. 1000, 1002: clicks, and movement while a button is down. 1006: decimal
    // coordinates, which are not limited to column 223.
    // 2031: notifications of colour changes.
    let modes = ["2004", "2031"] + (mouse ? ["1000", "1002", "1006"] : [])
    switchingOn = modes.flatMap { Array("\u{1B}[?\($0)h".utf8) }
    // The program may end in the middle of a link.
    switchingOff = (links ? LinkMarks.ending : []) + modes.reversed().flatMap { Array("\u{1B}[?\($0)l".utf8) }
  }

  /// The bytes that store the title from before and set ``windowTitle``.
  var titling: [UInt8] { windowTitle == nil ? [] : Array("\u{1B}[22;2t".utf8) + title }

  /// The bytes that set ``windowTitle``.
  var title: [UInt8] { windowTitle.map { Array("\u{1B}]2;\($0)\u{1B}\\".utf8) } ?? [] }

  /// Returns the bytes that restore the terminal without curses, for signal handlers.
  ///
  /// - Parameters:
  ///   - lines: the number of lines of the screen.
  ///   - region: the region that the screen uses in place of the alternate screen.
  @MainActor
  func restoringBytes(lines: Int, region: InlineRegion? = nil) -> [UInt8] {
    var bytes = resettingBytes(lines: lines)
    if let region { return bytes + region.leaving + Self.string("cnorm") }
    // If there is no alternate screen to leave, the following output starts below the picture.
    bytes += cn_move_cursor(Int32(lines - 1), 0).map(Self.withoutDelays) ?? []
    bytes += Self.string("rmcup")
    bytes += Array("\r".utf8)
    // Last, because with rmcup some terminals (libvterm) restore the visibility at curses' last "save
    // cursor".
    bytes += Self.string("cnorm")
    return bytes
  }

  /// Returns the bytes that reset everything a program may have set, but do not leave its screen.
  @MainActor
  func resettingBytes(lines: Int) -> [UInt8] {
    var bytes = endingUpdate + leaving
    // Curses may have been interrupted while inserting, writing the last corner, or scrolling a region.
    for name in ["rmir", "smam"] { bytes += Self.string(name) }
    bytes += Self.wholeScrollRegion(lines: lines)
    for name in ["rmkx", "sgr0", "op"] { bytes += Self.string(name) }
    return bytes
  }

  /// Returns the bytes that correct what curses does when it resets the terminal: it sets the scroll region
  /// from its own size, which is too small if a new size was not read yet, and leaving the alternate screen
  /// may have hidden the cursor again.
  @MainActor
  func bytesAfterCurses(lines: Int) -> [UInt8] {
    // Setting a scroll region moves the cursor.
    let region = Self.string("sc") + Self.wholeScrollRegion(lines: lines) + Self.string("rc")
    return (Self.string("sc").isEmpty ? [] : region) + Self.string("cnorm")
  }

  @MainActor
  private static func wholeScrollRegion(lines: Int) -> [UInt8] {
    guard let region = cn_change_scroll_region(0, Int32(lines - 1)).map(withoutDelays) else { return [] }
    // Current terminals allow omitting the margins; then it does not matter if a new size was not read yet.
    let isStandard = region.starts(with: [0x1B, UInt8(ascii: "[")]) && region.last == UInt8(ascii: "r")
    return isStandard ? Array("\u{1B}[r".utf8) : region
  }

  /// Returns the bytes of a capability; empty if the terminal does not have it.
  @MainActor
  static func string(_ name: String) -> [UInt8] {
    cn_terminfo_string(name).map(withoutDelays) ?? []
  }

  /// Returns the sequences that the terminal sends for its keys.
  @MainActor
  static func keySequences() -> KeySequences {
    KeySequences(TerminfoKeys.presses.lazy.map { (string($0.capability), $0.press) })
  }

  /// Removes padding such as "$<5>", which requests a delay and is not sent.
  private static func withoutDelays(_ text: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var isDelay = false
    let all = Array(String(cString: text).utf8)
    for (index, byte) in all.enumerated() {
      if byte == UInt8(ascii: "$"), index + 1 < all.count, all[index + 1] == UInt8(ascii: "<") {
        isDelay = true
      }
      if !isDelay { bytes.append(byte) }
      if byte == UInt8(ascii: ">") { isDelay = false }
    }
    return bytes
  }
}

extension ColumnResync {
  /// Creates a resync for the terminal of the current curses screen; nil if it cannot save the cursor
  /// position.
  @MainActor
  init?(width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    let (save, restore) = (TerminalModes.string("sc"), TerminalModes.string("rc"))
    let advance = TerminalModes.string("cuf1")
    guard !save.isEmpty, !restore.isEmpty, !advance.isEmpty else { return nil }
    self.init(save: save, restore: restore, advance: advance, width: width)
  }
}

extension StrikethroughMarks {
  /// Creates the marks for the terminal of the current curses screen; nil if it has no strikethrough.
  @MainActor
  init?() {
    let (beginning, ending) = (TerminalModes.string("smxx"), TerminalModes.string("rmxx"))
    guard !beginning.isEmpty, !ending.isEmpty else { return nil }
    self.init(beginning: beginning, ending: ending)
  }
}
