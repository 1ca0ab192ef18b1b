/// The content of a row to type into: what it is about, and a field.
///
/// ```text
///   wide      Password  ••••_______________________  too short
///   narrow    Password  ••••____
///             too short
/// ```
///
/// Tab, shift-tab, enter and a click on the row give the keys to the field; enter goes on to the next field, or back to
/// the rows, and escape puts back what was there before. A screen does so by itself with
/// ``TableViewController/focusedTextField``.
public struct TextFieldContentConfiguration: ContentConfiguration {
  /// What the field is for; stands before it.
  public var text: String?
  /// The columns of the text, with which the fields of several rows begin below each other.
  public var textColumns: Int
  /// What is typed into. The field belongs to the program, for cells come and go.
  public let textField: TextField

  private static let spacing = 2
  /// Columns of a field that are worth having something beside it.
  private static let leastColumns = 12

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - text: stands before the field.
  ///   - textColumns: the columns it takes; what does not fit is cut.
  ///   - textField: the field.
  public init(text: String? = nil, textColumns: Int = 12, textField: TextField) {
    self.text = text
    self.textColumns = textColumns
    self.textField = textField
  }

  /// One, and a second for what is wrong with the text where it does not fit beside the field. On the main actor only.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    MainActor.assumeIsolated { problem(inColumns: columns, metrics)?.isBelow ?? false ? 2 : 1 }
  }

  /// Draws the text, the field, and what is wrong with it. On the main actor only.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    let former = canvas
    canvas = MainActor.assumeIsolated {
      var canvas = former
      drawField(in: &canvas, theme: context.theme)
      return canvas
    }
  }

  private var fieldStart: Int { text == nil ? 0 : textColumns + Self.spacing }

  /// What is wrong, and whether it stands below the field.
  @MainActor
  private func problem(inColumns columns: Int, _ metrics: TextMetrics) -> (
    text: String, columns: Int, isBelow: Bool
  )? {
    textField.shownProblem.map { problem in
      let width = metrics.width(of: problem)
      return (problem, width, columns - start(in: columns) - Self.spacing - width < Self.leastColumns)
    }
  }

  /// The column where the field begins: the text gives way where there is hardly room for both.
  private func start(in columns: Int) -> Int {
    columns - fieldStart < Self.leastColumns ? min(fieldStart, columns / 3) : fieldStart
  }

  @MainActor
  private func drawField(in canvas: inout Canvas, theme: Theme) {
    let start = start(in: canvas.size.columns)
    if let text { canvas.write(StyledText(text), width: max(0, start - 1), style: theme.secondaryText) }
    let problem = problem(inColumns: canvas.size.columns, canvas.metrics)
    let beside = problem.map { $0.isBelow ? 0 : $0.columns + Self.spacing } ?? 0
    let columns = max(0, canvas.size.columns - start - beside)
    canvas.inside(Rect(line: 0, column: 0, columns: start + columns, lines: 1)) {
      textField.draw(in: &$0, from: start, hasFocus: textField.isEditing, theme: theme)
      // Where there is something to type is to be seen without colours.
      $0.restyle(line: 0, columns: start..<start + columns) { Style(attributes: .underline).over($0) }
    }
    guard let problem else { return }
    let column =
      problem.isBelow
      ? min(start, max(0, canvas.size.columns - problem.columns)) : start + columns + Self.spacing
    canvas.write(
      StyledText(problem.text), line: problem.isBelow ? 1 : 0, column: column, style: theme.deleted.mark)
  }
}
