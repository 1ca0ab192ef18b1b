/// The options of a field that is chosen from, not typed.
///
/// ```text
///   one        ‹ WPA2 ›          left, right, space and first letters choose
///   several    [x] Monday        up and down move, space chooses
///              [ ] Tuesday
///   a switch   ──● on            space switches
/// ```
struct FieldOptions: Equatable {
  let titles: [String]
  /// Whether several may be chosen, and none.
  let isMultiple: Bool
  private(set) var chosen: Set<Int>
  /// The option that space chooses, of several.
  private var current = 0

  init(_ titles: [String], isMultiple: Bool, chosen: Set<Int>) {
    (self.titles, self.isMultiple, self.chosen) = (titles, isMultiple, chosen)
  }

  /// Whether it is a switch, whose option has no title.
  private var isToggle: Bool { titles == [""] }
  /// The chosen option, of one.
  private var choice: Int { chosen.min() ?? 0 }

  var rowCount: Int { isMultiple ? max(1, titles.count) : 1 }
  var currentRow: Int? { isMultiple ? current : nil }

  mutating func enter(from step: Int) { current = step < 0 ? rowCount - 1 : 0 }

  // MARK: Keys

  /// Handles a key.
  ///
  /// - Returns: whether it has a meaning here; a move beyond the first or the last option has none.
  mutating func handle(_ press: KeyPress) -> Bool {
    guard press.modifiers.isEmpty, !titles.isEmpty else { return press.isPrintable }
    switch press.key {
    case .character(" "): if isMultiple { chosen.formSymmetricDifference([current]) } else { move(1) }
    case .character(let letter): find(letter)
    case .left where !isMultiple: move(-1)
    case .right where !isMultiple: move(1)
    case .up where isMultiple && current > 0: current -= 1
    case .down where isMultiple && current + 1 < titles.count: current += 1
    default: return false
    }
    return true
  }

  mutating func click(_ row: Int) {
    guard isMultiple else { return move(1) }
    guard titles.indices.contains(row) else { return }
    current = row
    chosen.formSymmetricDifference([row])
  }

  private mutating func move(_ step: Int) {
    if !titles.isEmpty { chosen = [(choice + step + titles.count) % titles.count] }
  }

  /// Goes to the next option that begins with a letter.
  private mutating func find(_ letter: Character) {
    let start = (isMultiple ? current : choice) + 1
    let order = titles.indices.map { ($0 + start) % titles.count }
    guard let found = order.first(where: { titles[$0].first?.lowercased() == letter.lowercased() }) else {
      return
    }
    if isMultiple { current = found } else { chosen = [found] }
  }

  // MARK: Drawing

  func draw(in canvas: inout Canvas, hasFocus: Bool, theme: Theme) {
    let symbols = Symbols.standard(for: canvas.traits)
    guard isMultiple else { return drawChoice(in: &canvas, symbols, hasFocus: hasFocus, theme: theme) }
    for (row, title) in titles.enumerated() {
      let isChosen = chosen.contains(row)
      let sign = isChosen ? symbols.switchOn : symbols.switchOff
      // The symbols that are lines need a word, too.
      let switched = symbols.isUnicode ? "\(sign) \(isChosen ? "on" : "off")" : sign
      let text =
        isToggle ? switched : symbols.areWords ? "\(title) \(sign)" : "[\(isChosen ? "x" : " ")] \(title)"
      canvas.write(StyledText(text), line: row, style: theme.text)
    }
    if hasFocus { canvas.placeCursor(line: current, column: isToggle || symbols.areWords ? 0 : 1) }
  }

  private func drawChoice(in canvas: inout Canvas, _ symbols: Symbols, hasFocus: Bool, theme: Theme) {
    let title = chosen.isEmpty ? "" : titles[choice]
    let (before, after) =
      symbols.areWords
      ? ("", ", \(choice + 1) of \(titles.count)") : symbols.isUnicode ? ("‹ ", " ›") : ("< ", " >")
    canvas.write(
      StyledText(before, style: theme.secondaryText).appending(StyledText(title, style: theme.text))
        .appending(StyledText(after, style: theme.secondaryText)))
    if hasFocus { canvas.placeCursor(line: 0, column: before.count) }
  }
}
