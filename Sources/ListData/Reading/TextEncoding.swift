enum TextEncoding: String, Sendable {
  /// UTF-8, with or without a byte order mark, even if some bytes are invalid.
  case utf8 = "UTF-8"
  /// UTF-16 with a byte order mark for the low byte first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16 with a byte order mark for the high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// One byte per character, as used by Windows for Western European languages.
  case windows1252 = "Windows-1252"
  /// UTF-8 whose lines end with a carriage return alone, as on the first Macintosh.
  case carriageReturns = "UTF-8 with CR line ends"
}

extension TextEncoding {
  /// Returns the encoding of text that begins with `sample`.
  ///
  /// Byte order marks for UTF-16 decide; otherwise the text is UTF-8 unless it has more invalid sequences
  /// than valid characters beyond ASCII: a log with one truncated character is UTF-8, `caf\xE9` is
  /// Windows-1252.
  static func of(_ sample: TextBytes) -> TextEncoding {
    if sample.count >= 2, sample[0] == 0xFF, sample[1] == 0xFE { return .utf16LittleEndian }
    if sample.count >= 2, sample[0] == 0xFE, sample[1] == 0xFF { return .utf16BigEndian }
    let returns = sample[0..<sample.count].count { $0 == ASCII.carriageReturn }
    if returns > 1, sample.first(ASCII.newline, in: 0..<sample.count) == nil { return .carriageReturns }
    let (valid, broken) = sample.charactersBeyondASCII()
    return broken > valid ? .windows1252 : .utf8
  }
}

extension TextBytes {
  /// Counts the valid characters beyond ASCII and invalid sequences, except for a character that is cut off.
  fileprivate func charactersBeyondASCII() -> (valid: Int, broken: Int) {
    var (valid, broken) = (0, 0)
    var offset = 0
    while offset < count {
      let length = Self.sequenceLength(base[offset])
      if length == 1 {
        offset += 1
      } else if length == 0 {
        broken += 1
        offset += 1
      } else if offset + length > count {
        break
      } else if (1..<length).allSatisfy({ base[offset + $0] & 0xC0 == 0x80 }) {
        valid += 1
        offset += length
      } else {
        broken += 1
        offset += 1
      }
    }
    return (valid, broken)
  }

  /// Returns the number of bytes of a UTF-8 character from its first byte; 0 if no character begins with it.
  static func sequenceLength(_ first: UInt8) -> Int {
    switch first {
    case 0..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 0
    }
  }
}

/// Text converted for reading: to UTF-8 and without colours, once and piece by piece.
struct ConvertedText: Sendable {
  private let encoding: TextEncoding
  private let hasEscapes: Bool
  /// The number of source bytes that are converted.
  private var position: Int
  /// The converted text so far, as UTF-8.
  private(set) var bytes = TextBytes([])
  /// The escape sequences that were removed.
  private(set) var escapes = TextEscapes()

  /// Creates a converter; returns nil if there is nothing to convert.
  ///
  /// - Parameter hasEscapes: Whether escape sequences are removed.
  init?(from encoding: TextEncoding, hasEscapes: Bool) {
    guard encoding != .utf8 || hasEscapes else { return nil }
    self.encoding = encoding
    self.hasEscapes = hasEscapes
    position = encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? 2 : 0
  }

  /// Converts the bytes that `source` adds to the previous ones.
  ///
  /// An incomplete character waits for its remaining bytes, unless the source is complete.
  ///
  /// - Complexity: O(*n*) in the number of new bytes, on average.
  mutating func extend(to source: TextBytes, isComplete: Bool) {
    var text: [UInt8] = []
    text.reserveCapacity(
      (source.count - position) * (encoding == .utf8 || encoding == .carriageReturns ? 1 : 2))
    escapes.beginPiece(at: bytes.count)
    switch encoding {
    case .utf8, .carriageReturns:
      let returns = encoding == .carriageReturns ? ASCII.newline : ASCII.carriageReturn
      while position < source.count {
        append(source[position] == ASCII.carriageReturn ? returns : source[position], to: &text)
        position += 1
      }
    case .windows1252:
      while position < source.count {
        append(Self.windows1252(source[position]), to: &text)
        position += 1
      }
    case .utf16LittleEndian, .utf16BigEndian: convertUTF16(source, isComplete: isComplete, to: &text)
    }
    if isComplete { escapes.finish(&text) }
    bytes = bytes.appending(text)
  }

  private mutating func convertUTF16(_ source: TextBytes, isComplete: Bool, to text: inout [UInt8]) {
    let (low, high) = encoding == .utf16LittleEndian ? (0, 1) : (1, 0)
    func unit(_ offset: Int) -> UInt32 { UInt32(source[offset + low]) | UInt32(source[offset + high]) << 8 }
    while position + 2 <= source.count {
      var scalar = unit(position)
      var length = 2
      if scalar & 0xFC00 == 0xD800 {
        if position + 4 <= source.count {
          let second = unit(position + 2)
          if second & 0xFC00 == 0xDC00 {
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + second & 0x3FF
            length = 4
          }
        } else if !isComplete {
          return
        }
      }
      append(Unicode.Scalar(scalar) ?? "\u{FFFD}", to: &text)
      position += length
    }
    if isComplete, position < source.count {
      append("\u{FFFD}", to: &text)
      position = source.count
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte, to: &text) }
  }

  private mutating func append(_ byte: UInt8, to text: inout [UInt8]) {
    if hasEscapes { escapes.take(byte, to: &text) } else { text.append(byte) }
  }

  /// The characters that Windows-1252 has in place of Latin-1 control characters; unassigned bytes stay
  /// control characters.
  private static let beyondLatin1: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(beyondLatin1[Int(byte - 0x80)]) ?? "\u{FFFD}"
  }
}

