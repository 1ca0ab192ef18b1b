import Dispatch
import Files
import LibC
import ListKit

/// A name or a path as the file system has it: any bytes, whether or not they are text.
struct FileName: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// The name for display: characters that could control a terminal are escaped.
  var text: String { EscapedText(bytes).text }

  func appending(_ name: FileName) -> FileName {
    FileName(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { fatalError("a C string has an end") }
      return try body(start)
    }
  }

  /// The path without links and dots; the same path if it does not exist.
  var resolved: FileName {
    guard let path = withCString({ realpath($0, nil) }) else { return self }
    defer { free(path) }
    return FileName(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// Whether it is the path of a directory, or of a link to one.
  var leadsToDirectory: Bool {
    var status = stat()
    return withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

struct FileFacts: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case directory, file, link, pipe, socket
    case characterDevice = "character-device"
    case blockDevice = "block-device"
    case unknown
  }

  // The widest fields first, to save padding for a hundred thousand files.
  struct Status: Hashable, Sendable {
    /// Bytes.
    var size: Int64 = 0
    /// Since 1970.
    var modified = Duration.zero
    var inode: UInt64
    var device: UInt64 = 0
    var owner: UInt32 = 0
    var group: UInt32 = 0
    var permissions: UInt32 = 0o644
  }

  var name: FileName
  /// Nil if the file can be listed but not examined.
  var status: Status?
  var kind: Kind
  var target: FileName?

  /// The size in bytes of a regular file.
  var size: Int64? { kind == .file ? status?.size : nil }

  /// The properties that remain when a file is renamed. A new file may have the inode number of a deleted
  /// one, but not with its modification time.
  var identity: Status? {
    guard var identity = status else { return nil }
    identity.permissions = 0
    identity.owner = 0
    identity.group = 0
    return identity
  }
}

// MARK: - Reading

extension FileFacts {
  /// Reads a directory on a thread that may block: a disk may sleep, a server may not respond.
  @Sendable static func read(_ path: FileName) async throws -> [FileFacts] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try all(in: path) })
      }
    }
  }

  /// Reads a directory. Links are not followed, unless the path ends in `/.`.
  static func all(in path: FileName) throws(SystemError) -> [FileFacts] {
    let descriptor = path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .last(path.text) }
    guard let stream = fdopendir(descriptor) else {
      defer { close(descriptor) }
      throw .last(path.text)
    }
    defer { closedir(stream) }
    var files: [FileFacts] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last(path.text) }
        return files
      }
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = start.assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      if let facts = FileFacts(name, type: entry.pointee.d_type, in: descriptor) { files.append(facts) }
    }
  }

  /// - Parameter type: the file type in the directory entry.
  /// - Returns: nil if the file no longer exists.
  private init?(_ name: UnsafePointer<CChar>, type: UInt8, in directory: Int32) {
    var status = stat()
    let isExamined = fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if !isExamined, errno == ENOENT { return nil }
    self.name = FileName(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    kind = Kind(mode: isExamined ? status.st_mode : mode_t(type) << 12)
    self.status = isExamined ? Status(status) : nil
    guard kind == .link else { return }
    let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { room in
        count = room.baseAddress.map { max(0, readlinkat(directory, name, $0, room.count)) } ?? 0
      }
    }
    if !target.isEmpty { self.target = FileName(target) }
  }
}

extension FileFacts.Kind {
  fileprivate init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .directory
    case S_IFREG: self = .file
    case S_IFLNK: self = .link
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    default: self = .unknown
    }
  }
}

extension FileFacts.Status {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    permissions = UInt32(status.st_mode & ~S_IFMT)
    size = Int64(status.st_size)
    owner = status.st_uid
    group = status.st_gid
    modified = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    inode = UInt64(status.st_ino)
    device = UInt64(truncatingIfNeeded: status.st_dev)
  }
}

// MARK: - Texts

extension FileFacts {
  /// `12 B`, `4.2 kB`, `120 MB`. A kilobyte is 1000 bytes.
  static func shortText(bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var tenths: Int64 = 0
    var value = bytes
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      tenths = value / 100 % 10
      value /= 1000
      unit += 1
    }
    return (unit == 0 || value >= 10 ? "\(value)" : "\(value).\(tenths)") + " " + units[unit]
  }

  /// `2026-11-21 16:09`, in the time zone of the user.
  static func dateText(_ time: Duration) -> String {
    var seconds = time_t(time.components.seconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// `rw-r--r--  0644`.
  static func permissionsText(_ permissions: UInt32) -> String {
    let octal = String(permissions, radix: 8)
    let letters = (0..<9).map { bit in
      permissions & (0o400 >> UInt32(bit)) == 0 ? "-" : ["r", "w", "x"][bit % 3]
    }
    return letters.joined() + "  " + String(repeating: "0", count: max(0, 4 - octal.count)) + octal
  }

  /// `ann, staff`, or numbers if they have no names.
  static func ownerText(_ status: Status) -> String {
    let user = getpwuid(status.owner).map { String(cString: $0.pointee.pw_name) } ?? "user \(status.owner)"
    let group = getgrgid(status.group).map { String(cString: $0.pointee.gr_name) } ?? "group \(status.group)"
    return "\(user), \(group)"
  }
}
