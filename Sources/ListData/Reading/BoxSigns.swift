/// The characters that draw tables: `|`, `+`, `-`, and Unicode's box-drawing characters, U+2500 to U+257F.
enum BoxSign {
  /// A line between columns: `|`, `│`, `┃`, `┆`, `║`.
  case vertical
  /// A line between rows: `-`, `=`, `─`, `━`, `═`.
  case horizontal
  /// A character where lines meet, bend or end: `+`, `┼`, `╭`, `╷`.
  case crossing

  /// Creates the sign for a box-drawing character from its last two UTF-8 bytes, `94 80` to `95 BF`.
  fileprivate init?(_ second: UInt8, _ third: UInt8) {
    guard second == 0x94 || second == 0x95, third & 0xC0 == 0x80 else { return nil }
    switch (second, third) {
    case (0x94, 0x82), (0x94, 0x83), (0x94, 0x86), (0x94, 0x87), (0x94, 0x8A), (0x94, 0x8B),
      (0x95, 0x8E), (0x95, 0x8F), (0x95, 0x91):
      self = .vertical
    case (0x94, 0x80), (0x94, 0x81), (0x94, 0x84), (0x94, 0x85), (0x94, 0x88), (0x94, 0x89),
      (0x95, 0x8C), (0x95, 0x8D), (0x95, 0x90), (0x95, 0xB4), (0x95, 0xB6), (0x95, 0xB8), (0x95, 0xBA),
      (0x95, 0xBC), (0x95, 0xBE):
      self = .horizontal
    // Diagonals.
    case (0x95, 0xB1), (0x95, 0xB2), (0x95, 0xB3): return nil
    default: self = .crossing
    }
  }
}

extension TextBytes {
  /// Returns the sign of the box-drawing character at `offset`; nil for other characters.
  @inline(__always)
  func boxSign(at offset: Int) -> BoxSign? {
    guard base[offset] == 0xE2, offset + 2 < count else { return nil }
    return BoxSign(base[offset + 1], base[offset + 2])
  }

  /// Whether `line` is a rule: only characters such as `-`, `=` and `─`, and at least three of them, or at
  /// least one Unicode crossing. A comment may be one, and then also of dots: `# ....  ....`.
  func isRule(_ line: Range<Int>) -> Bool {
    var strokes = 0
    var crossings = 0
    var hasVertical = false
    var hasASCII = false
    let isComment = isComment(line)
    var offset = line.lowerBound + (isComment ? 1 : 0)
    while offset < line.upperBound {
      switch base[offset] {
      case ASCII.dot where isComment: strokes += 1
      case UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: "_"):
        strokes += 1
        hasASCII = true
      case UInt8(ascii: "+"), UInt8(ascii: "|"), UInt8(ascii: ":"): break
      case 0xE2:
        guard let sign = boxSign(at: offset) else { return false }
        switch sign {
        case .horizontal: strokes += 1
        case .crossing: crossings += 1
        case .vertical: hasVertical = true
        }
        offset += 2
      case let byte where byte.isSpace: break
      default: return false
      }
      offset += 1
    }
    // `│ ---  ┆ --- │` is a line of cells.
    if hasVertical, hasASCII { return false }
    return strokes + crossings >= 3 || crossings > 0
  }

  /// Whether `line` begins with `#` and a blank, or is only `#`.
  func isComment(_ line: Range<Int>) -> Bool {
    guard let first = line.first, base[first] == UInt8(ascii: "#") else { return false }
    return line.count == 1 || base[first + 1].isSpace
  }

  /// Returns the ranges of the vertical lines in `line`: `|` without a backslash before it, or Unicode's.
  func verticals(_ line: Range<Int>, areASCII: Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var offset = line.lowerBound
    let first = areASCII ? UInt8(ascii: "|") : 0xE2
    while let next = self.first(first, in: offset..<line.upperBound) {
      offset = next + 1
      if areASCII {
        if next == line.lowerBound || base[next - 1] != ASCII.backslash { found.append(next..<next + 1) }
      } else if boxSign(at: next) == .vertical, next + 3 <= line.upperBound {
        found.append(next..<next + 3)
        offset = next + 3
      }
    }
    return found
  }
}
