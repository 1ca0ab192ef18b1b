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
    cells.beginFrame()
    let size = self.size
    let before = ambiguity
    ambiguity = .none
    for line in 0..<size.lines {
      let glyphs = line < frame.size.lines ? frame.line(line).prefix(size.columns) : []
      ambiguity = max(ambiguity, cells.fill(from: glyphs, columns: size.columns))
      wmove(window, Int32(line), 0)
      // Unlike addstr it neither wraps nor interprets control characters nor minds the last corner.
      wadd_wchnstr(window, cells.line, Int32(cells.line.count))
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
  /// - Returns: Whether the terminal has taken it; if not, what it shows is unknown.
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
    bytes = cells.linked(bytes)
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
      leaveok(window, true)  // It is hidden: spares moving it.
      curs_set(0)
      return
    }
    leaveok(window, false)
    curs_set(1)
    wmove(window, Int32(cursor.line), Int32(cursor.column))
  }
}

extension ScreenTraits {
  /// The traits of a screen without a terminal: for pictures and tests.
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
