import ListKit

/// Decodes the bytes from a terminal into events.
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
/// The decoder is a value without a clock or a terminal: times are arguments. The division of the bytes into
/// chunks makes no difference; only ``endWaiting(at:)`` does, which reports that no more bytes are available.
/// No input from a keyboard, a paste or a noisy line makes it trap, grow without bound, or withhold keys for
/// longer than ``patience``, or a little longer than ``pastePatience`` after a paste whose end was lost.
struct InputDecoder {
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

  /// The maximum time for which an incomplete sequence may withhold keys.
  static let patience: Duration = .milliseconds(900)
  /// The silence that ends a paste whose end was lost. A slow connection delivers a paste in pieces, and a
  /// piece taken for keys would make the program act.
  static let pastePatience: Duration = .seconds(3)
  /// The time by which each byte extends the wait for the end of a paste; a held key repeats more slowly.
  private static let patienceOfByte: Duration = .milliseconds(10)
  /// The maximum length of a key's control sequence; a longer one is skipped up to its end.
  private static let longestSequence = 64
  static let escape: UInt8 = 0x1B

  let keys: KeySequences
  private let escapeDelay: Duration

  var state = State.ground
  /// The bytes that are being matched.
  var unfinished: [UInt8] = []
  /// The longest key that matches ``unfinished``, and its number of bytes.
  var found: (press: KeyPress, count: Int)?
  /// The bytes after `ESC [`, or those of a mouse report.
  var body: [UInt8] = []
  var string = ControlString(introducer: "]")
  var paste = Paste()
  var utf8 = UTF8Decoder()
  /// The time when the incomplete input started, and the time of the last byte.
  var beginning: ContinuousClock.Instant?
  var last: ContinuousClock.Instant?
  private var pasteDeadline: ContinuousClock.Instant?
  /// Whether the last key was an escape after which nothing arrived: on a slow connection, it may be the
  /// beginning of a key or a paste whose rest is still on its way.
  private var isEscapeLast = false

  var clicks = ClickTracker()
  /// Whether an escape came before, so that the next key has alt. Some terminals send two escapes for alt
  /// with keys that start with an escape themselves.
  private var isAlt = false
  /// A character that combining marks may still join.
  var pending: Character?
  var events: [Event] = []
  var answers: [TerminalAnswer] = []

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - keys: the terminal's sequences for its keys, in addition to those that all terminals send.
  ///   - escapeDelay: how long an escape may be the start of another key.
  init(keys: KeySequences = KeySequences(), escapeDelay: Duration = .milliseconds(25)) {
    self.keys = keys
    self.escapeDelay = escapeDelay
  }

  /// Decodes bytes that arrived at a time.
  ///
  /// - Complexity: O(bytes).
  mutating func decode(_ bytes: some Collection<UInt8>, at time: ContinuousClock.Instant) {
    if bytes.isEmpty { return }
    let bytes = Array(bytes)
    last = time
    isEscapeLast = false
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
        min(time + Self.pastePatience, $0 + Self.patienceOfByte * (next - index))
      }
      if end != nil { finishPaste() }
      index = next
    }
  }

  /// Returns and removes the decoded events.
  mutating func takeEvents() -> [Event] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Returns and removes the terminal's answers.
  mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers.removeAll() }
    return answers
  }

  /// The time at which ``endWaiting(at:)`` will have an effect if no more bytes arrive; nil if no input is
  /// incomplete.
  var deadline: ContinuousClock.Instant? {
    switch state {
    case .paste: pasteDeadline
    case .ground where !isAlt: nil
    case _ where mayBeKey: last.map { $0 + escapeDelay }
    default: beginning.map { $0 + Self.patience }
    }
  }

  /// Reports that nothing more arrived until a time: an incomplete input whose time is over is taken as it
  /// is.
  mutating func endWaiting(at time: ContinuousClock.Instant) {
    while let deadline, time >= deadline { stopWaiting() }
    emitPending()
  }

  /// Whether a part of a key or of a paste has arrived, and its rest has not.
  var isIncomplete: Bool { if case .ground = state { isAlt } else { true } }

  /// Whether a paste has begun.
  var isPasting: Bool { if case .paste = state { true } else { false } }

  /// Takes an escape that was the last key for the beginning of a key or a paste again.
  mutating func reopenEscape() {
    if isEscapeLast, case .ground = state { state = .escape }
  }

  /// Whether the incomplete input is a key if nothing follows.
  private var mayBeKey: Bool {
    switch state {
    case .ground: isAlt
    case .escape, .shift3: true
    case .matching: unfinished.count <= 2 || unfinished[1] != UInt8(ascii: "[")
    case .sequence: body.isEmpty
    case .string: string.isEmpty || string.hasEscape
    case .mouse, .paste: false
    }
  }

  private mutating func stopWaiting() {
    switch state {
    case .ground: abandon()  // The first byte of a character typed with alt, whose other bytes were lost.
    case .matching: stopMatching()
    case .escape:
      state = .ground
      emitHeldEscape()
      emit(KeyPress(.escape))
      isEscapeLast = true
    case .sequence where body.isEmpty: emitIntroducer("[")
    case .shift3: emitIntroducer("O")
    case .string where string.isEmpty: emitIntroducer(string.introducer)
    case .sequence, .mouse, .string: abandon()
    case .paste: finishPaste()
    }
  }
}

