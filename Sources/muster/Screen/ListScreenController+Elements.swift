import ListData
import ListKit
import Rows
import Runs

/// Lists and objects of JSON in values, whose elements and members are lists of their own.
extension ListScreenController {
  /// Shows the elements or the members of a value as a list; esc comes back.
  ///
  /// - Parameter row: The title of the row.
  /// - Returns: false if the value is neither a list nor an object.
  func openElements(
    of value: [UInt8], in column: Int, ofRow row: String, at time: WallTime = .now
  ) -> Bool {
    let text = TextBytes(value)
    guard let nesting = text.jsonNesting(0..<text.count) else { return false }
    if tableView.bringCursorIntoView() { return true }
    let name = model.name(of: column)
    if case .array(0) = nesting {
      statusNote = "\(name) is empty"
      return true
    }
    Task {
      let opened = await result(of: "opening \(name)", failing: name) { _ in
        try await ListScreenController(
          of: text, try MusterOptions.read(["-f", "json"]), title: "\(name) of \(row)", at: time)
      }
      if let opened { navigationController?.pushViewController(opened.withPreview()) }
    }
    return true
  }

  /// Creates the screen of a list made of a text, which is read off the main actor.
  convenience init(
    of text: TextBytes, _ options: MusterOptions, title: String, at time: WallTime = .now
  ) async throws {
    let source = try Source(.standardInput, options.reading.options, title: title)
    let run = try await offMainActor { [reader = source.reader()] in
      var reader = reader
      return try reader.finish(RunReader.Reading(bytes: text), at: time)
    }
    self.init(RunList(source: source, options: options, runs: RunSequence(of: run)), options)
  }
}
