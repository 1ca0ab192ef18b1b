/// How far long work has come: in the status line by ``TableViewController/progress(of:_:)``, in a cell by
/// ``CellAccessory/progress(_:columns:displayed:placement:)``.
public enum WorkProgress: Hashable, Sendable {
  /// The amount is unknown: a part of the bar moves while the work continues.
  case indeterminate
  /// The part that is done, from 0 to 1.
  case fraction(Double)

  /// Work that ends sooner is not shown.
  package static let delay = OutlineNote.delay

  /// The fraction that is done, clamped to 0...1; nil while it is unknown.
  var part: Double? {
    guard case .fraction(let part) = self else { return nil }
    return part.isFinite ? max(0, min(1, part)) : 0
  }
}

/// The bar in the status line, and how much of it is done in percent where there is room for that.
struct ProgressBar {
  let progress: WorkProgress
  let theme: Theme
  let time: Duration
  let motion: Motion

  private static let percentColumns = 6
  static let leastColumns = 4

  func draw(in canvas: inout Canvas) {
    if canvas.traits.isAccessible {
      let words = progress.part.map { "\(Int($0 * 100))% done" } ?? "busy"
      canvas.write(StyledText(words), style: theme.text, alignment: .trailing)
      return
    }
    var columns = canvas.size.columns
    if let part = progress.part, columns >= Self.percentColumns + Self.leastColumns {
      columns -= Self.percentColumns
      canvas.write(
        StyledText("\(Int(part * 100))%"), column: columns, width: Self.percentColumns, style: theme.text,
        alignment: .trailing)
    }
    let done = stretch(of: columns)
    let (full, rest) = canvas.traits.isUnicode ? ("━", "─") : ("#", ".")
    for column in 0..<columns {
      let isDone = done.contains(column)
      canvas.write(
        StyledText(isDone ? full : rest), column: column, width: 1,
        style: isDone ? theme.prompt : theme.secondaryText)
    }
  }

  /// The columns that are drawn as done. Only what is done is drawn as all of it.
  private func stretch(of columns: Int) -> Range<Int> {
    guard columns > 0 else { return 0..<0 }
    if let part = progress.part { return 0..<Int(part * Double(columns)) }
    // It goes to the end and comes back; where nothing may move it stands in the middle.
    let length = max(1, columns / 5)
    let ways = columns - length
    guard motion == .full, ways > 0 else { return ways / 2..<ways / 2 + length }
    let step = Int(time / Spinner.frameDuration) % (2 * ways)
    let start = step <= ways ? step : 2 * ways - step
    return start..<start + length
  }
}