// MARK: - Bytes

/// The effect of each byte on the incomplete input.
extension InputDecoder {
  mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeOnGround(byte)
    case .matching(let node): match(byte, node)
    case .escape: takeAfterEscape(byte)
    case .sequence: takeInSequence(byte)
    case .shift3: takeAfterShift3(byte)
    case .mouse: takeInMouseReport(byte)
    case .string: takeInString(byte)
    case .paste: if paste.take([byte]) != nil { finishPaste() }
    }
  }

  private mutating func takeOnGround(_ byte: UInt8) {
    guard let node = keys.node(after: KeySequences.root, byte) else { return takeUnmatched(byte) }
    emitPending()
    beginning = last
    unfinished = [byte]
    state = .matching(node: node)
  }

  mutating func match(_ byte: UInt8, _ node: Int) {
    unfinished.append(byte)
    guard let next = keys.node(after: node, byte) else { return stopMatching() }
    if let press = keys.nodes[next].key { found = (press, unfinished.count) }
    if keys.nodes[next].firstChild == nil { stopMatching() } else { state = .matching(node: next) }
  }

  /// Emits the longest key that matched, or takes the unfinished bytes as ordinary input if none did.
  private mutating func stopMatching() {
    let beginning = beginning
    var rest = unfinished[...]
    state = .ground
    if let found {
      self.found = nil
      rest = rest.dropFirst(found.count)
      emit(found.press)
    } else if let first = rest.popFirst() {
      takeUnmatched(first)
    }
    for byte in rest { take(byte) }
    self.beginning = beginning
  }

  private mutating func takeUnmatched(_ byte: UInt8) {
    if byte == Self.escape {
      emitPending()
      utf8 = UTF8Decoder()
      beginning = last
      state = .escape
    } else if let press = KeyPress(controlByte: byte) {
      utf8 = UTF8Decoder()
      emit(press)
    } else if let scalar = utf8.decode(byte), !(0x80..<0xA0).contains(scalar.value) {
      append(scalar)
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) {
    body.removeAll(keepingCapacity: true)
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "O"): state = .shift3
    case _ where ControlString.introducers.contains(byte):
      string = ControlString(introducer: Character(Unicode.Scalar(byte)))
      state = .string
    default:
      state = .ground
      emitHeldEscape()
      isAlt = true
      if byte == Self.escape { takeOnGround(byte) } else { takeUnmatched(byte) }
    }
  }

  private mutating func takeInSequence(_ byte: UInt8) {
    switch byte {
    case Self.escape:
      abandon()
      takeOnGround(byte)
    case 0x20...0x3F: if body.count <= Self.longestSequence { body.append(byte) }
    case UInt8(ascii: "M") where body.isEmpty: state = .mouse
    case 0x40...0x7E:
      state = .ground
      if body.count > Self.longestSequence { return abandon() }
      switch ControlSequence(body: body, final: byte).meaning {
      case .key(let press): emit(press)
      case .mouse(let report): emit(report, at: last)
      case .pasteBegins:
        abandon()
        pasteDeadline = last.map { $0 + Self.pastePatience }
        state = .paste
      case .answer(let answer):
        answers.append(answer)
        abandon()
      case .nothing: abandon()
      }
    case 0x80...:
      abandon()
      takeOnGround(byte)
    default: abandon()
    }
  }

  private mutating func takeAfterShift3(_ byte: UInt8) {
    state = .ground
    if let key = ControlSequence.letters[byte] {
      emit(KeyPress(key))
    } else if byte == UInt8(ascii: "M") {
      emit(KeyPress(.enter))  // Enter on the number pad.
    } else {
      emitIntroducer("O")
      takeOnGround(byte)
    }
  }

  private mutating func takeInMouseReport(_ byte: UInt8) {
    guard byte >= 32 else {
      abandon()
      return takeOnGround(byte)
    }
    body.append(byte)
    guard body.count == 3 else { return }
    state = .ground
    if let report = MouseReport(bytes: body) { emit(report, at: last) }
  }

  private mutating func takeInString(_ byte: UInt8) {
    switch string.take(byte) {
    case .goesOn: break
    case .ends: finishString()
    case .follows(let hasEscape):
      finishString()
      if hasEscape { takeOnGround(Self.escape) }
      take(byte)
    }
  }

  private mutating func finishString() {
    if string.introducer == "]", let answer = TerminalAnswer(operatingSystemCommand: string.head) {
      answers.append(answer)
    }
    abandon()
  }

  /// Discards an incomplete input that is not a key, but emits an escape typed before it.
  mutating func abandon() {
    state = .ground
    utf8 = UTF8Decoder()
    emitHeldEscape()
  }

  private mutating func emitIntroducer(_ introducer: Character) {
    state = .ground
    emitHeldEscape()
    isAlt = true
    emit(KeyPress(.character(introducer)))
  }

  private mutating func finishPaste() {
    state = .ground
    emitPending()
    paste.finish()
    if !paste.text.isEmpty { events.append(.paste(String(paste.text), omitted: paste.omitted)) }
    paste = Paste()
  }
}

