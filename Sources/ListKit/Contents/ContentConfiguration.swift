/// What a cell shows: a value that draws itself.
///
/// ``ListContentConfiguration`` and ``ColumnContentConfiguration`` serve most lists; a type of one's own
/// needs only to say how many lines it takes and to draw them.
public protocol ContentConfiguration: Sendable {
  /// Lines needed in a number of columns, as the terminal counts them; at least one.
  func lines(inColumns columns: Int, metrics: TextMetrics) -> Int
  /// Draws the content; the canvas has the lines asked for.
  func draw(in canvas: inout Canvas, context: CellContext)
}

/// What surrounds a cell's content while it is drawn.
public struct CellContext: Sendable {
  /// Whether the row is selected, under the cursor, expanded or being moved, while it is drawn.
  public var state: CellConfigurationState
  /// The styles of the screen, which follow its background and its number of colours.
  public var theme: Theme
  /// The signs of the screen: those of Unicode, or ASCII where the terminal has no more.
  public var symbols: Symbols
  /// The columns of a tabular list with their places, empty in others; places count from the left
  /// edge of the content.
  public var columns: [PlacedColumn]
  /// The time of the drawing, for what moves by itself.
  public var time: Duration
  /// How much may move: `none` where the user wants things to stand still.
  public var motion: Motion

  /// Creates a context, as a table does for each row it draws, and a test of a content for itself.
  public init(
    state: CellConfigurationState = CellConfigurationState(), theme: Theme = .mono,
    symbols: Symbols = .unicode, columns: [PlacedColumn] = [],
    time: Duration = .zero, motion: Motion = .full
  ) {
    self.state = state
    self.theme = theme
    self.symbols = symbols
    self.columns = columns
    self.time = time
    self.motion = motion
  }
}
