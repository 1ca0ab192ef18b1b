import LibC

extension Terminal {
  /// Returns the paths that begin with a text, in order; those of directories end in a slash.
  ///
  /// ```swift
  /// let path = await prompt("Save as", completions: Terminal.paths(beginningWith:))
  /// ```
  ///
  /// Hidden files are among them if the name begins with a dot. A directory that cannot be read has none.
  ///
  /// - Complexity: O(entries of the directory), with a system call for each path that is returned.
  nonisolated public static func paths(beginningWith text: String) -> [String] {
    let folder = text.lastIndex(of: "/").map { text[...$0] } ?? ""
    let start = text.dropFirst(folder.count)
    guard let stream = opendir(folder.isEmpty ? "." : String(folder)) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let bytes = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = String(cString: bytes.assumingMemoryBound(to: CChar.self))
      guard name.hasPrefix(start), name != ".", name != "..", start.hasPrefix(".") || !name.hasPrefix(".")
      else { continue }
      var status = stat()
      let isDirectory = stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      paths.append(folder + name + (isDirectory ? "/" : ""))
    }
    return paths.sorted()
  }
}
