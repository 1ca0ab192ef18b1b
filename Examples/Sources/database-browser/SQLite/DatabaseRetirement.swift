import GRDB

extension DatabaseReader {
  /// Closes a database that is no longer used.
  ///
  /// GRDB's queues hold values, and libdispatch takes such a queue apart on a global one; these it looks after once a
  /// second on Linux, from the first use to the end of the process.
  func retire() throws {
    try close()
    _ = Unmanaged.passRetained(self)
  }
}
