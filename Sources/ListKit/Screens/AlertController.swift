/// A question on top of a screen.
///
/// ```swift
/// let alert = AlertController(title: "Delete \(task.title)?", message: "It cannot be brought back.")
/// alert.addAction(AlertAction(title: "Cancel", style: .cancel))
/// alert.addAction(AlertAction(title: "Delete", style: .destructive) { _ in model.delete(task) })
/// present(alert)
/// ```
///
/// Tab and the arrows go from field to field and from button to button, enter gives the chosen answer, escape
/// cancels, and where there is no field the first letter of an answer gives it. Each alert has one answer at most: one
/// that is closed, by whatever, is never answered later. Keys typed before it could be seen do not answer it, unless
/// a key asked for it.
///
/// Screens have shorter ways: ``TableViewController/alert(_:message:action:)``,
/// ``TableViewController/confirm(_:message:action:isDestructive:)``, ``TableViewController/choose(_:message:from:title:)`` and
/// ``TableViewController/prompt(_:message:text:placeholder:multiline:)``.
@MainActor
public final class AlertController {
  /// Whether the answers stand side by side below a question, or as a list to choose from.
  public enum Style: Hashable, Sendable {
    /// Beside each other, where they fit.
    case alert
    /// Below each other, to choose from many.
    case actionSheet
  }

  /// What has the keys.
  enum Focus: Hashable {
    case field(Int)
    case action(Int)
  }

  /// The question, in one line.
  public var title: String
  /// What else there is to say.
  public var message: String?
  /// Whether the answers stand side by side, or as a list; it cannot be changed later.
  public let preferredStyle: Style
  /// The answers, in the order they were added.
  public private(set) var actions: [AlertAction] = []
  /// The texts to type into.
  public private(set) var textFields: [TextField] = []
  /// What enter gives at first; by itself the first answer that destroys nothing.
  public var preferredAction: AlertAction?

  var focus: Focus?
  /// Whether it answers keys that were typed before it was seen.
  var takesKeysUnseen = false
  var wasDrawn = false
  /// Whether ctrl-x was pressed, which begins the keys for an editor.
  private var beganEditorKeys = false
  /// Called once, when the alert is gone: with the answer, if one was given.
  var didClose: (AlertAction?) -> Void = { _ in }
  /// The first of the answers that are seen, where there are more than fit.
  var offset = 0

  /// Creates a question without answers.
  public init(title: String, message: String? = nil, preferredStyle: Style = .alert) {
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
  }

  /// Adds an answer below those that are there; the first one is under the cursor.
  public func addAction(_ action: AlertAction, file: StaticString = #fileID, line: UInt = #line) {
    trapUnless(
      action.style != .cancel || !actions.contains { $0.style == .cancel },
      "AlertController.addAction: an alert has one action of style .cancel, '\(action.title)' is the second",
      file: file, line: line)
    actions.append(action)
  }

  /// Adds a line, or several, to type into.
  ///
  /// - Parameter configure: sets it up.
  public func addTextField(configure: (TextField) -> Void = { _ in }) {
    let field = TextField()
    configure(field)
    textFields.append(field)
  }

  /// What enter gives unless something else is chosen.
  private var defaultAction: Int? {
    if let preferredAction, let index = actions.firstIndex(where: { $0 === preferredAction }) { return index }
    return actions.firstIndex { $0.style == .default && $0.isEnabled }
      ?? actions.firstIndex { $0.style == .cancel && $0.isEnabled }
  }

  /// Where the keys are, or go at first.
  var currentFocus: Focus? {
    focus ?? (textFields.isEmpty ? defaultAction.map(Focus.action) : .field(0))
  }

  // MARK: Keys

  /// What a key does to an alert.
  enum Effect {
    case nothing
    case redraw
    case answered(AlertAction?)
    /// The text is to be opened in an editor.
    case opensEditor(TextField)
  }