/// Colours and links that were removed from a text, and the positions of the colours.
///
/// Other escape sequences are data and are kept.
struct TextEscapes: Sendable {
  private enum State { case text, escape, sequence, string, stringEscape }

  private var state = State.text
  /// The offset in the text of the piece to which bytes are appended.
  private var start = 0
  private var open: [UInt8] = []
  private var offsets: [Int] = []
  private var numbers: [Int32] = []
  private var sequences: [[UInt8]] = []
  private var known: [[UInt8]: Int32] = [:]

  /// The maximum length of a sequence.
  private static let longest = 4_096

  /// Starts another piece of the text at `offset`.
  mutating func beginPiece(at offset: Int) { start = offset }

  /// Appends a byte to the text, unless it belongs to an escape sequence.
  @inline(__always)
  mutating func take(_ byte: UInt8, to text: inout [UInt8]) {
    if state == .text, byte != ASCII.escape {
      text.append(byte)
    } else {
      takeEscaped(byte, to: &text)
    }
  }

  private mutating func takeEscaped(_ byte: UInt8, to text: inout [UInt8]) {
    open.append(byte)
    switch state {
    case .text: state = .escape
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "]"): state = .string
      // `ESC ( B`, which some programs write after a colour.
      case UInt8(ascii: "("): break
      case UInt8(ascii: "B") where open.count == 3: close()
      default: giveBack(&text)
      }
    case .sequence:
      if byte == UInt8(ascii: "m") {
        note(at: start + text.count)
        close()
      } else if byte == UInt8(ascii: "K") {
        close()
      } else if !(0x30..<0x40).contains(byte) || open.count > Self.longest {
        giveBack(&text)
      }
    case .string:
      // Only links are removed: `ESC ] 8 ; ; address`.
      if open.count == 4, open[2] != UInt8(ascii: "8") || open[3] != UInt8(ascii: ";") {
        return giveBack(&text)
      }
      if byte == 0x07, open.count > 4 {
        close()
      } else if byte == ASCII.escape {
        state = .stringEscape
      } else if byte == ASCII.newline || byte == 0x07 || open.count > Self.longest {
        giveBack(&text)
      }
    case .stringEscape:
      if byte == ASCII.backslash { close() } else { giveBack(&text) }
    }
  }

  /// Appends an incomplete sequence at the end of the text as it is.
  mutating func finish(_ text: inout [UInt8]) {
    if state != .text { giveBack(&text) }
  }

  private mutating func close() {
    open.removeAll(keepingCapacity: true)
    state = .text
  }

  /// Returns the open bytes to the text, because they are neither a colour nor a link.
  private mutating func giveBack(_ text: inout [UInt8]) {
    text.append(contentsOf: open)
    close()
  }

  private mutating func note(at offset: Int) {
    let parameters = Array(open.dropFirst(2).dropLast())
    let number = known[parameters] ?? Int32(sequences.count)
    if known[parameters] == nil {
      known[parameters] = number
      sequences.append(parameters)
    }
    offsets.append(offset)
    numbers.append(number)
  }

  /// Returns the colours of the text in `range`: the parameters of all sequences since the last reset, with
  /// their ranges. Sequences before `start` are ignored.
  func spans(in range: Range<Int>, from start: Int) -> [ColorSpan] {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < start { low = middle + 1 } else { high = middle }
    }
    var spans: [ColorSpan] = []
    var current: [UInt8] = []
    var begin = range.lowerBound
    func close(at end: Int) {
      if end > begin, !current.isEmpty { spans.append(ColorSpan(range: begin..<end, parameters: current)) }
    }
    while low < offsets.count, offsets[low] < range.upperBound {
      let parameters = sequences[Int(numbers[low])]
      close(at: min(max(offsets[low], begin), range.upperBound))
      begin = max(begin, offsets[low])
      if parameters.isEmpty || parameters == [ASCII.zero] {
        current = []
      } else if parameters.starts(with: [ASCII.zero, UInt8(ascii: ";")]) {
        current = parameters
      } else {
        current += (current.isEmpty ? [] : [UInt8(ascii: ";")]) + parameters
      }
      low += 1
    }
    close(at: range.upperBound)
    return spans
  }
}

/// A part of a text with a colour set by the program that wrote it.
package struct ColorSpan: Sendable, Equatable {
  /// The range in ``TextTable/bytes``.
  package let range: Range<Int>
  /// The parameters of the sequence that selects the colours, as in `ESC [ 1;31 m`, without the rest of it.
  package let parameters: [UInt8]
}
