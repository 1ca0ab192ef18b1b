import CNcurses
import ListKit

/// Converts the glyphs of a line to curses cells.
struct CursesCells {
  /// The cells of the last filled line.
  private(set) var line: [cchar_t] = []
  private var palette: CursesPalette
  /// Nil if the terminal must not receive links.
  private var links: LinkMarks?
  private let isUnicode: Bool
  private let width: @Sendable (Unicode.Scalar) -> Int
  /// Nil if the terminal has no strikethrough.
  private let strikethrough: StrikethroughMarks?
  private var hasStruckOutText = false
  /// Whether right-to-left texts must be prevented from moving other texts.
  private let isolatesText: Bool

  init(
    palette: CursesPalette, links: LinkMarks?, strikethrough: StrikethroughMarks?, traits: ScreenTraits,
    isolatesText: Bool
  ) {
    self.palette = palette
    self.links = links
    self.strikethrough = strikethrough
    isUnicode = traits.isUnicode
    width = traits.width
    self.isolatesText = isolatesText && traits.isUnicode
  }

  /// Starts a frame, for which colours, links and strikethrough are tracked again.
  mutating func beginFrame() {
    palette.beginFrame()
    links?.beginFrame()
    hasStruckOutText = false
  }

  /// Returns the bytes that curses wrote for the frame, with the marks in its cells replaced by the
  /// terminal's control sequences.
  func interpreted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if let links, links.isNeeded { bytes = links.linked(bytes, width: width) }
    if let strikethrough, hasStruckOutText { bytes = strikethrough.struckOut(bytes, width: width) }
    return bytes
  }

  private static let leftToRightMark: UInt32 = 0x200E

  /// A style as curses represents it.
  private struct Pen {
    var style: TextStyle
    var attributes: attr_t
    var pair: Int32
    /// The mark of the style's link; 0 if it has none.
    var linkMark: UInt32
  }

  /// Fills the cells of a line, and returns whether terminals may disagree about the widths of its
  /// characters.
  mutating func fill(from glyphs: ArraySlice<Glyph>, columns: Int) -> WidthAmbiguity {
    line.removeAll(keepingCapacity: true)
    var pen = pen(for: .plain)
    var index = glyphs.startIndex
    var ambiguity = WidthAmbiguity.none
    var isolators = isolatesText ? ColumnIsolation.places(in: glyphs)[...] : []
    while index < glyphs.endIndex {
      var glyph = glyphs[index]
      if index == isolators.first {
        isolators.removeFirst()
        glyph.marks = [Self.leftToRightMark, 0, 0, 0]
      }
      if glyph.style != pen.style { pen = self.pen(for: glyph.style) }
      let hasTrailing = index + 1 < glyphs.endIndex && glyphs[index + 1].width == 0
      let room = columns - (index - glyphs.startIndex) - Int(glyph.width)
      ambiguity = max(ambiguity, append(glyph, hasTrailing: hasTrailing, room: room, pen: pen))
      index += glyph.width == 2 && hasTrailing ? 2 : 1
    }
    pen = self.pen(for: .plain)
    for _ in glyphs.count..<max(glyphs.count, columns) { append(" ", pen: pen) }
    return ambiguity
  }

  /// Appends one cell with the width that the frame states, whatever the glyph is: a wrong width would shift
  /// the rest of the line.
  ///
  /// - Parameter room: the number of columns after the cell. A terminal that gives the glyph more columns
  ///   must not continue in the next line.
  /// - Returns: whether terminals may disagree about the width of the glyph.
  private mutating func append(_ glyph: Glyph, hasTrailing: Bool, room: Int, pen: Pen) -> WidthAmbiguity {
    // ASCII does not need a call into libc.
    if glyph.marks == .zero, (0x20..<0x7F).contains(glyph.scalar.value), glyph.width == 1,
      !pen.style.attributes.contains(.strikethrough), pen.linkMark == 0
    {
      append(glyph.scalar, pen: pen)
      return .none
    }
    let ambiguity = glyph.widthAmbiguity
    switch glyph.width {
    case 2 where hasTrailing && width(glyph.scalar) == 2:
      append(glyph.scalar, marks: marks(glyph, room: room), pen: pen)
    case 2 where hasTrailing:
      append(unknown, pen: pen)
      append(" ", pen: pen)
    case 1 where width(glyph.scalar) == 1 && (ambiguity != .more || room > 0):
      append(glyph.scalar, marks: marks(glyph, room: room - 1), pen: pen)
    case 1:
      append(unknown, pen: pen)
    default:  // Half of a wide character whose other half was cut off or overwritten.
      append(" ", pen: pen)
    }
    return ambiguity
  }

  private mutating func append(_ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, pen: Pen) {
    var cell = cchar_t()
    var marks = marks
    if pen.linkMark != 0 { marks.append(LinkMarks.tag.value, pen.linkMark) }
    // setcchar fails for marks whose width is not 0, and leaves the cell empty.
    if cn_set_cell(
      &cell, scalar.value, marks[0], marks[1], marks[2], marks[3], pen.attributes, pen.pair) != OK
    {
      _ = cn_set_cell(&cell, scalar.value, 0, 0, 0, 0, pen.attributes, pen.pair)
    }
    line.append(cell)
  }

  /// The replacement for a character that the terminal cannot show.
  private var unknown: Unicode.Scalar { isUnicode ? "\u{FFFD}" : "?" }

  /// Returns the marks of a glyph. Curses has no attribute for strikethrough, so that is a mark as well.
  private mutating func marks(_ glyph: Glyph, room: Int) -> SIMD4<UInt32> {
    var marks = glyph.marks
    if room < 4, glyph.hasAmbiguousMarks { marks = .zero }
    // In a text of the program, this mark would be taken for a link.
    marks.replace(with: 0, where: marks .== LinkMarks.tag.value)
    if strikethrough != nil, glyph.style.attributes.contains(.strikethrough), !glyph.isBlank {
      marks.append(StrikethroughMarks.mark.value)
      hasStruckOutText = true
    }
    return marks
  }

  private mutating func pen(for style: TextStyle) -> Pen {
    let (pair, isBold) = palette.pair(style.foreground, on: style.background)
    var attributes: attr_t = isBold ? cn_attribute_bold : 0
    if style.attributes.contains(.bold) { attributes |= cn_attribute_bold }
    if style.attributes.contains(.dim) { attributes |= cn_attribute_dim }
    if style.attributes.contains(.italic) { attributes |= cn_attribute_italic }
    if style.attributes.contains(.underline) { attributes |= cn_attribute_underline }
    if style.attributes.contains(.reverse) { attributes |= cn_attribute_reverse }
    if style.attributes.contains(.strikethrough), strikethrough == nil { attributes |= cn_attribute_dim }
    let linkMark = style.link.flatMap { links?.mark(for: $0) } ?? 0
    return Pen(style: style, attributes: attributes, pair: pair, linkMark: linkMark)
  }
}

extension SIMD4<UInt32> {
  /// Appends marks; appends none if not all of them fit.
  fileprivate mutating func append(_ marks: UInt32...) {
    var count = 0
    while count < scalarCount, self[count] != 0 { count += 1 }
    guard count + marks.count <= scalarCount else { return }
    for (offset, mark) in marks.enumerated() { self[count + offset] = mark }
  }
}
