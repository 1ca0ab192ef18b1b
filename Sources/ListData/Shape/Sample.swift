/// What is looked at to find a shape: the first 64 KiB, or the first 2,000 lines if they are fewer bytes.
struct Sample {
  static let mostBytes = 64 << 10
  static let mostLines = 2000
  /// Up to where the end of the first row is looked for.
  static let mostBytesOfRow = 16 << 20

  /// The bytes looked at, and no more.
  let bytes: TextBytes
  /// Whether that is all there is.
  let isWhole: Bool
  /// Where the text begins, behind a mark of its encoding.
  let start: Int
  /// The lines, without their ends; a last one that the limit cuts is left out.
  let lines: [Range<Int>]

  /// A sample of bytes in an encoding.
  init(_ bytes: TextBytes, _ encoding: TextEncoding) {
    var text = bytes
    if var converted = ConvertedText(from: encoding) {
      converted.extend(to: bytes.prefix(Self.mostBytes), isComplete: bytes.count <= Self.mostBytes)
      text = converted.bytes
    }
    self.init(text)
  }

  private init(_ all: TextBytes) {
    let limited = all.prefix(Self.mostBytes)
    start = limited.count >= 3 && limited[0] == 0xEF && limited[1] == 0xBB && limited[2] == 0xBF ? 3 : 0
    var lines: [Range<Int>] = []
    var place = start
    while place < limited.count, lines.count < Self.mostLines {
      guard let newline = limited.first(ASCII.newline, in: place..<limited.count) else {
        if all.count == limited.count || lines.isEmpty {
          lines.append(limited.withoutLineEnds(place..<limited.count))
        }
        place = limited.count
        break
      }
      lines.append(limited.withoutLineEnds(place..<newline))
      place = newline + 1
    }
    bytes = limited.prefix(place)
    isWhole = place == all.count
    self.lines = lines
  }

  /// The number of the line, counted from 1, that begins at `offset`.
  func number(at offset: Int) -> Int {
    1 + lines.prefix { $0.lowerBound < offset }.count
  }

  /// Where the line behind `line` begins.
  func end(of line: Int) -> Int {
    line + 1 < lines.count ? lines[line + 1].lowerBound : bytes.count
  }
}
