import CNcurses
public import ListKit

extension CursesScreen {
  /// Shows a frame; whatever it does not cover stays blank.
  ///
  /// Every line is handed to curses whole, which sends the terminal what is different.
  public func present(_ frame: Frame) {
    guard isOpen, !isSuspended else { return }
    TerminalRestorer.prepareThread()
    guard frame != shown else { return }
    activate()
    palette.beginFrame()
    links?.beginFrame()
    let size = self.size
    let before = ambiguity
    ambiguity = .none
    for line in 0..<size.lines {
      ambiguity = max(ambiguity, fillCells(from: frame, line: line, columns: size.columns))
      wmove(window, Int32(line), 0)
      // Unlike addstr it neither wraps nor interprets control characters nor minds the last corner.
      wadd_wchnstr(window, cells, Int32(cells.count))
    }
    if max(before, ambiguity) == .more { redrawChanges(to: frame) }
    let isShown = update { placeCursor(frame.cursor, in: size) }
    shown = isShown ? frame : nil
    if backgroundQuery?.isDue == true { askForBackground() }
  }

  /// Draws all of the last frame anew, over whatever another program left on the screen.
  public func invalidate() {
    guard isOpen, !isSuspended else { return }
    activate()
    clearok(cn_curscr(), true)
    if !update() { shown = nil }
  }

  /// Sends the terminal the differences between what it shows and what it should.
  ///
  /// Curses writes in many pieces and waits for the terminal at each. So it writes into a file; the terminal
  /// gets all of it at once, and if it takes nothing a request to end is not kept waiting.
  ///
  /// - Parameter prepare: what else curses may write about.
  /// - Returns: whether the terminal has taken it; if not, nobody knows what it shows.
  private func update(_ prepare: () -> Void = {}) -> Bool {
    guard let capture = outputCapture() else {
      prepare()
      wnoutrefresh(window)
      doupdate()
      return true
    }
    var bytes = capture.output {
      prepare()
      wnoutrefresh(window)
      doupdate()
    }
    if bytes.isEmpty { return true }
    if let links, links.isNeeded { bytes = links.linked(bytes, width: traits.width) }
    if ambiguity != .none, let columnResync { bytes = columnResync.resynchronized(bytes) }
    let isTaken = files.send(
      modes.beginningUpdate + bytes + modes.endingUpdate, signals: restorer?.signals ?? -1
    ) { [self] in
      receiveRequests()
      return !events.isAskedToEnd
    }
    if !isTaken { clearok(cn_curscr(), true) }
    return isTaken
  }

  /// Lets curses write all lines whole that change, and scroll none.
  ///
  /// A terminal that gives a character more columns than it has here draws it over what stands behind
  /// it, which curses would leave alone as unchanged.
  private func redrawChanges(to frame: Frame) {
    guard let shown, shown.size == frame.size else { return }
    for line in 0..<min(size.lines, frame.size.lines) where shown.line(line) != frame.line(line) {
      wredrawln(window, Int32(line), 1)
    }
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
    /// The mark of the style's link; 0 where it has none.
    var linkMark: UInt32
  }

  /// Fills the cells of a line and says whether terminals may disagree about their columns.
  private func fillCells(from frame: Frame, line: Int, columns: Int) -> WidthAmbiguity {
    cells.removeAll(keepingCapacity: true)
    let glyphs = line < frame.size.lines ? frame.line(line).prefix(columns) : []
    var pen = pen(for: .plain)
    var index = glyphs.startIndex
    var ambiguity = WidthAmbiguity.none
    var isolators = traits.isUnicode ? ColumnIsolation.places(in: glyphs)[...] : []
    while index < glyphs.endIndex {
      var glyph = glyphs[index]
      if index == isolators.first {
        isolators.removeFirst()
        (glyph.scalar, glyph.marks) = (isolator.scalar, isolator.marks)
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

  /// Appends one cell, as wide as the frame says it is whatever the frame holds: a wrong width would
  /// shift the rest of the line.
  ///
  /// - Parameter room: the columns behind it. A terminal that gives the glyph more must not go on in the
  ///   next line.
  /// - Returns: whether all terminals give it these columns.
  private func append(_ glyph: Glyph, hasTrailing: Bool, room: Int, pen: Pen) -> WidthAmbiguity {
    // ASCII needs no question to libc.
    if glyph.marks == .zero, (0x20..<0x7F).contains(glyph.scalar.value), glyph.width == 1,
      !pen.style.attributes.contains(.strikethrough), pen.linkMark == 0
    {
      append(glyph.scalar, pen: pen)
      return .none
    }
    let ambiguity = glyph.widthAmbiguity
    switch glyph.width {
    case 2 where hasTrailing && traits.width(glyph.scalar) == 2:
      append(glyph.scalar, marks: marks(glyph, room: room), pen: pen)
    case 2 where hasTrailing:
      append(unknown, pen: pen)
      append(" ", pen: pen)
    case 1 where traits.width(glyph.scalar) == 1 && (ambiguity != .more || room > 0):
      append(glyph.scalar, marks: marks(glyph, room: room - 1), pen: pen)
    case 1:
      append(unknown, pen: pen)
    default:  // Half of a wide character, its other half cut off or drawn over.
      append(" ", pen: pen)
    }
    return ambiguity
  }

  private func append(_ scalar: Unicode.Scalar, marks: SIMD4<UInt32> = .zero, pen: Pen) {
    var cell = cchar_t()
    var marks = marks
    if pen.linkMark != 0 { marks.append(LinkMarks.tag.value, pen.linkMark) }
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
  private func marks(_ glyph: Glyph, room: Int) -> SIMD4<UInt32> {
    var marks = glyph.marks
    if room < 4, glyph.hasAmbiguousMarks { marks = .zero }
    // In somebody's text it would be taken for a link.
    marks.replace(with: 0, where: marks .== LinkMarks.tag.value)
    guard traits.isUnicode, glyph.style.attributes.contains(.strikethrough), !glyph.isBlank else {
      return marks
    }
    marks.append(0x336)
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
    let linkMark = style.link.flatMap { links?.mark(for: $0) } ?? 0
    return Pen(style: style, attributes: attributes, pair: pair, linkMark: linkMark)
  }
}

extension SIMD4<UInt32> {
  /// Puts marks behind those there are; none of them where there is no room for all.
  fileprivate mutating func append(_ marks: UInt32...) {
    var count = 0
    while count < scalarCount, self[count] != 0 { count += 1 }
    guard count + marks.count <= scalarCount else { return }
    for (offset, mark) in marks.enumerated() { self[count + offset] = mark }
  }
}

extension ScreenTraits {
  /// What there is where nobody looks: for pictures and tests without a terminal.
  ///
  /// Characters have the widths that the C library gives them in the locale of the process, which this takes over
  /// from the environment as a terminal does.
  ///
  /// - Parameter colorDepth: how many colours the picture may have.
  @MainActor
  public static func offscreen(colorDepth: ColorDepth = .mono) -> ScreenTraits {
    let isUnicode = TerminalLocale.activate(.process)
    return ScreenTraits(colorDepth: colorDepth, isUnicode: isUnicode, width: TerminalLocale.width(of:))
  }
}

extension ColumnResync {
  /// Chooses for the terminal that curses works on now; nil where it cannot remember a place.
  @MainActor
  init?(width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    let (save, restore) = (TerminalModes.string("sc"), TerminalModes.string("rc"))
    let advance = TerminalModes.string("cuf1")
    guard !save.isEmpty, !restore.isEmpty, !advance.isEmpty else { return nil }
    self.init(save: save, restore: restore, advance: advance, width: width)
  }
}
