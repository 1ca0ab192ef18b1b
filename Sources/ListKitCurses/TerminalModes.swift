import CNcurses
import ListKit

/// What is switched on in the terminal besides what curses switches on, and how all of it is undone.
struct TerminalModes {
  /// Sent after curses has taken the terminal.
  let entering: [UInt8]
  /// Sent before curses gives the terminal back.
  let leaving: [UInt8]
  /// Sent around the differences between two frames, which are then shown at once, without tearing.
  let beginningUpdate: [UInt8]
  let endingUpdate: [UInt8]
  /// Whether it may be sent links. Consoles and old machines show what they do not know.
  let showsLinks: Bool

  /// Chooses for the terminal that curses works on now.
  ///
  /// Only terminals that have a mouse by their description are asked for anything. The others are consoles
  /// and old machines that know no pastes either.
  @MainActor
  init(mouse: Bool, links: Bool) {
    guard cn_terminfo_string("kmous") != nil else {
      entering = []
      leaving = []
      beginningUpdate = []
      endingUpdate = []
      showsLinks = false
      return
    }
    showsLinks = links
    // "Synchronized output". Terminals without it ignore it, like any mode they do not know.
    beginningUpdate = Array("\u{1B}[?2026h".utf8)
    endingUpdate = Array("\u{1B}[?2026l".utf8)
    // 2004: pastes come in brackets. 1000, 1002: clicks, and movement while a button is down. 1006: as
    // decimal numbers, which do not end at column 223.
    // 2031: it says when its colours change.
    let modes = ["2004", "2031"] + (mouse ? ["1000", "1002", "1006"] : [])
    entering = modes.flatMap { Array("\u{1B}[?\($0)h".utf8) }
    // A program may end in the middle of a link.
    leaving = (links ? LinkMarks.ending : []) + modes.reversed().flatMap { Array("\u{1B}[?\($0)l".utf8) }
  }

  /// All that puts the terminal in order again without the help of curses, for signal handlers.
  ///
  /// - Parameter lines: The lines of the screen.
  @MainActor
  func restoringBytes(lines: Int) -> [UInt8] {
    var bytes = resettingBytes(lines: lines)
    // Where there is no second screen to leave, what follows goes below the picture.
    bytes += cn_move_cursor(Int32(lines - 1), 0).map(Self.withoutDelays) ?? []
    bytes += Self.string("rmcup")
    bytes += Array("\r".utf8)
    // Last: some terminals (libvterm) go back with rmcup to the visibility at curses' last "save cursor".
    bytes += Self.string("cnorm")
    return bytes
  }

  /// Switches everything off that a program may have switched on, but stays on its screen.
  @MainActor
  func resettingBytes(lines: Int) -> [UInt8] {
    var bytes = endingUpdate + leaving
    // What curses may have been in the middle of: inserting, writing the last corner, scrolling a part.
    for name in ["rmir", "smam"] { bytes += Self.string(name) }
    bytes += Self.wholeScrollRegion(lines: lines)
    for name in ["rmkx", "sgr0", "op"] { bytes += Self.string(name) }
    return bytes
  }

  /// Mends what curses does in giving the terminal back: it lets as many lines scroll as it knows of, which are too
  /// few where a new size has not been read yet, and leaving the second screen may have hidden the cursor again.
  @MainActor
  func bytesAfterCurses(lines: Int) -> [UInt8] {
    // A new scroll region moves the cursor.
    let region = Self.string("sc") + Self.wholeScrollRegion(lines: lines) + Self.string("rc")
    return (Self.string("sc").isEmpty ? [] : region) + Self.string("cnorm")
  }

  /// Lets all lines scroll.
  @MainActor
  private static func wholeScrollRegion(lines: Int) -> [UInt8] {
    guard let region = cn_change_scroll_region(0, Int32(lines - 1)).map(withoutDelays) else { return [] }
    // In current terminals the margins may be left out; then a new size that has not been read yet does not
    // matter.
    let isStandard = region.starts(with: [0x1B, UInt8(ascii: "[")]) && region.last == UInt8(ascii: "r")
    return isStandard ? Array("\u{1B}[r".utf8) : region
  }

  /// What a terminal is sent for a capability; empty where it has none.
  @MainActor
  static func string(_ name: String) -> [UInt8] {
    cn_terminfo_string(name).map(withoutDelays) ?? []
  }

  /// What the terminal sends for its keys.
  @MainActor
  static func keySequences() -> KeySequences {
    KeySequences(TerminfoKeys.presses.lazy.map { (string($0.capability), $0.press) })
  }

  /// Removes "$<5>" and the like, which ask for a pause and are no part of what is sent.
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
  /// Chooses for the terminal that curses works on now; nil where it cannot remember a place.
  @MainActor
  init?(width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    let (save, restore) = (TerminalModes.string("sc"), TerminalModes.string("rc"))
    let advance = TerminalModes.string("cuf1")
    guard !save.isEmpty, !restore.isEmpty, !advance.isEmpty else { return nil }
    self.init(save: save, restore: restore, advance: advance, width: width)
  }
}

extension StrikethroughMarks {
  /// For the terminal that curses works on now; nil where it strikes nothing out.
  @MainActor
  init?() {
    let (beginning, ending) = (TerminalModes.string("smxx"), TerminalModes.string("rmxx"))
    guard !beginning.isEmpty, !ending.isEmpty else { return nil }
    self.init(beginning: beginning, ending: ending)
  }
}
