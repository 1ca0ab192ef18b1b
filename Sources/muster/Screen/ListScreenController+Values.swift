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
            try await Self.write(value, toNewFile: path)
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
    var path = Array("\(folder)/muster-XXXXXX".utf8CString)
    do {
      let file = mkstemp(&path)
      let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard file >= 0 else { throw SystemError.last(name) }
      defer { unlink(name) }
      try await write(value, to: file, name)
      let words = ["sh", "-c", #"eval "${PAGER:-less}"' "$1"'"#, "sh", name]
      let status = await Terminal.run("/bin/sh", arguments: words.map { Array($0.utf8) })
      return status == 0 ? nil : "the pager ended with exit status \(status)"
    } catch {
      return "\(error)"
    }
  }

  private static func write(_ bytes: [UInt8], toNewFile path: String) async throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError.last(path) }
    try await write(bytes, to: file, path)
  }

  /// Writes bytes off the main actor, and closes the file.
  @concurrent
  private static func write(_ bytes: [UInt8], to file: Int32, _ path: String) async throws {
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { LibC.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw SystemError.last(path) }
      start += max(0, count)
    }
  }
}