// MARK: - Events

/// The emission of events.
extension InputDecoder {
  /// The maximum number of Unicode scalars of a character.
  private static let longestCharacter = 32

  mutating func append(_ scalar: Unicode.Scalar) {
    if isAlt { return emit(KeyPress(.character(Character(scalar)))) }
    // An ASCII character never joins the previous one.
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

  private mutating func emitPending() {
    guard let character = pending else { return }
    pending = nil
    events.append(.key(KeyPress(.character(character))))
  }

  private mutating func emit(_ press: KeyPress) {
    emitPending()
    events.append(.key(isAlt ? KeyPress(press.key, press.modifiers.union(.alt)) : press))
    isAlt = false
  }

  /// Emits the first of two escapes as a key of its own.
  private mutating func emitHeldEscape() {
    guard isAlt else { return }
    isAlt = false
    emit(KeyPress(.escape))
  }

  private mutating func emit(_ report: MouseReport, at time: ContinuousClock.Instant?) {
    emitHeldEscape()
    emitPending()
    guard let action = report.action else { return }
    events.append(.mouse(MouseEvent(action, at: report.location, modifiers: report.modifiers)))
    if action == .press, let time, clicks.isSecondPress(at: report.location, time: time) {
      events.append(.mouse(MouseEvent(.doubleClick, at: report.location, modifiers: report.modifiers)))
    }
  }
}

// MARK: - ClickTracker

/// Recognises double clicks.
struct ClickTracker {
  /// The maximum time between the two presses.
  static let interval: Duration = .milliseconds(400)

  private var last: (place: ScreenPoint, time: ContinuousClock.Instant)?

  /// Records a press; returns whether it is the second of a double click. A third press starts again.
  fileprivate mutating func isSecondPress(at place: ScreenPoint, time: ContinuousClock.Instant) -> Bool {
    if let last, last.place == place, time - last.time <= Self.interval {
      self.last = nil
      return true
    }
    last = (place, time)
    return false
  }
}

// MARK: - UTF8Decoder

/// Decodes UTF-8 byte by byte.
///
/// A sequence may be split anywhere between reads. Invalid bytes, including overlong forms and surrogates,
/// are dropped, but not the character after them.
struct UTF8Decoder {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// Takes the next byte; returns the character that it completes.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if missing > 0, byte & 0xC0 == 0x80 {
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard missing == 0, value >= smallest else { return nil }
      return Unicode.Scalar(value)
    }
    missing = 0
    switch byte {
    case 0x00...0x7F: return Unicode.Scalar(byte)
    case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, smallest: 0x80)
    case 0xE0...0xEF: begin(byte & 0x0F, missing: 2, smallest: 0x800)
    case 0xF0...0xF4: begin(byte & 0x07, missing: 3, smallest: 0x10000)
    default: break
    }
    return nil
  }

  private mutating func begin(_ bits: UInt8, missing: Int, smallest: UInt32) {
    value = UInt32(bits)
    self.missing = missing
    self.smallest = smallest
  }
}

// MARK: - KeySequences

