/// What each byte does to what is being put together.
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

  mutating func takeOnGround(_ byte: UInt8) {
    guard let node = keys.node(after: KeySequences.root, byte) else { return takeUnmatched(byte) }
    emitPending()
    beginning = last
    held = [byte]
    state = .matching(node: node)
  }

  mutating func match(_ byte: UInt8, _ node: Int) {
    held.append(byte)
    guard let next = keys.node(after: node, byte) else { return stopMatching() }
    if let press = keys.nodes[next].key { found = (press, held.count) }
    if keys.nodes[next].firstChild == nil { stopMatching() } else { state = .matching(node: next) }
  }

  /// Takes the bytes held for the key that was found, or as what they are where no key is known by them.
  mutating func stopMatching() {
    let beginning = beginning
    var rest = held[...]
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

  mutating func takeUnmatched(_ byte: UInt8) {
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

  mutating func takeAfterEscape(_ byte: UInt8) {
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

  mutating func takeInSequence(_ byte: UInt8) {
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
        pasteDeadline = last.map { $0 + Self.patience }
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

  mutating func takeAfterShift3(_ byte: UInt8) {
    state = .ground
    if let key = ControlSequence.letters[byte] {
      emit(KeyPress(key))
    } else if byte == UInt8(ascii: "M") {
      emit(KeyPress(.enter))  // The one of the number pad.
    } else {
      emitIntroducer("O")
      takeOnGround(byte)
    }
  }

  mutating func takeInMouseReport(_ byte: UInt8) {
    guard byte >= 32 else {
      abandon()
      return takeOnGround(byte)
    }
    body.append(byte)
    guard body.count == 3 else { return }
    state = .ground
    if let report = MouseReport(bytes: body) { emit(report, at: last) }
  }

  mutating func takeInString(_ byte: UInt8) {
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

  /// What began as a key and is none leaves nothing behind but an escape typed before it.
  mutating func abandon() {
    state = .ground
    utf8 = UTF8Decoder()
    emitHeldEscape()
  }

  mutating func emitIntroducer(_ introducer: Character) {
    state = .ground
    emitHeldEscape()
    isAlt = true
    emit(KeyPress(.character(introducer)))
  }

  mutating func finishPaste() {
    state = .ground
    emitPending()
    paste.finish()
    if !paste.text.isEmpty { events.append(.paste(String(paste.text), omitted: paste.omitted)) }
    paste = Paste()
  }
}
