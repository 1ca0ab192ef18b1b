import CVTerm

/// A terminal without a window: takes what a program writes and says what would be seen.
///
/// An xterm with 256 and direct colours, by libvterm. Known limits of the version in Debian 12 (0.1.4): it
/// does not know dim text, misreads direct colours written with colons (`38:2::r:g:b`), and counts emoji
/// newer than 2020 as one column.
public final class VirtualTerminal {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let properties = Properties()

  /// What the program switched in the terminal.
  private final class Properties {
    var isCursorVisible = true
    var isAlternateScreen = false
    var mouse = Mouse.none
  }

  /// What a program wants to hear of the mouse.
  public enum Mouse: Int, Sendable {
    /// Nothing.
    case none
    /// Clicks.
    case clicks
    /// Clicks, and movement while a button is down.
    case drags
    /// Every movement.
    case movement
  }

  /// Creates an empty terminal.
  public init(columns: Int, lines: Int) {
    terminal = vterm_new(Int32(lines), Int32(columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_set_callbacks(screen, &Self.callbacks.value, Unmanaged.passUnretained(properties).toOpaque())
    vterm_screen_reset(screen, 1)
  }

  deinit { vterm_free(terminal) }

  /// Shows what a program wrote.
  public func feed(_ bytes: some Collection<UInt8>) {
    Array(bytes).withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      vterm_input_write(terminal, start.assumingMemoryBound(to: CChar.self), buffer.count)
    }
  }

  /// What the terminal answers to questions it was asked.
  public func takeReplies() -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = vterm_output_read(terminal, &buffer, buffer.count)
    return buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// Columns and lines.
  public var size: (columns: Int, lines: Int) {
    get {
      var lines: Int32 = 0
      var columns: Int32 = 0
      vterm_get_size(terminal, &lines, &columns)
      return (Int(columns), Int(lines))
    }
    set { vterm_set_size(terminal, Int32(newValue.lines), Int32(newValue.columns)) }
  }

  /// Where the cursor stands.
  public var cursor: (line: Int, column: Int) {
    var place = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &place)
    return (Int(place.row), Int(place.col))
  }

  /// Whether the cursor is shown.
  public var isCursorVisible: Bool { properties.isCursorVisible }
  /// Whether the program has left the screen with the user's history.
  public var isAlternateScreen: Bool { properties.isAlternateScreen }
  /// What the program wants to hear of the mouse.
  public var mouse: Mouse { properties.mouse }

  /// Whether pastes would be marked as such.
  public var bracketsPastes: Bool {
    let replies = takeReplies()
    vterm_keyboard_start_paste(terminal)
    let isBracketed = !takeReplies().isEmpty
    precondition(replies.isEmpty, "unread replies of the terminal")
    return isBracketed
  }

  /// libvterm keeps a pointer to the table for as long as the terminal lives.
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

  /// The libvterm cell at a place.
  func rawCell(line: Int, column: Int) -> VTermScreenCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(line), col: Int32(column)), &cell)
    return cell
  }
}
