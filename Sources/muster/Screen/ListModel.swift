import ListKit
import Rows

/// The rows of a list on a screen: those of runs, or of a table of a database.
///
/// It gives the table of its ``ListScreenController`` rows, and calls `describeState()` and `placeColumns()` of the
/// screen when its state or its columns change.
@MainActor
protocol ListModel: AnyObject {
  /// The name of the list, without times.
  var name: String { get }
  /// The clock of the preview.
  var clock: any Clock<Duration> { get }
  /// What the search bar says while it is empty.
  var placeholder: String { get }

  /// The screen; nil once it is gone.
  var screen: ListScreenController? { get }
  /// Gives the table of a screen the rows, from now on.
  func connect(to screen: ListScreenController)
  /// Begins to read.
  func start()
  /// Called after the program has left the screen: saves the view, and prints what was awaited.
  func screenDidEnd() throws
  /// Called before the screen is drawn.
  func screenWillDraw()

  // MARK: Columns

  /// The number of columns; 0 for lines.
  var columnCount: Int { get }
  func name(of column: Int) -> String
  /// Returns what the values of a column are: `number`.
  func kind(of column: Int) -> String
  /// The columns to show, from left to right.
  var shownColumns: [Int] { get }
  /// The columns that stay in view while others scroll: those of the key, and pinned ones.
  var keyColumns: [Int] { get }
  var columnChoice: ColumnAdjustments { get set }
  /// Shows some columns; nil for all.
  func show(columns: [Int]?)
  /// Returns the shown columns for a screen; nil for lines, and before there are rows.
  ///
  /// - Parameter room: The number of screen columns for all of them.
  func placedColumns(room: Int) -> [TableColumn]?
  /// Returns the text of a column in the row under the cursor.
  func cursorText(of column: Int) -> String

  // MARK: Rows

  /// Shows the rows that match a query.
  func filter(by text: String)
  /// Sorts by a column, or if the rows are sorted by it reverses their order; nil for the original order.
  func sort(by column: Int?)
  /// Adds the keys for the rows to the screen. What a list cannot do, it says.
  func addKeys()
  /// Adds the keys for how the rows were read, which the help lists last.
  func addKeysOfInput()
  /// Undoes the last change of the view. Returns false if there is nothing to undo, and the screen may be left.
  func goBack() -> Bool
  /// What leaving the list loses, as a sentence; nil for nothing.
  var lossOfLeaving: String? { get }
  /// What ``goBack()`` undoes next, in one or two words; nil for nothing.
  var titleOfUndo: String? { get }
  /// What a number is for that is typed before a key, such as `m compares`; nil if digits are keys, or have no meaning.
  var useOfCount: String? { get }
  /// The key that a column is made for, for the last line; nil if there is none.
  func keyHint(for column: Int) -> KeyHint?
  /// What enter does, for the help.
  var titleOfEnter: String { get }
  /// Opens the row under the cursor, or shows its details.
  func openRow()
  /// The row under the cursor for the preview; nil if there is none.
  var previewedRow: PreviewedRow? { get }
  /// Calls a function with the marked rows that exist or else the row under the cursor, once the rows match the query.
  /// If all marked rows are gone, reports that instead.
  ///
  /// - Parameters:
  ///   - withRemoved: Whether to include removed rows that are still shown.
  ///   - next: What to do to act on the row under the cursor.
  func withChosenRows(
    withRemoved: Bool, orSay next: String, _ body: @escaping @MainActor (any ChosenRows) -> Void)
  /// Returns the rows as they are shown, off the main actor; nil if not all are known, after the status says so.
  func shownText(_ format: ShownFormat) async -> [UInt8]?
  /// Calls a function with the entire value of a column in the row under the cursor.
  func withValue(of column: Int, _ body: @escaping @MainActor ([UInt8]) -> Void)
  /// Counts how often each value of a column occurs in the rows that match.
  func countValues(of column: Int) async throws -> CountedValues
  /// Called after a command of the user may have changed the rows.
  func rowsMayHaveChanged()

  // MARK: State

  /// How much of the rows is shown.
  var contentState: ContentState { get }
  /// Whether no rows have arrived, and some may.
  var isWithoutRows: Bool { get }
  /// Whether all rows are known, and none matches.
  var hasNoMatch: Bool { get }
  /// Returns the texts around the rows.
  ///
  /// - Parameter note: A message to show in the status.
  func captions(noting note: String?) -> ListCaptions
  /// Returns when the keys pressed so far took effect.
  func untilSettled() async
}

extension ListModel {
  func keyHint(for column: Int) -> KeyHint? { nil }
  var useOfCount: String? { nil }

  /// Shows a message in the status, until the next key.
  func report(_ note: String?) { screen?.statusNote = note }

  /// Adds a key.
  ///
  /// - Parameters:
  ///   - title: For the help; nil to leave it out.
  ///   - waits: Whether the key changes how rows are shown: pressed before there are rows, it is performed on the
  ///     first ones.
  func add(
    _ key: KeyPress, _ title: String?, waits: Bool = true, _ action: @escaping @MainActor (Self) -> Void
  ) {
    screen?.add(key, title, waits: waits) { [weak self] _ in
      if let self { action(self) }
    }
  }

  /// Adds a key for the column that keys act on.
  func add(
    _ key: KeyPress, _ title: String, opensPage: Bool = false,
    _ action: @escaping @MainActor (Self, _ column: Int) -> Void
  ) {
    screen?.add(key, title, waits: true, opensPage: opensPage) { [weak self] screen in
      if let self, let column = screen.columnOfKeys { action(self, column) }
    }
  }
}

/// The texts around the rows of a list.
struct ListCaptions {
  /// nil to keep the title.
  var title: String?
  var status: String
  /// Work in progress that esc does not stop.
  var progress: WorkProgress?
  /// The text in place of rows; nil to keep it.
  var background: ListContentConfiguration?
}

/// Rows that the user chose, with their entire values.
protocol ChosenRows {
  var count: Int { get }
  /// The name of the first row in a question.
  @MainActor var name: String { get }
  /// The sums of the rows in words, for a question.
  var sums: [String] { get }
  /// The rows as text for the clipboard.
  var lines: [String] { get }
  /// Returns the commands for the rows.
  func commands(for template: ExecTemplate) throws(ExecTemplate.Refusal) -> [RowCommand]
  /// Returns the output of a picker.
  ///
  /// - Throws: An error that names a column of `--output` that does not exist.
  func picked(query: String) throws -> PickedRows
}