  /// Answers a key.
  ///
  /// - Parameter command: what it means where text is typed.
  func handle(_ press: KeyPress, meaning command: Command?) -> Effect {
    guard wasDrawn || takesKeysUnseen else { return .nothing }
    if case .field(let index)? = currentFocus, textFields[index].isMultiline,
      let effect = handle(press, meaning: command, inLinesOf: textFields[index])
    {
      return effect
    }
    switch (press.key, currentFocus) {
    case (.escape, _): return cancel
    case (.enter, .field(let index)) where index + 1 < textFields.count: return move(1)
    case (.enter, .field): return defaultAction.map(answer) ?? .nothing
    case (.enter, .action(let index)): return answer(index)
    case (.tab, _): return move(press.modifiers.contains(.shift) ? -1 : 1)
    case (.down, _): return move(1)
    case (.up, _): return move(-1)
    case (.right, .action): return move(1)
    case (.left, .action): return move(-1)
    case (_, .field(let index)):
      guard case .edit(let edit)? = command else { return .nothing }
      textFields[index].apply(edit)
      return .redraw
    case (.character(let character), _) where press.modifiers.isEmpty: return choose(by: character)
    default: return .nothing
    }
  }

  /// Answers a key that means something else where there are several lines.
  private func handle(_ press: KeyPress, meaning command: Command?, inLinesOf field: TextField) -> Effect? {
    let endsEditorKeys = beganEditorKeys && press == .control("e")
    beganEditorKeys = press == .control("x")
    switch press {
    case .control("e") where endsEditorKeys: return .opensEditor(field)
    case .control("d"), KeyPress(.enter, .alt): return defaultAction.map(answer) ?? .nothing
    case .enter:
      field.apply(.insert("\n"))
      return .redraw
    default: return command.map(field.perform) ?? false ? .redraw : nil
    }
  }

  func paste(_ text: String) {
    guard case .field(let index)? = currentFocus else { return }
    textFields[index].apply(.insert(text))
  }

  private var cancel: Effect {
    guard let action = actions.first(where: { $0.style == .cancel }) else { return .answered(nil) }
    return action.isEnabled ? .answered(action) : .nothing
  }

  /// Gives an answer, or, where it is no cancel and there is a text that is not valid, goes to that.
  func answer(_ index: Int) -> Effect {
    guard actions[index].isEnabled else { return .nothing }
    guard actions[index].style != .cancel, let invalid = textFields.firstIndex(where: { !$0.checkText() })
    else {
      return .answered(actions[index])
    }
    focus = .field(invalid)
    return .redraw
  }

  /// Goes to the next or the one before of all fields and answers that can be given.
  private func move(_ step: Int) -> Effect {
    let stops =
      textFields.indices.map(Focus.field) + actions.indices.filter { actions[$0].isEnabled }.map(Focus.action)
    guard let current = currentFocus.flatMap(stops.firstIndex), stops.count > 1 else {
      focus = stops.first
      return .redraw
    }
    focus = stops[(current + step + stops.count) % stops.count]
    return .redraw
  }

  /// Gives the one answer whose title begins with a character; of several, chooses the next.
  private func choose(by character: Character) -> Effect {
    let fitting = actions.indices.filter {
      actions[$0].isEnabled && actions[$0].title.first?.lowercased() == character.lowercased()
    }
    if fitting.count == 1 { return answer(fitting[0]) }
    guard !fitting.isEmpty else { return .nothing }
    let current = if case .action(let index)? = currentFocus { index } else { -1 }
    focus = .action(fitting.first { $0 > current } ?? fitting[0])
    return .redraw
  }
}

// MARK: - AlertAction

/// One of the answers of an ``AlertController``.
@MainActor
public final class AlertAction {
  /// What an answer does, which decides how it looks and which keys give it.
  public enum Style: Hashable, Sendable {
    /// An answer.
    case `default`
    /// Leaves all as it is; escape gives it too. An alert has one at most.
    case cancel
    /// Destroys something; it is never the one that enter gives without being chosen.
    case destructive
  }

