/// A question on top of a screen.
///
/// ```swift
/// let alert = AlertController(title: "Delete \(task.title)?", message: "It cannot be brought back.")
/// alert.addAction(AlertAction(title: "Cancel", style: .cancel))
/// alert.addAction(AlertAction(title: "Delete", style: .destructive) { _ in model.delete(task) })
/// present(alert)
/// ```
///
/// Tab and the arrows move between the fields and the buttons, enter chooses the focused answer, escape
/// cancels, and in an alert without fields the first letter of an answer chooses it. Each alert has at most
/// one answer: an alert that was closed for any reason is never answered later. A title that does not fit in
/// the edge of the box is wrapped inside it; if title and message do not fit on the screen, arrows, page keys
/// and the wheel scroll them, and the answers stay in view.
///
/// Only keys and clicks that arrive after the alert was written to the terminal answer it: not those that were
/// typed together with the key that opened it, or with the answer to an alert above it. An alert with a field
/// that a key opened takes text typed ahead: the text goes to the field, and enter after some text accepts it
/// if that chooses an action of style `.default`. The first other key, and all that follow it until the alert is
/// visible, have no effect.
///
/// Screens have shorter forms: ``ViewController/alert(_:message:action:)``,
/// ``ViewController/confirm(_:message:action:isDestructive:)``,
/// ``ViewController/choose(_:message:from:title:)`` and
/// ``ViewController/prompt(_:message:text:placeholder:multiline:validator:completions:)``.
@MainActor
public final class AlertController {
  /// How an alert arranges its answers.
  public enum Style: Hashable, Sendable {
    /// Buttons beside each other, or below each other if they do not fit.
    case alert
    /// A vertical list, for a choice from many answers.
    case actionSheet
  }

  /// The question.
  public var title: String
  /// Additional text below the question.
  public var message: String?
  /// How the answers are arranged.
  public let preferredStyle: Style
  /// The answers, in the order they were added.
  public private(set) var actions: [AlertAction] = []
  /// The text fields.
  public var textFields: [TextField] { fieldList.fields }

  /// The answer with the keyboard focus; nil if a field has it, or none was chosen yet.
  private var focusedAction: Int?
  /// Whether the user has seen the alert with the keyboard focus.
  var visibility = Visibility.hidden
  /// Whether text typed before the alert was visible goes to its field.
  var takesTextUnseen = false { didSet { hasTextUnseen = false } }
  private var hasTextUnseen = false
  let fieldList: FieldList
  /// Called once after the alert was closed, with the answer if there is one.
  var didClose: (AlertAction?) -> Void = { _ in }
  /// The index of the first visible answer, if not all of them fit.
  var offset = 0
  /// The number of lines of the text that are scrolled out at the top.
  private(set) var textOffset = 0
  /// The layout of the last drawing.
  private var layout: AlertLayout?

  /// Creates a question without answers.
  public convenience init(title: String, message: String? = nil, preferredStyle: Style = .alert) {
    self.init(title, message, FieldList(), preferredStyle)
  }

