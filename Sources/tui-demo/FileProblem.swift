import LibC

/// Why the system refused something.
struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's number for it.
  let code: Int32

  init(code: Int32) { self.code = code }

  /// What went wrong in the call before.
  static var last: Self { Self(code: errno) }

  static let permissionDenied = Self(code: EACCES)
  static let notFound = Self(code: ENOENT)

  /// In the system's words, such as `Permission denied`.
  var description: String { String(cString: strerror(code)) }
}

/// A file, and why the system refused it: one line.
struct FileRefusal: Error, CustomStringConvertible {
  var path: FileName
  var problem: FileProblem

  var description: String { "\(path.text): \(problem)" }
}
