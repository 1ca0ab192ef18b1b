public import ListKit

extension TestScreen {
  /// The text of each line, without trailing blanks.
  public var lines: [String] {
    let frame = frame
    return (0..<frame.size.lines).map(frame.text(ofLine:))
  }

  /// The lines as one text, for a comparison with a picture in the test.
  public var text: String { frame.description }

  /// Whether one of the lines contains a text.
  public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// The row under the cursor as drawn: its line on the screen, from 0, and its text; nil if there is none.
  ///
  /// ```swift
  /// #expect(screen.cursor?.text.contains("Eiger") == true)
  /// ```
  ///
  /// The terminal's own cursor, as in a search bar, is `frame.cursor`.
  public var cursor: (line: Int, text: String)? {
    let frame = frame
    let top = controller.navigationController?.topViewController ?? controller
    guard let area = top.rowsArea else { return nil }
    // The edge of a section's box may precede it. In ASCII, the character has other meanings further right.
    let (sign, columns) =
      terminal.traits.isUnicode
      ? ("▌", area.columns) : (">", area.columns.lowerBound..<area.columns.lowerBound + 2)
    let line = area.lines.clamped(to: 0..<frame.size.lines).first { line in
      columns.clamped(to: 0..<frame.size.columns).contains { frame[line, $0].text == sign }
    }
    return line.map { ($0, frame.text(ofLine: $0)) }
  }

  /// Returns the place where a text first occurs on the screen; nil if it does not occur.
  public func location(of text: String) -> ScreenPoint? {
    let frame = frame
    let wanted = Array(text)
    for line in 0..<frame.size.lines where !wanted.isEmpty {
      let glyphs = glyphs(ofLine: line, in: frame)
      guard glyphs.count >= wanted.count else { continue }
      for start in 0...(glyphs.count - wanted.count)
      where glyphs[start..<start + wanted.count].map(\.text).elementsEqual(wanted.map(String.init)) {
        return ScreenPoint(line: line, column: glyphs[start].column)
      }
    }
    return nil
  }

  /// Returns the style of a text where it first occurs; nil if it does not occur, or has several styles.
  ///
  /// ```swift
  /// #expect(screen.style(of: "karak")?.attributes.contains(.underline) == true)
  /// ```
  ///
  /// The style of a single place is `frame[line, column].style`.
  public func style(of text: String) -> TextStyle? {
    guard let place = location(of: text) else { return nil }
    let styles = glyphs(ofLine: place.line, in: frame).drop { $0.column < place.column }.prefix(text.count)
      .map(\.style)
    return styles.allSatisfy { $0 == styles[0] } ? styles[0] : nil
  }

  /// The lines with their styles, including trailing blanks with a background.
  ///
  /// There is a run for each stretch that is not `Style.plain`.
  public var styledLines: [StyledText] {
    let frame = frame
    return (0..<frame.size.lines).map { line in
      var glyphs = glyphs(ofLine: line, in: frame)
      while let last = glyphs.last, last.text == " ", last.style == .plain { glyphs.removeLast() }
      var styled = StyledText(glyphs.map(\.text).joined())
      for (offset, glyph) in glyphs.enumerated() where glyph.style != .plain {
        if let last = styled.runs.last, last.style == glyph.style, last.characters.upperBound == offset {
          styled.runs[styled.runs.count - 1].characters = last.characters.lowerBound..<offset + 1
        } else {
          styled.runs.append(StyledText.Run(offset..<offset + 1, glyph.style))
        }
      }
      return styled
    }
  }

  /// Returns the characters of a line; a wide one appears once, in the first of its columns.
  private func glyphs(ofLine line: Int, in frame: Frame) -> [(column: Int, text: String, style: TextStyle)] {
    frame.line(line).enumerated().compactMap { column, glyph in
      glyph.width == 0 ? nil : (column, glyph.text, glyph.style)
    }
  }
}