  init(_ title: String, _ message: String?, _ fieldList: FieldList, _ preferredStyle: Style = .alert) {
    (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    self.fieldList = fieldList
  }

  /// Adds an answer after the existing ones.
  public func addAction(_ action: AlertAction) {
    trapUnless(
      action.style != .cancel || !actions.contains { $0.style == .cancel },
      "AlertController.addAction: an alert has one action of style .cancel, '\(action.title)' is the second")
    actions.append(action)
  }

  /// Adds a text field.
  ///
  /// - Parameter configure: configures the new field.
  public func addTextField(configure: (TextField) -> Void = { _ in }) {
    let field = TextField()
    configure(field)
    fieldList.add(field)
  }

  /// The index of the answer that enter chooses unless another has the focus.
  private var defaultAction: Int? {
    actions.firstIndex { $0.style == .default && $0.isEnabled }
      ?? actions.firstIndex { $0.style == .cancel && $0.isEnabled }
  }

  /// Whether a field has the focus.
  var isOnFields: Bool { focusedAction == nil && !textFields.isEmpty }

  /// The answer that has the focus, or has it when the alert opens.
  var currentAction: Int? { isOnFields ? nil : focusedAction ?? defaultAction }

  // MARK: Keys

  /// What a key does to an alert.
  enum Effect {
    case nothing
    case redraw
    case answered(AlertAction?)
    case opensEditor(TextField)
  }

  /// Handles a key.
  ///
  /// - Parameter command: the meaning of the key while text is typed.
  func handle(_ press: KeyPress, meaning command: Command?) -> Effect {
    guard visibility == .seen else { return takeUnseen(press, meaning: command) }
    if isOnFields, let effect = fieldList.handle(press, meaning: command) { return take(effect) }
    switch (press.key, currentAction) {
    case (.escape, _): return cancel
    case (.enter, let index?): return answer(index)
    case (.pageDown, _): return scroll(by: page)
    case (.pageUp, _): return scroll(by: -page)
    case (.end, .some): return scroll(by: hiddenLines)
    case (.home, .some): return scroll(by: -hiddenLines)
    // Reading to the end must not move the focus to another answer.
    case (.down, _) where press.modifiers == .shift || arrowsScroll: return scroll(by: 1)
    case (.up, _) where press.modifiers == .shift || arrowsScroll: return scroll(by: -1)
    case (.right, .some): return move(1)
    case (.left, .some): return move(-1)
    case (.character(let character), .some) where press.modifiers.isEmpty: return choose(by: character)
    default: return FieldList.step(of: press).map(move) ?? .nothing
    }
  }

  private func take(_ effect: FieldList.Effect) -> Effect {
    switch effect {
    case .nothing: .nothing
    case .redraw: .redraw
    case .accepted: defaultAction.map(answer) ?? .nothing
    case .opensEditor(let field): .opensEditor(field)
    }
  }

  /// Handles a key that was typed before the alert was visible: text goes to the field, enter after text
  /// accepts it, and anything else ends the text.
  private func takeUnseen(_ press: KeyPress, meaning command: Command?) -> Effect {
    guard takesTextUnseen, isOnFields, let field = fieldList.focusedField else { return .nothing }
    if case .edit(let edit)? = command {
      field.apply(edit)
      hasTextUnseen = true
      return .redraw
    }
    if press == .enter, hasTextUnseen {
      if field.isMultiline {
        field.apply(.insert("\n"))
        return .redraw
      }
      if field !== textFields.last { return take(fieldList.accept()) }
      if let action = defaultAction, actions[action].style == .default { return answer(action) }
    }
    takesTextUnseen = false
    return .nothing
  }

  /// Scrolls the text, or the fields if all of the text is visible, by a number of lines, as far as there are any.
  func scroll(by lines: Int) -> Effect {
    if hiddenLines == 0 { fieldList.scroll(by: lines) }
    textOffset = min(max(0, textOffset + lines), hiddenLines)
    return .redraw
  }

  /// The number of lines of the text that are out of view.
  private var hiddenLines: Int { layout.map { $0.text.count - $0.textLines.count } ?? 0 }
  private var page: Int { max(1, layout?.textLines.count ?? 1) }
  private var arrowsScroll: Bool { hiddenLines > 0 && layout?.isColumn == false && textFields.isEmpty }

  func paste(_ text: String) -> Effect {
    guard visibility == .seen || takesTextUnseen, isOnFields else { return .nothing }
    fieldList.insert(text)
    hasTextUnseen = true
    return .redraw
  }

  private var cancel: Effect {
    let action = actions.first { $0.style == .cancel }
    return action?.isEnabled ?? true ? .answered(action) : .nothing
  }

  /// Chooses an answer. If it does not cancel and a field has an invalid text, moves the focus to that field
  /// instead.
  func answer(_ index: Int) -> Effect {
    guard actions[index].isEnabled else { return .nothing }
    if actions[index].style == .cancel || fieldList.check(hasFocus: isOnFields) {
      return .answered(actions[index])
    }
    focusedAction = nil
    return .redraw
  }

  /// Moves the focus to the next or the previous of all fields and enabled answers.
  private func move(_ step: Int) -> Effect {
    if isOnFields, fieldList.move(step) { return .redraw }
    let answers = actions.indices.filter { actions[$0].isEnabled }
    let place =
      currentAction.flatMap(answers.firstIndex).map { $0 + step } ?? (step > 0 ? 0 : answers.count - 1)
    if answers.indices.contains(place) {
      focusedAction = answers[place]
    } else if textFields.isEmpty {
      focusedAction = step > 0 ? answers.first : answers.last
    } else {
      focusedAction = nil
      fieldList.enter(from: step)
    }
    return .redraw
  }

  /// Handles a click at a place of the screen as last drawn: on an answer, or in a field.
  func click(_ place: ScreenPoint) -> Effect {
    guard let layout, layout.rect.contains(place) else { return .nothing }
    if let index = layout.action(at: place) { return answer(index) }
    guard fieldList.click(layout.placeInFields(place)) else { return .nothing }
    focusedAction = nil
    return .redraw
  }

  /// Chooses the only enabled answer whose title starts with a character; if there are several, focuses the
  /// next one.
  private func choose(by character: Character) -> Effect {
    let fitting = actions.indices.filter {
      actions[$0].isEnabled
        && (actions[$0].title.first?.lowercased() == character.lowercased() || actions[$0].key == character)
    }
    if fitting.count == 1 { return answer(fitting[0]) }
    guard !fitting.isEmpty else { return .nothing }
    focusedAction = fitting.first { $0 > currentAction ?? -1 } ?? fitting[0]
    return .redraw
  }
}

// MARK: - Visibility

/// Whether the user has seen something that takes keys: only then keys answer it.
enum Visibility {
  case hidden
  /// In a frame that is not on the terminal yet.
  case drawn
  case seen