  /// What stands on its button.
  public let title: String
  /// Whether the answer goes on, cancels, or destroys something.
  public let style: Style
  /// Whether it can be given.
  public var isEnabled = true
  let handler: ((AlertAction) -> Void)?

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - title: what it is called.
  ///   - style: what it does.
  ///   - handler: called once the alert is gone, if this is the answer.
  public init(
    title: String, style: Style = .default, handler: (@MainActor (AlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

// MARK: - AlertLayout

/// Where an alert lies on a screen, and what stands where in it.
///
/// ```text
///   ╭─ Delete “taxes”? ──────────────╮
///   │ It cannot be brought back.     │
///   │                                │
///   │            [ Cancel ] [ Delete ] │
///   ╰────────────────────────────────╯
/// ```
///
/// For a screen reader it takes all of the screen, without a box: the question, the message, and each answer on a line.
@MainActor
struct AlertLayout {
  let rect: Rect
  /// The columns between the edge and what stands in it.
  let margin: Int
  /// The lines of the message.
  let message: [[Glyph]]
  /// The lines of each field, from the top of the box.
  let fields: [Range<Int>]
  /// Where the answers stand that are seen.
  let actions: [(index: Int, rect: Rect)]
  /// Whether there are answers below those that are seen.
  let isCut: Bool

  private static let leastColumns = 28
  private static let mostColumns = 72
  /// Lines of a field that has several, where there is room.
  private static let leastLines = 5
  private static let linesForNotes = 8
  /// Where the text of a field begins, behind the sign of the keys.
  static let textColumn = 2

  init(
    _ alert: AlertController, in size: Size, metrics: TextMetrics, theme: Theme, isPlain: Bool = false
  ) {
    let labels = alert.actions.map { Self.label(of: $0, isPlain: isPlain) }
    let widths = labels.map { metrics.width(of: $0) }
    let inRow = widths.reduce(0, +) + max(0, widths.count - 1)
    let isColumn = isPlain || alert.preferredStyle == .actionSheet || inRow > size.columns - 4
    let text = alert.message.map { StyledText($0) }
    let wanted =
      [
        metrics.width(of: alert.title) + 2, text.map { metrics.width(of: $0.text) } ?? 0,
        isColumn ? widths.max() ?? 0 : inRow, alert.textFields.isEmpty ? 0 : 40, Self.leastColumns,
        alert.textFields.contains(where: \.isMultiline) ? Self.mostColumns : 0,
      ].max() ?? 0
    margin = isPlain ? 0 : 2
    let columns = isPlain ? size.columns : min(size.columns, min(wanted, Self.mostColumns) + 4)
    let inner = max(1, columns - 2 * margin)
    message =
      text.map {
        TextLines(
          $0, columns: inner, properties: TextProperties(numberOfLines: 0), style: theme.text,
          match: theme.match, metrics: metrics, isUnicode: true
        ).lines
      } ?? []
    var line = 1 + message.count
    if !alert.textFields.isEmpty {
      if !message.isEmpty { line += 1 }
      // The edges, a blank line before the answers, the answers.
      let below = (isColumn ? labels.count : 2) + 1
      var places: [Range<Int>] = []
      for (index, field) in alert.textFields.enumerated() {
        let rows = field.rowCount(in: inner - Self.textColumn, metrics)
        let others = alert.textFields.count - index - 1
        let room = size.lines - line - below - others - (field.shownNote == nil ? 0 : 1)
        let height = field.isMultiline ? max(1, min(max(Self.leastLines, rows), room)) : 1
        places.append(line..<line + height)
        line += height + (field.shownNote == nil || size.lines < Self.linesForNotes ? 0 : 1)
      }
      fields = places
    } else {
      fields = []
    }
    if line > 1, !labels.isEmpty, !isColumn { line += 1 }
    let rows = isColumn ? labels.count : min(1, labels.count)
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

  /// The first answer to show: the one there was, unless the chosen one would not be seen.
  private static func first(of rows: Int, seen: Int, in alert: AlertController) -> Int {
    let first = max(0, min(alert.offset, rows - seen))
    guard seen > 0, case .action(let chosen)? = alert.currentFocus else { return first }
    return min(max(first, chosen - seen + 1), chosen)
  }

  static func label(of action: AlertAction, isPlain: Bool) -> String {
    isPlain ? action.title : "[ \(action.title) ]"
  }

  /// The answer at a place of the screen.
  func action(at point: Point) -> Int? {
    let inside = Point(line: point.line - rect.origin.line, column: point.column - rect.origin.column)
    return actions.first { $0.rect.contains(inside) }?.index
  }

  /// The field on a line of the screen.
  func field(at point: Point) -> Int? {
    rect.contains(point) ? fields.firstIndex { $0.contains(point.line - rect.origin.line) } : nil
  }
}

extension AlertController {
  func draw(in canvas: inout Canvas, theme: Theme) {
    let isPlain = canvas.traits.isAccessible
    let layout = AlertLayout(
      self, in: canvas.size, metrics: canvas.metrics, theme: theme, isPlain: isPlain)
    offset = layout.actions.first?.index ?? 0
    let symbols = Symbols.standard(for: canvas.traits)
    let focus = currentFocus
    canvas.hideCursor()
    canvas.inside(layout.rect) { canvas in
      canvas.drawBox(title: title, theme: theme, symbols: symbols, isCut: layout.isCut)
      for (index, line) in layout.message.enumerated() where index + 1 < canvas.size.lines - 1 {
        canvas.place(line, line: 1 + index, column: layout.margin)
      }
      for (index, lines) in layout.fields.enumerated() where lines.lowerBound < canvas.size.lines - 1 {
        let room = Rect(
          line: lines.lowerBound, column: layout.margin,
          columns: max(0, canvas.size.columns - 2 * layout.margin), lines: lines.count)
        canvas.inside(room) { draw(index, hasFocus: focus == .field(index), in: &$0, theme: theme) }
        let isTaken = layout.actions.contains { $0.rect.lines.contains(lines.upperBound) }
        if let note = textFields[index].shownNote, lines.upperBound < canvas.size.lines - 1, !isTaken {
          canvas.write(
            StyledText(note), line: lines.upperBound, column: layout.margin + AlertLayout.textColumn,
            width: max(0, canvas.size.columns - 2 * layout.margin - AlertLayout.textColumn),
            style: textFields[index].hasProblem ? theme.deleted.mark : theme.secondaryText)
        }
      }
      for (index, rect) in layout.actions {
        canvas.inside(rect) { draw(actions[index], hasFocus: focus == .action(index), in: &$0, theme: theme) }
      }
    }
    wasDrawn = true
  }

  private func draw(_ index: Int, hasFocus: Bool, in canvas: inout Canvas, theme: Theme) {
    let sign = canvas.traits.isAccessible ? " " : canvas.traits.isUnicode ? "❯" : ">"
    canvas.write(StyledText(hasFocus ? sign : " "), style: theme.prompt)
    textFields[index].draw(in: &canvas, from: AlertLayout.textColumn, hasFocus: hasFocus, theme: theme)
  }

  private func draw(_ action: AlertAction, hasFocus: Bool, in canvas: inout Canvas, theme: Theme) {
    var style = theme.text
    if !action.isEnabled {
      style = theme.secondaryText
    } else if action.style == .destructive {
      style = theme.deleted.mark
    }
    if hasFocus { style.attributes.formUnion([.reverse, .bold]) }
    let isPlain = canvas.traits.isAccessible
    canvas.write(StyledText(AlertLayout.label(of: action, isPlain: isPlain)), style: style)
    if hasFocus { canvas.placeCursor(line: 0, column: isPlain ? 0 : 2) }
  }
}
