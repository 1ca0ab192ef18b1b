import LibC

/// What tells whether a file is still what was read.
struct FileStatus: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
  var size: Int
  var seconds: Int
  var nanoseconds: Int
  var isRegular: Bool
  var isDirectory: Bool

  /// The file at a path; nil where there is none.
  init?(path: FilePathBytes) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// An open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A path as the file system has it: any bytes, which need not be text.
struct FilePathBytes: Hashable, Sendable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The directory it is in, and what it is called there.
  var parts: (directory: FilePathBytes, name: [UInt8]) {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return (FilePathBytes([0x2E]), bytes) }
    return (FilePathBytes(slash == 0 ? [0x2F] : Array(bytes[..<slash])), Array(bytes[(slash + 1)...]))
  }

  /// Calls a function of C with it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else {
          fatalError("FilePathBytes: an array with a NUL has an address")
        }
        return body(start)
      }
    }
  }
}
