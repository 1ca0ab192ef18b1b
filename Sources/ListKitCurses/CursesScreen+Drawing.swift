import CNcurses
public import ListKit

extension CursesScreen {
  /// Shows a frame; whatever it does not cover stays blank.
  ///
  /// Every line is handed to curses whole, which sends the terminal what is different.
  public func present(_ frame: Frame) {
    guard isOpen else { return }
    TerminalGuard.prepareThread()
    guard frame != shown else { return }
    activate()
    palette.beginFrame()
    let size = self.size
    for line in 0..<size.lines {
      fillCells(from: frame, line: line, columns: size.columns)
      wmove(window, Int32(line), 0)
      // Unlike addstr it neither wraps nor interprets control characters nor minds the last corner.
      wadd_wchnstr(window, cells, Int32(cells.count))
    }
    placeCursor(frame.cursor, in: size)
    update()
    shown = frame
  }

  /// Draws all of the last frame anew, over whatever another program left on the screen.
  public func invalidate() {
    guard isOpen else { return }
    activate()
    clearok(cn_curscr(), true)
    update()
  }

  /// Sends the terminal the differences between what it shows and what it should.
  ///
  /// Curses writes in many pieces; the terminal is asked to show them at once.
  private func update() {
    writeDirectly(modes.beginningUpdate)
    wnoutrefresh(window)
    doupdate()
    writeDirectly(modes.endingUpdate)
  }

  private func placeCursor(_ cursor: Point?, in size: Size) {
    guard let cursor, (0..<size.lines).contains(cursor.line), (0..<size.columns).contains(cursor.column)
    else {
      leaveok(window, true)  // Nobody sees where it is: spares moving it.
      curs_set(0)
      return
    }
    leaveok(window, false)
    curs_set(1)
    wmove(window, Int32(cursor.line), Int32(cursor.column))
  }
}

// MARK: - Cells

extension CursesScreen {
  /// A style in the terms of curses.
  private struct Pen {
    var style: Style
    var attributes: attr_t
    var pair: Int32
  }

  private func fillCells(from frame: Frame, line: Int, columns: Int) {
    cells.removeAll(keepingCapacity: true)
    let glyphs = line < frame.size.lines ? frame.line(line).prefix(columns) : []
    var pen = pen(for: .plain)
    var index = glyphs.startIndex
    while index < glyphs.endIndex {
      let glyph = glyphs[index]
      if glyph.style != pen.style { pen = self.pen(for: glyph.style) }
      let hasTrailing = index + 1 < glyphs.endIndex && glyphs[index + 1].width == 0
      append(glyph, hasTrailing: hasTrailing, pen: pen)
      index += glyph.width == 2 && hasTrailing ? 2 : 1
    }
    pen = self.pen(for: .plain)
    for _ in glyphs.count..<max(glyphs.count, columns) { append(" ", pen: pen) }
  }

  /// Appends one cell, as wide as the frame says it is whatever the frame holds: a wrong width would
  /// shift the rest of the line.
  private func append(_ glyph: Glyph, hasTrailing: Bool, pen: Pen) {
    // ASCII needs no question to libc.
    if glyph.marks == .zero, (0x20..<0x7F).contains(glyph.scalar.value), glyph.width == 1,
      !pen.style.attributes.contains(.strikethrough)
    {
      return append(glyph.scalar, pen: pen)
    }
    switch glyph.width {
    case 2 where hasTrailing && traits.width(glyph.scalar) == 2:
      append(glyph.scalar, marks: marks(glyph), pen: pen)
    case 2 where hasTrailing:
      append(unknown, pen: pen)
      append(" ", pen: pen)
    case 1 where traits.width(glyph.scalar) == 1:
      append(glyph.scalar, marks: marks(glyph), pen: pen)
    case 1:
      append(unknown, pen: pen)
    default:  // Half of a wide character, its other half cut off or drawn over.
      append(" ", pen: pen)
    }
  }

  private func append(_ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, pen: Pen) {
    var cell = cchar_t()
    // setcchar answers an error for marks that are not of width 0, and leaves the cell empty.
    if cn_set_cell(
      &cell, scalar.value, marks[0], marks[1], marks[2], marks[3], pen.attributes, pen.pair) != OK
    {
      _ = cn_set_cell(&cell, scalar.value, 0, 0, 0, 0, pen.attributes, pen.pair)
    }
    cells.append(cell)
  }

  /// What stands for a character the terminal cannot show.
  private var unknown: Unicode.Scalar { traits.isUnicode ? "\u{FFFD}" : "?" }

  /// The marks of a glyph. Curses has no attribute for struck-out text, so that is a mark as well.
  private func marks(_ glyph: Glyph) -> SIMD4<UInt32> {
    var marks = glyph.marks
    guard traits.isUnicode, glyph.style.attributes.contains(.strikethrough), !glyph.isBlank else {
      return marks
    }
    for place in 0..<4 where marks[place] == 0 {
      marks[place] = 0x336
      break
    }
    return marks
  }

  private func pen(for style: Style) -> Pen {
    let (pair, isBold) = palette.pair(style.foreground, on: style.background)
    var attributes: attr_t = isBold ? cn_attribute_bold : 0
    if style.attributes.contains(.bold) { attributes |= cn_attribute_bold }
    if style.attributes.contains(.dim) { attributes |= cn_attribute_dim }
    if style.attributes.contains(.italic) { attributes |= cn_attribute_italic }
    if style.attributes.contains(.underline) { attributes |= cn_attribute_underline }
    if style.attributes.contains(.reverse) { attributes |= cn_attribute_reverse }
    if style.attributes.contains(.strikethrough), !traits.isUnicode { attributes |= cn_attribute_dim }
    return Pen(style: style, attributes: attributes, pair: pair)
  }
}