  mutating func draw() {
    if self == .hidden { self = .drawn }
  }

  /// Records that the last frame is on the terminal.
  mutating func reachTerminal() {
    if self == .drawn { self = .seen }
  }
}

// MARK: - AlertAction

/// One of the answers of an ``AlertController``.
@MainActor
public final class AlertAction {
  /// The role of an answer, which determines its appearance and the keys that choose it.
  public enum Style: Hashable, Sendable {
    /// An ordinary answer.
    case `default`
    /// Changes nothing; escape chooses it too. An alert has at most one.
    case cancel
    /// Destroys something; enter never chooses it by default.
    case destructive
  }

  /// The text on the button.
  public let title: String
  /// The role of the answer.
  public let style: Style
  /// Whether the user can choose the answer.
  public var isEnabled = true
  /// A letter that chooses the answer besides the first one of its title.
  package var key: Character?
  let handler: ((AlertAction) -> Void)?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - title: the text on the button.
  ///   - style: the role of the answer.
  ///   - handler: called after the alert was closed with this answer.
  public init(title: String, style: Style = .default, handler: (@MainActor (AlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

// MARK: - AlertLayout

/// The frame of an alert on a screen, and the positions of its parts.
///
/// ```text
///   ╭─ Delete “taxes”? ──────────────╮
///   │ It cannot be brought back.     │
///   │                                │
///   │      [ c Cancel ] [ d Delete ] │
///   ╰────────────────────────────────╯
/// ```
///
/// A question that does not fit in the edge is wrapped above the message; both scroll if they do not fit on the
/// screen, while fields and answers stay.
///
/// For screen readers an alert fills the screen and has no box: it shows the question, the message, and each
/// answer on a line.
@MainActor
struct AlertLayout {
  let rect: Rect
  /// The number of columns between the edge and the content.
  let margin: Int
  /// The text in the edge: the question if it fits, else empty.
  let title: String
  /// The wrapped lines of the question, unless it is in the edge, and of the message.
  let text: [[Glyph]]
  /// The lines where they are shown, relative to the top of the box.
  let textLines: Range<Int>
  /// Whether the buttons have room for the letters that choose them.
  let hasLetters: Bool
  /// Whether the answers are below each other.
  let isColumn: Bool
  /// The lines where fields are shown, relative to the top of the box.
  let fieldLines: Range<Int>
  let fields: FieldLayout
  /// The visible answers and their positions, relative to the box.
  let actions: [(index: Int, rect: Rect)]
  /// Whether there are answers below the visible ones.
  let isCut: Bool

  private static let leastColumns = 28
  private static let mostColumns = 72
  private static let linesForNotes = 8
  /// The minimum number of answers in a list beside a long text.
  private static let leastAnswers = 3

  init(
    _ alert: AlertController, in size: ScreenSize, metrics: TextMetrics, theme: Theme, isPlain: Bool = false
  ) {
    func widths(_ hasLetters: Bool) -> [Int] {
      alert.actions.map { metrics.width(of: alert.label(of: $0, isPlain: isPlain, hasLetters: hasLetters)) }
    }
    func inRow(_ widths: [Int]) -> Int { widths.reduce(0, +) + max(0, widths.count - 1) }
    hasLetters = inRow(widths(true)) <= size.columns - 4
    let widths = widths(hasLetters)
    let inRow = inRow(widths)
    isColumn = isPlain || alert.preferredStyle == .actionSheet || inRow > size.columns - 4
    let message = alert.message.map { StyledText($0) }
    func width(_ text: String) -> Int { metrics.width(of: text, upTo: size.columns) }
    let wanted =
      [
        width(alert.title) + 2, message.map { width($0.text) } ?? 0,
        isColumn ? widths.max() ?? 0 : inRow,
        alert.textFields.isEmpty ? 0 : alert.fieldList.labelColumns(metrics) + 40, Self.leastColumns,
        alert.textFields.contains(where: \.isMultiline) ? Self.mostColumns : 0,
      ].max() ?? 0
    margin = isPlain ? 0 : 2
    let columns = isPlain ? size.columns : min(size.columns, min(wanted, Self.mostColumns) + 4)
    let inner = max(1, columns - 2 * margin)
    func wrapped(_ text: StyledText, _ style: TextStyle) -> [[Glyph]] {
      text.wrapped(to: inner, style: style, match: theme.match, metrics)
    }
    title = width(alert.title) <= columns - (isPlain ? 0 : 6) ? alert.title : ""
    let question = title == alert.title ? [] : wrapped(StyledText(alert.title), theme.title)
    text = question + (message.map { wrapped($0, theme.text) } ?? [])
    let top = isPlain && !question.isEmpty ? 0 : 1
    // The lines that fields and answers need, and the bottom edge.
    let fewest =
      alert.textFields.count + 1
      + (isColumn ? min(alert.actions.count, Self.leastAnswers) : min(1, alert.actions.count))
    let room = max(1, size.lines - top - fewest)
    textLines = top..<top + min(text.count, room)
    // Blank lines give way to a text that does not fit.
    let blanks = text.count < room ? 1 : 0
    var line = textLines.upperBound
    if !alert.textFields.isEmpty, !text.isEmpty { line += blanks }
    // The blank line before the answers, the answers, and the bottom edge.
    let below = (isColumn ? alert.actions.count : 1 + blanks) + 1
    let free = size.lines - line - below
    fields = FieldLayout(
      alert.fieldList, in: ScreenSize(columns: inner, lines: free), metrics,
      hasNotes: size.lines >= Self.linesForNotes)
    fieldLines = line..<line + min(fields.lineCount, max(1, free))
    line = fieldLines.upperBound
    if line > 1, !alert.actions.isEmpty, !isColumn { line += blanks }
    let rows = isColumn ? alert.actions.count : min(1, alert.actions.count)
    let lines = isPlain ? size.lines : min(size.lines, line + rows + 1)
    let seen = min(rows, max(0, lines - 1 - line))
    var placed: [(Int, Rect)] = []
    if isColumn {
      let first = Self.first(of: rows, seen: seen, in: alert)
      for row in 0..<seen {
        placed.append((first + row, Rect(line: line + row, column: margin, columns: inner, lines: 1)))
      }
      isCut = first + seen < rows
    } else {
      var column = 2 + inner - inRow
      for (index, width) in widths.enumerated() where seen > 0 {
        placed.append((index, Rect(line: line, column: column, columns: width, lines: 1)))
        column += width + 1
      }
      isCut = false
    }
    actions = placed.map { (index: $0.0, rect: $0.1) }
    rect = Rect(
      line: (size.lines - lines) / 2, column: (size.columns - columns) / 2, columns: columns, lines: lines)
  }

  /// The first answer to show: the previous one, moved so that the focused answer is visible.
  private static func first(of rows: Int, seen: Int, in alert: AlertController) -> Int {
    let first = max(0, min(alert.offset, rows - seen))
    guard seen > 0, let chosen = alert.currentAction else { return first }
    return min(max(first, chosen - seen + 1), chosen)
  }

  /// The index of the answer at a point on the screen.
  func action(at point: ScreenPoint) -> Int? {
    let inside = ScreenPoint(line: point.line - rect.origin.line, column: point.column - rect.origin.column)
    return actions.first { $0.rect.contains(inside) }?.index
  }

  /// Returns where a point on the screen is in the area of the fields.
  func placeInFields(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(
      line: point.line - rect.origin.line - fieldLines.lowerBound,
      column: point.column - rect.origin.column - margin)
  }
}

extension AlertController {
  /// Returns the text on a button, for a question with the letter that chooses it.
  func label(of action: AlertAction, isPlain: Bool, hasLetters: Bool = true) -> String {
    if isPlain { return action.title }
    let isQuestion = hasLetters && textFields.isEmpty && actions.count > 1 && preferredStyle == .alert
    guard isQuestion, let letter = action.title.first?.lowercased(),
      actions.count(where: { $0.title.first?.lowercased() == letter }) == 1
    else { return "[ \(action.title) ]" }
    return "[ \(letter) \(action.title) ]"
  }

  func draw(in canvas: inout Canvas, theme: Theme) {
    let isPlain = canvas.traits.isAccessible
    let layout = AlertLayout(
      self, in: canvas.size, metrics: canvas.metrics, theme: theme, isPlain: isPlain)
    self.layout = layout
    offset = layout.actions.first?.index ?? 0
    let limit = hiddenLines
    textOffset = min(textOffset, limit)
    let symbols = Symbols.standard(for: canvas.traits)
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      // The number of hidden lines takes the place of the keys.
      canvas.drawBox(
        title: layout.title, keys: limit > 0 ? [] : keyHints, theme: theme, symbols: symbols,
        isCut: layout.isCut)
      for (line, text) in zip(layout.textLines, layout.text.dropFirst(textOffset)) {
        canvas.place(text, line: line, column: layout.margin)
      }
      drawHiddenLines(
        above: textOffset, below: limit - textOffset, in: &canvas, theme: theme, symbols: symbols)
      let room = Rect(
        line: layout.fieldLines.lowerBound, column: layout.margin,
        columns: max(0, canvas.size.columns - 2 * layout.margin), lines: layout.fieldLines.count)
      canvas.inside(room) {
        fieldList.draw(in: &$0, layout.fields, hasFocus: isOnFields, theme: theme)
      }
      for (index, rect) in layout.actions {
        canvas.inside(rect) {
          draw(actions[index], layout.hasLetters, hasFocus: currentAction == index, in: &$0, theme: theme)
        }
      }
    }
    visibility.draw()
  }

  private var keyHints: [KeyLegend] {
    if actions.count == 1, textFields.isEmpty { return [KeyLegend("enter", "close")] }
    guard isOnFields, let field = fieldList.focusedField else {
      return [KeyLegend("enter", "choose"), KeyLegend("esc", "cancel")]
    }
    return [
      KeyLegend(field.isMultiline ? "ctrl-d" : "enter", "accept"), KeyLegend("esc", "cancel"),
    ]
  }

  /// Says in the last line how much of the text is out of view.
  private func drawHiddenLines(
    above: Int, below: Int, in canvas: inout Canvas, theme: Theme, symbols: Symbols
  ) {
    guard above + below > 0 else { return }
    let isPlain = symbols.areWords
    let up = above == 0 ? nil : isPlain ? "\(above) above" : "\(symbols.movedUp) \(above)"
    let down = below == 0 ? nil : isPlain ? "\(below) below" : "\(symbols.movedDown) \(below)"
    let counts = [up, down].compactMap(\.self)
    let text = isPlain ? "page keys: " + counts.joined(separator: ", ") : " \(counts.joined(separator: " ")) "
    canvas.write(
      StyledText(text), line: canvas.size.lines - 1, column: isPlain ? 0 : 2,
      width: max(0, canvas.size.columns - (isPlain ? 0 : 5)), style: theme.title)
  }

  private func draw(
    _ action: AlertAction, _ hasLetters: Bool, hasFocus: Bool, in canvas: inout Canvas, theme: Theme
  ) {
    var style = theme.text
    if !action.isEnabled {
      style = theme.secondaryText
    } else if action.style == .destructive {
      style = theme.problem
    }
    if hasFocus { style.attributes.formUnion([.reverse, .bold]) }
    let isPlain = canvas.traits.isAccessible
    canvas.write(StyledText(label(of: action, isPlain: isPlain, hasLetters: hasLetters)), style: style)
    if hasFocus { canvas.placeCursor(line: 0, column: isPlain ? 0 : 2) }
  }
}
