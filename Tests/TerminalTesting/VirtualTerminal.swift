import CPseudoTerminal
import CVTerm

/// A terminal without a window: reads the output of a program and provides the resulting screen.
///
/// An xterm with 256 and direct colours, by libvterm. Known limits of the version in Debian 12 (0.1.4): it
/// does not support dim text, misreads direct colours written with colons (`38:2::r:g:b`), and counts emoji
/// newer than 2020 as one column.
public final class VirtualTerminal {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let properties = Properties()
  private var scanner = output_scanner()
  /// The number of complete updates that the program has drawn.
  private(set) var updates = 0
  /// Called before and after each complete update, when the output before that point has been shown.
  var onUpdate: ((Update) -> Void)?

  /// The start or the end of an update in "synchronized output" mode.
  enum Update {
    case begins
    /// The update is complete; the value is whether it cleared the entire screen and drew it again. The first
    /// update after the terminal has changed to its other screen draws nothing again.
    case ends(isAnew: Bool)
  }

  /// The terminal properties that the program has set.
  private final class Properties {
    var isCursorVisible = true
    var isAlternateScreen = false { didSet { isUndrawn = true } }
    /// Whether the current screen has had no complete update.
    var isUndrawn = true
    var mouse = Mouse.none
  }

  /// The mouse events that a program requests.
  public enum Mouse: Int, Sendable {
    /// No events.
    case none
    /// Clicks.
    case clicks
    /// Clicks, and movement while a button is down.
    case drags
    /// Every movement.
    case movement
  }

  /// Creates an empty terminal.
  ///
  /// - Parameter fewestColumns: The minimum width. One column is for programs that write no wide characters
  ///   there, because these crash libvterm.
  public init(columns: Int, lines: Int, fewestColumns: Int = 2) {
    self.fewestColumns = fewestColumns
    terminal = vterm_new(Int32(lines), Int32(max(columns, fewestColumns)))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_set_callbacks(screen, &Self.callbacks.value, Unmanaged.passUnretained(properties).toOpaque())
    vterm_screen_reset(screen, 1)
  }

  deinit { vterm_free(terminal) }

  /// Processes the output of a program.
  public func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        var event = OUTPUT_PLAIN
        let count = output_scanner_scan(
          &scanner, Int32(size.lines), start.assumingMemoryBound(to: UInt8.self), rest.count, &event)
        vterm_input_write(terminal, start.assumingMemoryBound(to: CChar.self), count)
        rest = rest.dropFirst(count)
        if event == OUTPUT_UPDATE_BEGINS { onUpdate?(.begins) }
        if event == OUTPUT_UPDATE_ENDS {
          updates += 1
          onUpdate?(.ends(isAnew: scanner.clears > 0 && !properties.isUndrawn))
          properties.isUndrawn = false
        }
      }
    }
  }

  /// Describes the modes that a program has set and not reset; empty in the initial state of a terminal.
  public var switches: [String] {
    var switches = withUnsafeBytes(of: scanner.modes) { modes in
      modes.bindMemory(to: Int32.self).prefix(Int(scanner.mode_count)).sorted().map { "mode ?\($0)" }
    }
    if scanner.bottom > 0 || scanner.top > 0 {
      switches.append("scroll region \(scanner.top)…\(scanner.bottom)")
    }
    if scanner.keypad != 0 { switches.append("number pad") }
    if scanner.charset != 0 { switches.append("character set") }
    if scanner.style != 0 { switches.append("style") }
    if scanner.inserts != 0 { switches.append("inserting") }
    if scanner.keyboard != 0 { switches.append("keyboard protocol") }
    return switches
  }

  /// Returns the terminal's replies to queries.
  public func takeReplies() -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = vterm_output_read(terminal, &buffer, buffer.count)
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// The minimum width: a wide character in a single column makes libvterm write outside its memory.
  private let fewestColumns: Int

  /// The number of columns and lines; the number of columns has a minimum, two by default.
  public var size: (columns: Int, lines: Int) {
    get {
      var lines: Int32 = 0
      var columns: Int32 = 0
      vterm_get_size(terminal, &lines, &columns)
      return (Int(columns), Int(lines))
    }
    set { vterm_set_size(terminal, Int32(newValue.lines), Int32(max(newValue.columns, fewestColumns))) }
  }

  /// The position of the cursor.
  public var cursor: (line: Int, column: Int) {
    var place = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &place)
    return (Int(place.row), Int(place.col))
  }

  /// Whether the cursor is visible.
  public var isCursorVisible: Bool { properties.isCursorVisible }
  /// Whether the program uses the alternate screen, without the user's history.
  public var isAlternateScreen: Bool { properties.isAlternateScreen }
  /// The mouse events that the program requests.
  public var mouse: Mouse { properties.mouse }

  /// Whether the terminal would mark pastes as such.
  public var bracketsPastes: Bool {
    let replies = takeReplies()
    vterm_keyboard_start_paste(terminal)
    let isBracketed = !takeReplies().isEmpty
    precondition(replies.isEmpty, "unread replies of the terminal")
    return isBracketed
  }

  /// libvterm keeps a pointer to the table during the lifetime of the terminal.
  private final class CallbackTable: @unchecked Sendable {
    var value = VTermScreenCallbacks()
  }

  private static let callbacks: CallbackTable = {
    let table = CallbackTable()
    table.value.settermprop = { property, value, user in
      guard let user, let value = value?.pointee else { return 1 }
      let properties = Unmanaged<Properties>.fromOpaque(user).takeUnretainedValue()
      switch property {
      case VTERM_PROP_CURSORVISIBLE: properties.isCursorVisible = value.boolean != 0
      case VTERM_PROP_ALTSCREEN: properties.isAlternateScreen = value.boolean != 0
      case VTERM_PROP_MOUSE: properties.mouse = Mouse(rawValue: Int(value.number)) ?? .none
      default: break
      }
      return 1
    }
    return table
  }()

  /// Returns the cells of the screen as bytes for comparison, and the text of its lines.
  func copyCells() -> (cells: [UInt8], text: [String]) {
    let (columns, lines) = size
    var line = [cv_cell](repeating: cv_cell(), count: columns)
    var cells: [UInt8] = []
    var text: [String] = []
    cells.reserveCapacity(lines * columns * MemoryLayout<cv_cell>.stride)
    for number in 0..<lines {
      cv_copy_line(screen, Int32(number), Int32(columns), &line)
      line.withUnsafeBytes { cells += $0 }
      var scalars = String.UnicodeScalarView()
      for cell in line where cell.chars.0 != UInt32.max {
        withUnsafeBytes(of: cell.chars) { chars in
          for value in chars.bindMemory(to: UInt32.self) {
            guard value != 0, let scalar = Unicode.Scalar(value) else { break }
            scalars.append(scalar)
          }
        }
      }
      text.append(String(scalars))
    }
    return (cells, text)
  }

  /// Returns the libvterm cell at a place.
  func rawCell(line: Int, column: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(line), col: Int32(column)), &cell)
    return cell
  }
}
