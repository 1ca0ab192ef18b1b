import LibC

/// A file that is read and replaced as a whole.
package struct StoredFile: Hashable, Sendable {
  package var path: String

  package init(path: String) { self.path = path }

  /// The last component of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The path without its last component: `.` for a name alone.
  package var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The error of the last call.
  private var refusal: SystemError { .last(path) }

  // MARK: Reading

  package func contents() throws(SystemError) -> [UInt8] {
    guard let file = fopen(path, "r") else { throw refusal }
    defer { fclose(file) }
    return try contents(of: file)
  }

  /// Returns the contents of a file of the program itself; nil if there is none.
  ///
  /// - Parameter limit: The maximum number of bytes.
  /// - Throws: `ENOTSUP` for a device, a pipe or a socket, which may have no end, and `EFBIG` beyond the limit.
  package func contentsIfAny(atMost limit: Int = .max) throws(SystemError) -> [UInt8]? {
    // A pipe without a writer does not wait.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0, let file = fdopen(descriptor, "r") else {
      if errno == ENOENT { return nil }
      throw refusal
    }
    defer { fclose(file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal }
    if ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw SystemError(subject: path, code: ENOTSUP)
    }
    let bytes = try contents(of: file, atMost: limit)
    if bytes.count > limit { throw SystemError(subject: path, code: EFBIG) }
    return bytes
  }

  /// Reads until more than some bytes are read.
  private func contents(
    of file: UnsafeMutablePointer<FILE>, atMost limit: Int = .max
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      bytes += piece[..<count]
      if count == 0 {
        guard ferror(file) == 0 else { throw refusal }
        return bytes
      }
      if bytes.count > limit { return bytes }
    }
  }

  // MARK: Creating

  /// Creates the file, if there is none, off the caller's actor.
  ///
  /// A reader finds no file or all of the contents, and what fails leaves none.
  ///
  /// - Parameter isPrivate: Whether only the user may read it.
  /// - Throws: `EEXIST` if something has that path, also a link that leads nowhere.
  @concurrent
  package func create(with bytes: [UInt8], isPrivate: Bool = false) async throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw SystemError(subject: path, code: EEXIST) }
    try publish(bytes, isPrivate) { draft in
      if link(draft.path, path) == 0 {
        unlink(draft.path)
        return true
      }
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
      // A file system without hard links: an empty file keeps the path free of others.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { return false }
      close(file)
      if rename(draft.path, path) == 0 { return true }
      let error = errno
      unlink(path)
      errno = error
      return false
    }
  }

  // MARK: Replacing

  /// Replaces the contents, or creates the file.
  ///
  /// A reader finds either all of the old contents or all of the new ones, even after a crash or a power
  /// failure, and whoever else replaces it at the same time: a draft beside the file is written to the disk and
  /// then renamed. A link stays, and its target keeps its permissions and its owner.
  ///
  /// - Parameter isPrivate: Whether only the user may read a file that is created.
  /// - Throws: `ENOTSUP` for a device, a pipe or a socket, which would become a file for all programs.
  package func replace(with bytes: [UInt8], isPrivate: Bool = false) throws(SystemError) {
    let target = realTarget
    var status = stat()
    if stat(target.path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      throw SystemError(subject: target.path, code: ENOTSUP)
    }
    try target.publish(bytes, isPrivate) { draft in rename(draft.path, target.path) == 0 }
  }

  /// Creates the directories that lead to the file. Only the user may enter them.
  package func createDirectories() throws(SystemError) {
    var created = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/").dropLast() {
      created += "/" + part
      guard mkdir(created, 0o700) == 0 || errno == EEXIST else { throw .last(created) }
    }
  }

  /// Calls a function while no other call for a file in the same directory runs, in any program.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    let file = open(directory, O_RDONLY | O_CLOEXEC)
    // If there is no directory yet, or no locks, the file may still be written.
    guard file >= 0 else { return try body() }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// The target if the path is a link; otherwise the file itself.
  private var realTarget: StoredFile {
    guard let resolved = realpath(path, nil) else { return self }
    defer { free(resolved) }
    return StoredFile(path: String(cString: resolved))
  }

  // MARK: Drafts

  /// Writes a draft beside the file to the disk, and then gives it the path of the file.
  ///
  /// - Parameter rename: Gives a draft that path; false if that failed.
  private func publish(
    _ bytes: [UInt8], _ isPrivate: Bool, renaming rename: (_ draft: StoredFile) -> Bool
  ) throws(SystemError) {
    removeOldDrafts()
    let (draft, descriptor) = try createDraft(isPrivate ? 0o600 : 0o666)
    defer { close(descriptor) }
    do throws(SystemError) {
      try draft.write(bytes, to: descriptor, as: self)
      guard rename(draft) else { throw refusal }
    } catch {
      unlink(draft.path)
      throw SystemError(subject: path, code: error.code)
    }
    let directory = open(directory, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  /// The start of the names of drafts of this file. A name has at most 255 bytes.
  private var draftPrefix: String { ".\(String(decoding: name.utf8.prefix(200), as: UTF8.self)).draft-" }

  /// Creates a draft with a name of its own, and locks it: an unlocked one is that of a program that was killed.
  private func createDraft(_ permissions: mode_t) throws(SystemError) -> (StoredFile, descriptor: Int32) {
    while true {
      let number = String(UInt64.random(in: 0 ... .max), radix: 36)
      let draft = StoredFile(path: "\(directory)/\(draftPrefix)\(number)")
      // Does not follow a link, and does not write into a file of another user.
      let file = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions)
      if file < 0, errno == EEXIST { continue }
      guard file >= 0 else { throw refusal }
      // A file system without locks has no old drafts that are removed.
      flock(file, LOCK_EX | LOCK_NB)
      var status = stat()
      // Another program may have removed it before it was locked.
      if fstat(file, &status) == 0, status.st_nlink > 0 { return (draft, file) }
      close(file)
    }
  }

  /// Removes the drafts of programs that were killed.
  private func removeOldDrafts() {
    guard let stream = opendir(directory) else { return }
    defer { closedir(stream) }
    let prefix = draftPrefix
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      guard strncmp(start.assumingMemoryBound(to: CChar.self), prefix, prefix.utf8.count) == 0 else {
        continue
      }
      let path = "\(directory)/\(String(cString: start.assumingMemoryBound(to: CChar.self)))"
      let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(file)
    }
  }

  /// Writes the contents of a draft, with the owner and the permissions of another file, and waits until they
  /// are on the disk.
  private func write(
    _ bytes: [UInt8], to file: Int32, as other: StoredFile
  ) throws(SystemError) {
    var status = stat()
    if stat(other.path, &status) == 0 {
      // Sets the owner first, because that clears permissions.
      guard fchown(file, status.st_uid, status.st_gid) == 0, fchmod(file, status.st_mode & 0o7777) == 0
      else { throw refusal }
    }
    try write(bytes, to: file)
    guard fsync(file) == 0 else { throw refusal }
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { LibC.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { throw refusal }
      written += max(0, count)
    }
  }
}

/// An error of a system call, and its subject.
package struct SystemError: Error, Hashable, CustomStringConvertible, Sendable {
  /// The subject: a path, a command, standard input.
  package var subject: String
  /// The error number.
  package var code: Int32

  package init(subject: String, code: Int32) {
    self.subject = subject
    self.code = code
  }

  /// The reason in the system's words.
  package var reason: String { String(cString: strerror(code)) }
  package var description: String { "\(subject.isEmpty ? "''" : subject): \(reason)" }

  /// The error of the last call.
  package static func last(_ subject: String) -> SystemError { SystemError(subject: subject, code: errno) }
}
