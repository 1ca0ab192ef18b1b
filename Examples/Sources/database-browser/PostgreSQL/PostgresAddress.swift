import CPostgreSQL

/// The server, the database and the user: a URL as libpq takes it.
///
/// A password comes from the URL, from `PGPASSWORD` or from `~/.pgpass`, which libpq reads; nobody is asked for one,
/// and none is ever shown.
struct PostgresAddress: Hashable, Sendable {
  let url: String
  /// The database and its host, for people.
  let name: String

  /// Whether a text means a server, and no file.
  static func isURL(_ text: String) -> Bool {
    ["postgres://", "postgresql://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Reads a URL.
  ///
  /// - Throws: ``PostgresError/badAddress`` where it is none.
  init(_ url: String) throws {
    guard let options = PQconninfoParse(url, nil) else { throw PostgresError.badAddress }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    self.url = url
    let host = values["host"] ?? values["hostaddr"]
    name = [values["dbname"] ?? values["user"], host].compactMap(\.self).joined(separator: " at ")
  }

  /// Connects, which may take as long as `connect_timeout` says.
  ///
  /// - Throws: ``PostgresError/notConnected(_:)``.
  func connect() throws -> OpaquePointer {
    // What stands before the URL is overruled by it, what stands behind overrules it. A host that has gone away
    // without a word is noticed by the kernel, not by waking up.
    let parameters: KeyValuePairs = [
      "connect_timeout": "10", "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
      "tcp_user_timeout": "30000", "fallback_application_name": "database-browser", "dbname": url,
      "client_encoding": "UTF8",
    ]
    let connection = withCStrings(parameters.map(\.key)) { keys in
      withCStrings(parameters.map(\.value)) { PQconnectdbParams(keys, $0, 1) }
    }
    guard let connection else { throw PostgresError.notConnected("out of memory") }
    guard PQstatus(connection) == CONNECTION_OK else {
      defer { PQfinish(connection) }
      throw PostgresError.notConnected(String(cString: PQerrorMessage(connection)))
    }
    // Notices are for people at a prompt, and would be written over the screen.
    PQsetNoticeReceiver(connection, { _, _ in }, nil)
    return connection
  }
}

/// Lends C texts, behind the last of which there is none.
func withCStrings<Result>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result
) rethrows -> Result {
  let bytes = texts.map { text in text.map { Array($0.utf8CString) } }
  let starts = bytes.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1?.count ?? 0)) }
  return try bytes.flatMap { $0 ?? [] }.withUnsafeBufferPointer { all in
    let pointers = zip(bytes, starts).map { text, start in
      text == nil ? nil : all.baseAddress.map { $0 + start }
    }
    return try (pointers + [nil]).withUnsafeBufferPointer { pointers in
      // It holds the last nil at least.
      try body(pointers.baseAddress!)
    }
  }
}