/// The byte sequences of a terminal's keys, as a tree that recognises them byte by byte.
///
/// ```text
///   root ── ESC ── [ ──┬── A                 up
///                      ├── 5 ──┬── ~         page up
///                      │       └── $         shift with page up
///                      └── [ ──── A          F1 of the Linux console
/// ```
struct KeySequences: Sendable {
  /// A node of the tree: the bytes so far, which are a key, the start of other keys, or both.
  ///
  /// The children are a linked list: a start of the program makes hundreds of nodes, and a dictionary in each
  /// would cost more than all comparisons of a session.
  struct Node: Sendable {
    let byte: UInt8
    var key: KeyPress?
    fileprivate(set) var firstChild: Int?
    fileprivate(set) var sibling: Int?
  }

  static let root = 0
  private(set) var nodes = [Node(byte: 0)]

  /// Creates a table without keys; those of ``ControlSequence`` are recognised without a table.
  init() {}

  /// Creates a table; of equal sequences the first one is used.
  ///
  /// Omits single bytes, which mean the same on every terminal, and sequences that start with a printable
  /// character.
  ///
  /// - Complexity: O(bytes).
  init(_ keys: some Sequence<(bytes: [UInt8], press: KeyPress)>) {
    for (bytes, press) in keys where bytes.count > 1 && bytes[0] < 0x20 {
      var place = Self.root
      for byte in bytes { place = node(after: place, byte) ?? append(byte, to: place) }
      nodes[place].key = nodes[place].key ?? press
    }
  }

  /// Returns the node after a byte; nil if no key continues with it.
  func node(after node: Int, _ byte: UInt8) -> Int? {
    var child = nodes[node].firstChild
    while let place = child, nodes[place].byte != byte { child = nodes[place].sibling }
    return child
  }

  private mutating func append(_ byte: UInt8, to node: Int) -> Int {
    nodes.append(Node(byte: byte, sibling: nodes[node].firstChild))
    nodes[node].firstChild = nodes.count - 1
    return nodes.count - 1
  }
}

// MARK: - TerminfoKeys

/// The keys of terminfo descriptions, by the names of their capabilities.
enum TerminfoKeys {
  /// All capabilities of keys that a program can use.
  static let presses: [(capability: String, press: KeyPress)] = plain + functionKeys + modified

  private static let plain: [(capability: String, press: KeyPress)] = [
    ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
    ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kend", KeyPress(.end)),
    ("kpp", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kent", KeyPress(.enter)),
    ("kdch1", KeyPress(.delete)), ("kich1", KeyPress(.insert)), ("kcbt", KeyPress(.tab, .shift)),
    ("kfnd", KeyPress(.home)), ("kslt", KeyPress(.end)),
    // Terminfo calls the sequences that xterm sends for shift with an arrow "scroll".
    ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
    // The number pad.
    ("ka1", KeyPress(.home)), ("ka3", KeyPress(.pageUp)), ("kc1", KeyPress(.end)),
    ("kc3", KeyPress(.pageDown)),
    ("kpADD", KeyPress(.character("+"))), ("kpSUB", KeyPress(.character("-"))),
    ("kpMUL", KeyPress(.character("*"))), ("kpDIV", KeyPress(.character("/"))),
    ("kpDOT", KeyPress(.character("."))), ("kpCMA", KeyPress(.character(","))),
  ]

  /// Terminfo numbers function keys continuously across modifiers: F13 is shift-F1, F25 control-F1 and so on.
  private static let functionKeys: [(capability: String, press: KeyPress)] = {
    let rows: [KeyPress.Modifiers] = [[], .shift, .control, [.shift, .control], .alt, [.shift, .alt]]
    return (1...63).map { number in
      ("kf\(number)", KeyPress(.function((number - 1) % 12 + 1), rows[(number - 1) / 12]))
    }
  }()

  /// Keys with modifiers: `kLFT` is shift-left, `kLFT5` left with xterm's modifier number 5.
  private static let modified: [(capability: String, press: KeyPress)] = {
    let names: [(String, Key)] = [
      ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
      ("kPRV", .pageUp), ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert), ("kcbt", .tab),
    ]
    return names.flatMap { name, key in
      [(name, KeyPress(key, .shift))].filter { $0.0 != "kcbt" }
        + (2...8).map { ("\(name)\($0)", KeyPress(key, KeyPress.Modifiers(xtermCode: $0))) }
    }
  }()
}

// MARK: - Control bytes

extension KeyPress {
  /// Creates the key of a control byte; nil if `byte` is not a control byte.
  ///
  /// Return sends CR and ctrl-j LF: the terminal's modes keep them distinct. Both bytes that terminals send
  /// for backspace are backspace, whichever the terminfo entry names.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: return nil
    }
  }
}
