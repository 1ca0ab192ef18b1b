import Files
import LibC
import ListKit
import ListKitCurses

/// The keys for the entire value of the column, of which a cell may show only the beginning.
extension ListScreenController {
  func copyValue() {
    withValue { list, value in
      let isCopied = Terminal.copy(String(decoding: value, as: UTF8.self))
      list.statusNote = isCopied ? "copied" : "not copied: the terminal cannot"
    }
  }

  /// Shows the value in the user's pager.
  func pageValue() {
    withValue { list, value in
      _ = Task { list.statusNote = await Self.page(value) }
    }
  }

  /// Asks for a file, and writes the value to it.
  func askForFile() {
    guard let column = columnOfKeys, tableView.cursorIndexPath != nil else { return }
    let name = model.columnCount == 0 ? "the line" : model.name(of: column)
    ask(forText: "Write \(name)", message: "to a new file", verb: "Write") { [weak self] path in
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

  private func withValue(_ body: @escaping @MainActor (ListScreenController, [UInt8]) -> Void) {
    guard let column = columnOfKeys else { return }
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
