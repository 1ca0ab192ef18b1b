import Files
import LibC
import ListKit
import ListKitCurses
import Rows

/// The keys for the entire value of the column, of which a cell may show only the beginning.
extension ListScreenController {
  func copyValue() {
    withValue { list, value in list.copy(String(decoding: value, as: UTF8.self), named: "the value") }
  }

  /// Copies a text to the clipboard, and says in the status what was handed to whom: whether that copied it, nobody
  /// reports.
  func copy(_ text: String, named name: String) {
    let (count, limit) = (text.utf8.count, Terminal.mostBytesToCopy)
    if count > limit { return statusNote = "not copied: \(count) bytes; terminals take \(limit)" }
    statusNote =
      Terminal.copy(text)
      ? "handed to \(Terminal.clipboardTaker) for the clipboard: \(name)" : "not copied: the terminal cannot"
  }

  /// Shows the value in the user's pager.
  func pageValue() {
    withValue { list, value in
      _ = Task { list.statusNote = await Self.page(value) }
    }
  }

  /// Asks for a file, and writes the value to it.
  func askForFile() {
    guard let column = columnOfKeys, tableView.cursorIndexPath != nil, !tableView.bringCursorIntoView() else {
      return
    }
    let name = model.columnCount == 0 ? "the line" : model.name(of: column)
    ask(
      forText: "Write \(name)", message: "to a new file", verb: "Write",
      completions: Terminal.paths(beginningWith:)
    ) { [weak self] path in
      self?.withValue { list, value in
        _ = Task {
          do {
            try await StoredFile(path: path).create(with: value)
            list.statusNote = "wrote \(value.count) bytes to \(path)"
          } catch {
            list.statusNote = "not written: \(error)"
          }
        }
      }
    }
  }

  /// Saves the rows as they are shown to a file, in the format of its name; an end of a name alone means the clipboard.
  func askToSave() {
    let formats = ShownFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: " ")
    ask(
      forText: "Save the rows as they are shown", message: "\(formats); the end alone copies them",
      verb: "Save", completions: Terminal.paths(beginningWith:)
    ) {
      [weak self] path in
      guard let format = ShownFormat(ofFile: path) else {
        self?.statusNote = "not saved: the name ends in none of \(formats)"
        return
      }
      self?.performOnRows { list in _ = Task { await list.save(as: format, to: path) } }
    }
  }

  private func save(as format: ShownFormat, to path: String) async {
    guard let text = await model.shownText(format) else { return }
    if path == ".\(format.rawValue)" {
      return copy(String(decoding: text, as: UTF8.self), named: "the rows as \(format.rawValue)")
    }
    let file = StoredFile(path: path)
    do {
      try await file.create(with: text)
      statusNote = "saved \(path)"
    } catch  where error.code == EEXIST {
      ask("Replace \(path)?", message: "The file exists.") { [weak self] in
        do {
          try file.replace(with: text)
          self?.statusNote = "saved \(path)"
        } catch {
          self?.statusNote = "not saved: \(error)"
        }
      }
    } catch {
      statusNote = "not saved: \(error)"
    }
  }

  private func withValue(_ body: @escaping @MainActor (ListScreenController, [UInt8]) -> Void) {
    guard let column = columnOfKeys, !tableView.bringCursorIntoView() else { return }
    tableView.holdCursor()
    model.withValue(of: column) { [weak self] value in
      if let self { body(self, value) }
    }
  }

  /// - Returns: The reason why that failed; nil if it succeeded.
  private static func page(_ value: [UInt8]) async -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let file = StoredFile(path: "\(folder)/muster-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
    do {
      try await file.create(with: value, isPrivate: true)
    } catch {
      return "\(error)"
    }
    defer { unlink(file.path) }
    let words = ["sh", "-c", #"eval "${PAGER:-less}"' "$1"'"#, "sh", file.path]
    let status = await Terminal.run("/bin/sh", arguments: words.map { Array($0.utf8) })
    return status == 0 ? nil : "the pager ended with exit status \(status)"
  }
}
