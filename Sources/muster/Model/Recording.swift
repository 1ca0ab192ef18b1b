import LibC
import ListData

/// A file of runs: of the first all, of each that follows what differs from the one before.
///
/// ```text
///  muster recording 1\n
///  record  length, checksum (4 bytes each, little-endian), then so many bytes:
///            kind   T title │ W whole run │ P patch of the run before
///            W, P   seconds since 1970 (8 bytes), then the text, or pieces and lines
/// ```
///
/// A record is there whole or not at all: a file that was cut at any byte is read up to there.
enum Recording {
  static let signature = Array("muster recording 1\n".utf8)

  /// Whether a file begins as a recording does. Its offset stays.
  static func begins(_ descriptor: Int32) -> Bool {
    var beginning = [UInt8](repeating: 0, count: signature.count)
    return pread(descriptor, &beginning, beginning.count, 0) == beginning.count && beginning == signature
  }

  /// One state of the list as it was recorded.
  struct State: Hashable, Sendable {
    var time: WallTime
    var text: [UInt8]
  }

  fileprivate enum Kind: UInt8 {
    case title = 0x54
    case whole = 0x57
    case patch = 0x50
  }

  /// A record that gives the list a title.
  static func record(title: String) -> [UInt8] { record(.title, Array(title.utf8)) }

  /// A record of a state.
  ///
  /// - Parameter former: the text of the state before; nil for the first one.
  static func record(_ text: UnsafeBufferPointer<UInt8>, at time: WallTime, after former: [UInt8]?) -> [UInt8]
  {
    let seconds = bytes(of: time.seconds.bitPattern)
    if let former {
      let patch = former.withUnsafeBufferPointer { RunPatch(from: $0, to: text).encoded }
      if patch.count < text.count { return record(.patch, seconds + patch) }
    }
    return record(.whole, seconds + Array(text))
  }

  private static func record(_ kind: Kind, _ content: [UInt8]) -> [UInt8] {
    let body = [kind.rawValue] + content
    return bytes(of: UInt32(body.count)) + bytes(of: checksum(body[...])) + body
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// FNV-1a, of 32 bits.
  fileprivate static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

/// Reads a recording, state by state.
struct RecordingReader: Sendable {
  private let bytes: TextBytes
  /// How many bytes belong to whole records.
  private(set) var end: Int
  private(set) var title: String?
  private var text: [UInt8]?

  /// - Returns: nil where it is no recording.
  init?(_ bytes: TextBytes) {
    let signature = Recording.signature
    guard bytes.count >= signature.count, bytes[0..<signature.count].elementsEqual(signature) else {
      return nil
    }
    self.bytes = bytes
    end = signature.count
  }

  /// Whether what follows the last whole record is a part of one.
  var isCut: Bool { end < bytes.count }

  /// The next state; nil where there is no other whole one.
  mutating func next() -> Recording.State? {
    while let body = body() {
      guard let kind = Recording.Kind(rawValue: body[body.startIndex]) else { return nil }
      let content = body.dropFirst()
      switch kind {
      case .title: title = String(decoding: content, as: UTF8.self)
      case .whole, .patch:
        guard content.count >= 8, let text = read(kind, content.dropFirst(8)) else { return nil }
        end += 8 + body.count
        self.text = text
        let seconds = Double(bitPattern: Self.number(content.prefix(8)))
        return Recording.State(time: WallTime(seconds: seconds), text: text)
      }
      end += 8 + body.count
    }
    return nil
  }

  private func read(_ kind: Recording.Kind, _ content: ArraySlice<UInt8>) -> [UInt8]? {
    if kind == .whole { return Array(content) }
    guard let text, let patch = RunPatch(encoded: content, of: text.count) else { return nil }
    return text.withUnsafeBufferPointer { patch.applied(to: $0) }
  }

  /// What is in the next record; nil where it is not whole.
  private func body() -> ArraySlice<UInt8>? {
    guard bytes.count - end >= 8 else { return nil }
    let head = Array(bytes[end..<end + 8])
    let (count, checksum): (UInt32, UInt32) = (Self.number(head[..<4]), Self.number(head[4...]))
    guard count > 0, bytes.count - end - 8 >= Int(count) else { return nil }
    let body = Array(bytes[(end + 8)..<(end + 8 + Int(count))])[...]
    return Recording.checksum(body) == checksum ? body : nil
  }

  private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
    bytes.reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

extension RunPatch {
  /// As bytes: how many pieces; for each its length, twice, plus one for a copy, and where a copy begins; the lines.
  fileprivate var encoded: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: UInt64) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    add(UInt64(pieces.count))
    for piece in pieces {
      add(UInt64(piece.count) << 1 | (piece.isCopy ? 1 : 0))
      // Lines that are new follow each other.
      if piece.isCopy { add(UInt64(piece.start)) }
    }
    return bytes + lines
  }

  /// - Parameter count: how long the text is of which it copies.
  /// - Returns: nil for what is no patch of such a text.
  fileprivate init?(encoded: ArraySlice<UInt8>, of count: Int) {
    var rest = encoded
    func number() -> UInt64? {
      var number: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 42, by: 7) {
        guard let byte = rest.popFirst() else { return nil }
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
      }
      return nil
    }
    guard let pieceCount = number(), pieceCount <= encoded.count else { return nil }
    var pieces: [Piece] = []
    var lineStart: UInt64 = 0
    for _ in 0..<pieceCount {
      guard let code = number() else { return nil }
      let (length, isCopy) = (code >> 1, code & 1 == 1)
      guard let start = isCopy ? number() : lineStart, start + length <= UInt64(UInt32.max) else {
        return nil
      }
      if isCopy {
        guard start + length <= UInt64(count) else { return nil }
      } else {
        lineStart += length
      }
      pieces.append(Piece(start: UInt32(start), count: UInt32(length), isCopy: isCopy))
    }
    guard lineStart == UInt64(rest.count) else { return nil }
    self.init(pieces: pieces, lines: Array(rest))
  }
}
