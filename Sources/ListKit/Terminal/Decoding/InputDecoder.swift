/// Makes events of the bytes a terminal sends.
///
/// ```text
///            ┌─────────────────── text, control bytes ──▶ .key
///   ground ──┤ ESC   matching ── a sequence of `keys` ──▶ .key
///      ▲     │           │ none of them
///      │     └──▶ escape ┴──┬── [ ▶ sequence ── final ──▶ .key, .mouse, or paste
///      │                    ├── O ▶ shift3   ── letter ─▶ .key
///      │                    ├── ] P _ ^ X ▶ string ─────▶ an answer of the terminal
///      │                    └── anything else ──────────▶ .key with alt
///      └── silence for a moment: what began was a key ──▶ .key(.escape), …
/// ```
///
/// A value without clock and terminal: times are arguments. How the bytes are cut into pieces makes no
/// difference; only ``endWaiting(at:)`` does, which says that for now there are no more. Nothing a keyboard,
/// a paste or a broken line sends makes it trap, grow without bound, or go deaf for longer than ``patience``.
package struct InputDecoder {
  enum State {
    case ground
    case matching(node: Int)
    case escape
    case sequence
    case shift3
    case mouse
    case string
    case paste
  }

  /// How long something that does not go on, such as a paste whose end was lost, may keep keys away.
  package static let patience: Duration = .milliseconds(900)
  /// What each byte adds to the patience with a paste, which arrives faster than anybody types.
  private static let patienceOfByte: Duration = .milliseconds(1)
  /// No control sequence of a key is longer; of longer ones only the end is looked for.
  static let longestSequence = 64
  static let escape: UInt8 = 0x1B

  let keys: KeySequences
  private let escapeDelay: Duration

  var state = State.ground
  /// The bytes being matched.
  var held: [UInt8] = []
  /// The longest key among them, and how many bytes it takes.
  var found: (press: KeyPress, count: Int)?
  /// What stands behind `ESC [`, or the bytes of a mouse report.
  var body: [UInt8] = []
  var string = ControlString(introducer: "]")
  var paste = Paste()
  var utf8 = UTF8Decoder()
  /// When what is being put together began, and when the last byte of all arrived.
  var beginning: ContinuousClock.Instant?
  var last: ContinuousClock.Instant?
  var pasteDeadline: ContinuousClock.Instant?

  var clicks = ClickTracker()
  /// An escape came before: the key now being put together is typed with alt. Some terminals send two
  /// for keys that begin with one themselves.
  var isAlt = false
  /// A character that marks may still join.
  var pending: Character?
  var events: [Event] = []
  var answers: [TerminalAnswer] = []

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - keys: what the terminal sends for its keys, besides what all terminals send.
  ///   - escapeDelay: how long escape may be the beginning of another key.
  package init(keys: KeySequences = KeySequences(), escapeDelay: Duration = .milliseconds(25)) {
    self.keys = keys
    self.escapeDelay = escapeDelay
  }

  /// Takes bytes that arrived at a time.
  ///
  /// - Complexity: O(bytes).
  package mutating func decode(_ bytes: some Collection<UInt8>, at time: ContinuousClock.Instant) {
    if bytes.isEmpty { return }
    let bytes = Array(bytes)
    last = time
    var index = 0
    while index < bytes.count {
      guard case .paste = state else {
        take(bytes[index])
        index += 1
        continue
      }
      let end = paste.take(bytes[index...])
      let next = end ?? bytes.count
      pasteDeadline = pasteDeadline.map {
        min(time + Self.patience, $0 + Self.patienceOfByte * (next - index))
      }
      if end != nil { finishPaste() }
      index = next
    }
  }

  /// The events there are so far.
  package mutating func takeEvents() -> [Event] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// What the terminal has said of itself so far.
  package mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers.removeAll() }
    return answers
  }

  /// When ``endWaiting(at:)`` will make a difference, should nothing more arrive; nil while nothing is
  /// waited for.
  package var deadline: ContinuousClock.Instant? {
    switch state {
    case .paste: pasteDeadline
    case .ground where !isAlt: nil
    case _ where mayBeKey: last.map { $0 + escapeDelay }
    default: beginning.map { $0 + Self.patience }
    }
  }

  /// Says that by a time nothing more has arrived: what might have gone on by then is taken as it is.
  package mutating func endWaiting(at time: ContinuousClock.Instant) {
    while let deadline, time >= deadline { stopWaiting() }
    emitPending()
  }

  /// Whether what has begun is a key by itself if nothing follows.
  private var mayBeKey: Bool {
    switch state {
    case .ground: isAlt
    case .escape, .shift3: true
    case .matching: held.count <= 2 || held[1] != UInt8(ascii: "[")
    case .sequence: body.isEmpty
    case .string: string.isEmpty || string.hasEscape
    case .mouse, .paste: false
    }
  }

  private mutating func stopWaiting() {
    switch state {
    case .ground: abandon()  // The first byte of a character typed with alt, whose rest was lost.
    case .matching: stopMatching()
    case .escape:
      state = .ground
      emitHeldEscape()
      emit(KeyPress(.escape))
    case .sequence where body.isEmpty: emitIntroducer("[")
    case .shift3: emitIntroducer("O")
    case .string where string.isEmpty: emitIntroducer(string.introducer)
    case .sequence, .mouse, .string: abandon()
    case .paste: finishPaste()
    }
  }
}
