import LibC

/// A file is replaced by a draft beside it, of which there is one at a time:
///
/// ```text
///   .order.tui-demo-draft   made, locked ─▶ written, on the disk ─▶ renamed to order
///                                └─ its writer is killed: the lock is gone, and the next one removes it
/// ```
extension StoredFile {
  /// Puts other bytes in its place: whoever reads it, even after a crash or a loss of power, finds all of the old
  /// ones or all of the new ones. Those who replace it at the same time do so one after the other.
  ///
  /// Where the path is a link, the file it leads to is replaced. It keeps its permissions and its owner.
  ///
  /// - Parameters:
  ///   - former: What is known to be in it; nil where there was no such file.
  ///   - bytes: What is to be in it.
  /// - Returns: Nil when it was replaced, or made anew where it is gone. Otherwise what somebody else has put into it;
  ///   it stays as it is.
  func replace(_ former: [UInt8]?, with bytes: [UInt8]) throws(Refusal) -> [UInt8]? {
    let target = realTarget
    let draft = try target.openDraft()
    defer { close(draft) }
    do throws(Refusal) {
      try target.write(bytes, toDraft: draft)
      // Looked at last, so that an editor that knows of no lock has as little time as can be.
      if let current = try target.contentsIfAny(), current != former {
        unlink(target.draftPath)
        return current
      }
      guard rename(target.draftPath, target.path) == 0 else { throw target.refusal }
    } catch {
      unlink(target.draftPath)
      throw error
    }
    target.syncDirectory()
    return nil
  }

  /// Removes the draft of a program that was killed; one that is being written stays.
  func removeLeftover() {
    let file = open(draftPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    if isOwnDraft(file), flock(file, LOCK_EX | LOCK_NB) == 0, isAtDraftPath(file) { unlink(draftPath) }
    close(file)
  }

  private var draftPath: String { "\(directory == "/" ? "" : directory)/.\(name).tui-demo-draft" }

  /// Makes the draft, which nobody else writes to while it is open.
  private func openDraft() throws(Refusal) -> Int32 {
    // Another program holds it as long as a disk takes to write a few lines; one that was stopped in between, longer.
    for _ in 0..<attempts {
      removeLeftover()
      let file = open(draftPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if file < 0, errno != EEXIST { throw StoredFile(path: draftPath).refusal }
      if file >= 0 {
        // In between, another program may have taken it for left over.
        if flock(file, LOCK_EX | LOCK_NB) == 0, isAtDraftPath(file) { return file }
        close(file)
      }
      usleep(5000)
    }
    throw Refusal(path: draftPath, code: EBUSY)
  }

  /// Whether a draft is one that this user could have made: in a directory of all, others may lay traps.
  private func isOwnDraft(_ file: Int32) -> Bool {
    var status = stat()
    return fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
      && (status.st_uid == geteuid() || geteuid() == 0)
  }

  private func isAtDraftPath(_ file: Int32) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(file, &mine) == 0 && lstat(draftPath, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }

  /// Writes the draft, and waits until it is on the disk.
  private func write(_ bytes: [UInt8], toDraft draft: Int32) throws(Refusal) {
    var status = stat()
    if stat(path, &status) == 0 {
      // The owner first, for a change of owner takes permissions away.
      guard fchown(draft, status.st_uid, status.st_gid) == 0, fchmod(draft, status.st_mode & 0o7777) == 0
      else { throw refusal }
    }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Self.write($0, to: draft) }
      if count < 0, errno != EINTR { throw refusal }
      written += max(0, count)
    }
    guard fsync(draft) == 0 else { throw refusal }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    LibC.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Waits until the directory knows of the new file; file systems that cannot say so, do so.
  private func syncDirectory() {
    let descriptor = open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
