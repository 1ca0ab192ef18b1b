import GRDB

extension DatabaseReader {
  /// Closes a database that nobody uses any more, and keeps the little that is left of it.
  ///
  /// GRDB's queues hold values, and libdispatch takes such a queue apart on a global one; these it looks after once a
  /// second on Linux, from the first use to the end of the process.
  func retire() throws {
    try close()
    _ = Unmanaged.passRetained(self)
  }
}
