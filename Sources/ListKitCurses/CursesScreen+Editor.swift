import LibC

extension CursesScreen {
  /// Opens a text in the program that `VISUAL` or `EDITOR` names, else in `vi`, and returns the edited text.
  ///
  /// The program edits a file in `TMPDIR` that only the owner can read, and that is removed afterwards.
  ///
  /// - Returns: nil if the program failed or the file could not be written.
  public func edit(_ text: String) async -> String? {
    let environment = Environment.process
    let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    guard let file = TextFile(text, in: environment["TMPDIR"] ?? "/tmp") else { return nil }
    defer { file.remove() }
    // The variable may contain arguments, as in git.
    let words = ["sh", "-c", "\(editor) \"$1\"", "sh", file.path].map { Array($0.utf8) }
    return await Terminal.run("/bin/sh", arguments: words) == 0 ? file.text : nil
  }
}

/// A temporary file with a text for another program to edit.
private struct TextFile {
  let path: String

  /// Creates the file; nil if that fails.
  init?(_ text: String, in directory: String) {
    var name = Array("\(directory)/text-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var rest = Array((text.isEmpty || text.hasSuffix("\n") ? text : text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { break }
      rest = rest.dropFirst(max(0, count))
    }
    close(descriptor)
    guard rest.isEmpty else {
      remove()
      return nil
    }
  }

  /// The content of the file; nil if it cannot be read.
  var text: String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno != EINTR { return nil }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += part.prefix(max(0, count))
    }
  }

  func remove() { unlink(path) }
}
