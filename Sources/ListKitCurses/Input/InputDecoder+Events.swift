import ListKit

/// How the decoder puts events together.
extension InputDecoder {
  /// What began as a key and is none leaves nothing behind.
  mutating func abandon(for next: State) {
    isAlt = false
    state = next
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    if isAlt { return emit(KeyPress(.character(Character(scalar)))) }
    guard let character = pending else { return pending = Character(scalar) }
    var joined = String(character)
    joined.unicodeScalars.append(scalar)
    if joined.count == 1 {
      pending = joined.first
    } else {
      emitPending()
      pending = Character(scalar)
    }
  }

  mutating func emitPending() {
    guard let character = pending else { return }
    pending = nil
    events.append(.key(KeyPress(.character(character))))
  }

  mutating func emit(_ press: KeyPress) {
    emitPending()
    events.append(.key(isAlt ? KeyPress(press.key, press.modifiers.union(.alt)) : press))
    isAlt = false
  }

  /// The first of two escapes was the key itself after all.
  mutating func emitHeldEscape() {
    guard isAlt else { return }
    isAlt = false
    emit(KeyPress(.escape))
  }

  /// What might have begun a sequence was this character, typed with alt.
  mutating func emitIntroducer(_ character: Character) {
    emitHeldEscape()
    isAlt = true
    emit(KeyPress(.character(character)))
  }

  mutating func emit(_ report: MouseReport, at time: ContinuousClock.Instant) {
    emitPending()
    isAlt = false
    guard let action = report.action else { return }
    events.append(.mouse(MouseEvent(action, at: report.location, modifiers: report.modifiers)))
    if action == .press, clicks.isSecondPress(at: report.location, time: time) {
      events.append(.mouse(MouseEvent(.doubleClick, at: report.location, modifiers: report.modifiers)))
    }
  }

  /// Terminals send the ends of pasted lines as the return key does. Of the control characters only tab
  /// and newline are text.
  mutating func finish(paste bytes: some Sequence<UInt8>) {
    emitPending()
    var decoder = UTF8Decoder()
    var text = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for byte in bytes {
      guard let scalar = decoder.decode(byte) else { continue }
      defer { previous = scalar }
      switch scalar {
      case "\r": text.append("\n")
      case "\n" where previous == "\r": break
      case "\n", "\t": text.append(scalar)
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
      default: text.append(scalar)
      }
    }
    if !text.isEmpty { events.append(.paste(String(text))) }
  }
}
