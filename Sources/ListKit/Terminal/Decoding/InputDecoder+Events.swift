/// How the decoder puts events together.
extension InputDecoder {
  /// No character has more marks that anybody could see.
  private static let longestCharacter = 32

  mutating func append(_ scalar: Unicode.Scalar) {
    if isAlt { return emit(KeyPress(.character(Character(scalar)))) }
    // Nothing of ASCII joins what stands before it.
    guard let character = pending, !scalar.isASCII else {
      emitPending()
      return pending = Character(scalar)
    }
    var joined = String(character)
    joined.unicodeScalars.append(scalar)
    if joined.count == 1, joined.unicodeScalars.count <= Self.longestCharacter {
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

  mutating func emit(_ report: MouseReport, at time: ContinuousClock.Instant?) {
    emitHeldEscape()
    emitPending()
    guard let action = report.action else { return }
    events.append(.mouse(MouseEvent(action, at: report.location, modifiers: report.modifiers)))
    if action == .press, let time, clicks.isSecondPress(at: report.location, time: time) {
      events.append(.mouse(MouseEvent(.doubleClick, at: report.location, modifiers: report.modifiers)))
    }
  }
}
