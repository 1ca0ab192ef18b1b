import ListData
import ListKit
import Rows
import Runs

/// Arrays in cells of JSON, whose elements are lists of their own.
extension RunList {
  /// Shows the elements of the array in a column of the row under the cursor as a list; esc comes back.
  ///
  /// - Returns: false if the cell is no array.
  func openElements(of column: Int) -> Bool {
    guard let screen, let (run, row, _) = cursorRow, case .array(let count)? = run.table.nesting(row, column)
    else { return false }
    let name = run.table.name(of: column)
    if tableView.bringCursorIntoView() { return true }
    guard count > 0 else {
      report("\(name) is empty")
      return true
    }
    let title = "\(name) of \(RowDetails(run: run, row: row).title)"
    let text = TextBytes(Array(run.table.bytes[run.table.cell(row, column)]))
    Task {
      let opened = await screen.result(of: "opening \(name)", failing: name) { _ in
        let options = try MusterOptions.read(["-f", "json"])
        let source = try Source(.standardInput, options.reading.options, title: title)
        let elements = try await Self.read(text, source.reader(), at: run.time)
        let list = RunList(source: source, options: options, runs: RunSequence(of: elements))
        return ListScreenController(list, options)
      }
      if let opened { screen.navigationController?.pushViewController(opened.withPreview()) }
    }
    return true
  }

  @concurrent
  private static func read(_ text: TextBytes, _ reader: RunReader, at time: WallTime) async throws -> Run {
    var reader = reader
    return try reader.finish(RunReader.Reading(bytes: text), at: time)
  }
}
