import Files
import ListData
import Rows

/// The format of a file of runs, which stores the first run in full and each later run as its difference from
/// the one before.
///
/// ```text
///  muster recording 1\n
///  record  length, checksum (4 bytes each, little-endian), then as many bytes as the length says:
///            kind   T title │ J title of joined rows │ W entire run │ P patch of the run before
///            W, P   seconds since 1970 (8 bytes), then the text, or pieces and lines
/// ```
///
/// A record counts only if it is complete: a file that is cut at any byte can be read up to the cut record.
enum Recording {
  static let signature = Array("muster recording 1\n".utf8)

  /// Whether a file starts with the signature of a recording. The file offset does not change.
  package static func begins(_ descriptor: Int32) -> Bool {
    FilePathBytes.beginning(of: descriptor, signature.count) == signature
  }

  /// One recorded state of the list.
  package struct State: Hashable, Sendable {
    package var time: WallTime
    package var text: [UInt8]
  }

  fileprivate enum Kind: UInt8 {
    case title = 0x54
    case joined = 0x4A
    case whole = 0x57
    case patch = 0x50
  }

  /// - Parameter isJoined: whether the runs are the texts of ``JoinedRows``.
  package static func record(title: String, isJoined: Bool = false) -> [UInt8] {
    record(isJoined ? .joined : .title, Array(title.utf8))
  }

  /// Returns a record of a state.
  ///
  /// - Parameter former: the text of the previous state; nil for the first one.
  package static func record(_ text: UnsafeBufferPointer<UInt8>, at time: WallTime, after former: [UInt8]?)
    -> [UInt8]
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

  /// Returns the 32-bit FNV-1a hash.
  fileprivate static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

/// Reads a recording, state by state.
struct RecordingReader: Sendable {
  private let bytes: TextBytes
  /// The number of bytes up to the end of the last complete record.
  package private(set) var end: Int
  package private(set) var title: String?
  /// Whether the last state is a text of ``JoinedRows``.
  private(set) var isJoined = false
  private var text: [UInt8]?

  /// - Returns: nil if the bytes are not a recording.
  init?(_ bytes: TextBytes) {
    let signature = Recording.signature
    guard bytes.count >= signature.count, bytes[0..<signature.count].elementsEqual(signature) else {
      return nil
    }
    self.bytes = bytes
    end = signature.count
  }

  /// The number of all bytes.
  var count: Int { bytes.count }

  /// Whether bytes that are not a complete record follow the last complete one.
  package var isCut: Bool { end < bytes.count }

  /// Returns the next state; nil if there is no other complete one.
  package mutating func next() -> Recording.State? {
    while let body = body() {
      guard let kind = Recording.Kind(rawValue: body[body.startIndex]) else { return nil }
      let content = body.dropFirst()
      switch kind {
      case .title, .joined: (title, isJoined) = (String(decoding: content, as: UTF8.self), kind == .joined)
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

  /// Returns the content of the next record; nil if the record is incomplete or damaged.
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
  /// The patch as bytes: the number of pieces; for each piece, twice its length, plus one for a copy, and the
  /// start of a copy; then the lines.
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
      // Pieces of new lines follow each other, so they need no start.
      if piece.isCopy { add(UInt64(piece.start)) }
    }
    return bytes + lines
  }

  /// - Parameter count: the length of the text from which the patch copies.
  /// - Returns: nil if the bytes are not a patch of such a text.
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
