import ListKit

/// Makes events of what curses reads: bytes, and the keys it knows from terminfo.
///
/// ```text
///            ┌────────────────────── text, control bytes ──▶ .key
///   ground ──┤ ESC   escape ──┬── [ ▶ sequence ── final ──▶ .key, .mouse, or paste
///      ▲     │                ├── O ▶ shift3   ── letter ─▶ .key
///      │     │                └── anything else ─────────▶ .key with alt
///      └─────┴── nothing more for now: ESC alone ─────────▶ .key(.escape)
/// ```
///
/// A value without clock and terminal; the time of a unit is an argument. Nothing a keyboard, a paste or
/// a broken line sends makes it stop or grow without bound, but a paste, which is as long as it is.
struct InputDecoder {
  /// One thing curses hands over.
  enum Unit {
    case byte(UInt8)
    /// A key curses knows by the terminal's description.
    case key(KeyPress)
  }

  enum State {
    case ground
    case escape
    case sequence([UInt8])
    case shift3
    case mouse([UInt8])
    case paste([UInt8])
  }

  var state = State.ground
  var utf8 = UTF8Decoder()
  var clicks = ClickTracker()
  /// An escape came before: the key now being put together is typed with alt. Some terminals send two
  /// for keys that begin with one themselves.
  var isAlt = false
  /// A character that a combining mark may still join.
  var pending: Character?
  var events: [Event] = []

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
  /// No control sequence of a key is longer.
  private static let longestSequence = 64

  /// Whether a paste has begun and not ended.
  var isPasting: Bool {
    if case .paste = state { return true }
    return false
  }

  /// Takes one unit.
  mutating func decode(_ unit: Unit, at time: ContinuousClock.Instant) {
    switch unit {
    case .byte(let byte): decode(byte, at: time)
    case .key(let press): decode(press, at: time)
    }
  }

  /// Says that nothing more has arrived for now, and answers the events that came together.
  mutating func takeEvents() -> [Event] {
    switch state {
    case .escape:
      emitHeldEscape()
      emit(KeyPress(.escape))
    case .sequence([]): emitIntroducer("[")
    case .shift3: emitIntroducer("O")
    // A sequence or a paste that has well begun may go on with the next read.
    case .sequence, .mouse, .paste, .ground: return flush()
    }
    state = .ground
    return flush()
  }

  /// Ends a paste whose end did not come.
  mutating func endPaste() {
    guard case .paste(let bytes) = state else { return }
    state = .ground
    finish(paste: bytes)
  }

  private mutating func flush() -> [Event] {
    emitPending()
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}

// MARK: - Units

extension InputDecoder {
  private mutating func decode(_ press: KeyPress, at time: ContinuousClock.Instant) {
    switch state {
    case .paste: return
    case .mouse(let bytes) where press.key == .backspace:
      // A coordinate that happens to be the byte of that key.
      decodeMouse(bytes + [0x7F], at: time)
    case .escape:
      state = .ground
      emitHeldEscape()
      isAlt = true
      emit(press)
    case .ground, .sequence, .shift3, .mouse:
      state = .ground
      emit(press)
    }
  }

  private mutating func decode(_ byte: UInt8, at time: ContinuousClock.Instant) {
    switch state {
    case .ground: decodeGround(byte)
    case .escape: decodeEscape(byte)
    case .sequence(let body): decodeSequence(byte, body, at: time)
    case .shift3: decodeShift3(byte)
    case .mouse(let bytes): decodeMouse(bytes + [byte], at: time)
    case .paste(var bytes):
      state = .ground  // Frees the only other reference, so that appending does not copy.
      bytes.append(byte)
      if byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
        finish(paste: bytes.dropLast(Self.pasteEnd.count))
      } else {
        state = .paste(bytes)
      }
    }
  }

  private mutating func decodeGround(_ byte: UInt8) {
    if byte == Self.escape {
      emitPending()
      state = .escape
    } else if let press = KeyPress(controlByte: byte) {
      emit(press)
    } else if let scalar = utf8.decode(byte), !(0x80..<0xA0).contains(scalar.value) {
      append(scalar)
    }
  }

  private mutating func decodeEscape(_ byte: UInt8) {
    switch byte {
    case Self.escape:
      emitHeldEscape()
      isAlt = true
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .shift3
    default:
      state = .ground
      emitHeldEscape()
      isAlt = true
      decodeGround(byte)
    }
  }

  private mutating func decodeSequence(_ byte: UInt8, _ body: [UInt8], at time: ContinuousClock.Instant) {
    switch byte {
    case Self.escape: abandon(for: .escape)
    case 0x20...0x3F where body.count < Self.longestSequence: state = .sequence(body + [byte])
    case UInt8(ascii: "M") where body.isEmpty: state = .mouse([])
    case 0x40...0x7E:
      state = .ground
      switch ControlSequence(body: body, final: byte).meaning {
      case .key(let press): emit(press)
      case .mouse(let report): emit(report, at: time)
      case .pasteBegins: abandon(for: .paste([]))
      case .nothing: abandon(for: .ground)
      }
    default: abandon(for: .ground)
    }
  }

  private mutating func decodeShift3(_ byte: UInt8) {
    state = .ground
    if let key = ControlSequence.letters[byte] {
      emit(KeyPress(key))
    } else if byte == UInt8(ascii: "M") {
      emit(KeyPress(.enter))  // The one of the number pad.
    } else {
      emitIntroducer("O")
      decodeGround(byte)
    }
  }

  private mutating func decodeMouse(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    guard bytes.count == 3 else { return state = .mouse(bytes) }
    state = .ground
    if let report = MouseReport(bytes: bytes) { emit(report, at: time) }
  }
}
