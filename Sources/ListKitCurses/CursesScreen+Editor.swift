import LibC

extension CursesScreen {
  /// Opens a text in the program that `VISUAL` or `EDITOR` names, else in `vi`, and returns what that left.
  ///
  /// The program has a file of its own in `TMPDIR`, readable by its owner alone, which is removed afterwards.
  ///
  /// - Returns: nil where the program failed or there is no room for the file.
  public func edit(_ text: String) async -> String? {
    let environment = Environment.process
    let editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    guard let file = TextFile(text, in: environment["TMPDIR"] ?? "/tmp") else { return nil }
    defer { file.remove() }
    // The variable may have arguments, as git has it too.
    let words = ["sh", "-c", "\(editor) \"$1\"", "sh", file.path].map { Array($0.utf8) }
    return await Terminal.run("/bin/sh", arguments: words) == 0 ? file.text : nil
  }
}

/// A file for a text that another program changes.
private struct TextFile {
  let path: String

  /// Creates a file; nil where that fails.
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

  /// What it holds; nil where it cannot be read.
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
