import LibC

/// An open directory. Links are never followed, so there are no loops.
struct Directory: ~Copyable {
  private let stream: OpaquePointer
  private var descriptor: Int32 { dirfd(stream) }

  /// - Parameter path: a directory; with `/.` at its end, also a link to one.
  init(_ path: FileName) throws(FileProblem) {
    let descriptor = path.withCString {
      open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .last }
    guard let stream = fdopendir(descriptor) else {
      let problem = FileProblem.last
      close(descriptor)
      throw problem
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// Everything in it but itself and its parent, in no order.
  ///
  /// - Parameter isCancelled: asked now and then; what was found until then is the result.
  func entries(unless isCancelled: () -> Bool = { false }) throws(FileProblem) -> [FileFacts] {
    var entries: [FileFacts] = []
    while true {
      if entries.count.isMultiple(of: 256), isCancelled() { return entries }
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last }
        return entries
      }
      let name = Self.name(of: entry)
      if name.bytes == [0x2E] || name.bytes == [0x2E, 0x2E] { continue }
      // Without facts it went away since it was listed.
      if let facts = facts(of: name, type: Int32(entry.pointee.d_type)) { entries.append(facts) }
    }
  }

  /// What is known of a file in it; nil where there is none of that name.
  ///
  /// - Parameter type: what the listing says the file is.
  func facts(of name: FileName, type: Int32 = 0) -> FileFacts? {
    let (mode, status) = name.withCString { FileFacts.Status.of($0, in: descriptor) } ?? (0, nil)
    if status == nil, errno == ENOENT { return nil }
    let kind = FileFacts.Kind(mode: status == nil ? mode_t(type) << 12 : mode)
    return FileFacts(
      name: name, kind: kind, status: status,
      target: kind == .link ? target(of: name) : nil,
      problem: kind == .directory && !isReadable(name) ? .permissionDenied : nil)
  }

  private func target(of name: FileName) -> FileName? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = name.withCString { name in
        buffer.withMemoryRebound(to: CChar.self) { room in
          room.baseAddress.map { max(0, readlinkat(descriptor, name, $0, room.count)) } ?? 0
        }
      }
    }
    return bytes.isEmpty ? nil : FileName(bytes)
  }

  private func isReadable(_ name: FileName) -> Bool {
    name.withCString { faccessat(descriptor, $0, R_OK | X_OK, AT_EACCESS) } == 0 || errno != EACCES
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> FileName {
    // The tuple is only the room for the name, which ends at its zero.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    return FileName(
      UnsafeBufferPointer(
        start: start, count: strlen(UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self))))
  }
}

extension FileName {
  /// The path without links and dots; as it is where there is nothing.
  var resolved: Self {
    guard let path = withCString({ realpath($0, nil) }) else { return self }
    defer { free(path) }
    return FileName(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}

extension FileFacts.Kind {
  init(mode: mode_t) {
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
