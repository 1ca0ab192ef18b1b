import CPostgreSQL

/// What a server, or the way to it, has against a read.
enum PostgresError: Error, Hashable {
  case badAddress
  /// There is no connection, for a reason libpq tells in several lines.
  case notConnected(String)
  /// The connection is gone.
  case lost(String)
  /// The server refuses, with its code of five letters.
  case refused(code: String, reason: String)
  case otherTable(String)

  /// What a failed result says.
  init(_ result: OpaquePointer?, of connection: OpaquePointer) {
    func field(_ name: Unicode.Scalar) -> String? {
      PQresultErrorField(result, Int32(name.value)).map { String(cString: $0) }
    }
    let message = String(cString: PQerrorMessage(connection))
    // A server that ends a connection says so before it does: 57P01 and its like.
    if PQstatus(connection) == CONNECTION_BAD || field("C")?.hasPrefix("57P") ?? false {
      self = .lost(field("M") ?? message)
    } else {
      self = .refused(code: field("C") ?? "", reason: field("M") ?? message)
    }
  }

  /// Whether the connection is of no use any more.
  var isOfConnection: Bool {
    if case .lost = self { true } else { false }
  }

  /// Whether the server understood what it was asked, and will not do it.
  var isRefusal: Bool {
    if case .refused = self { !isPassing } else { false }
  }

  /// Whether the same may be asked again at once: the connection was an old one, another transaction was in the way, or
  /// a request to cancel came too late for whom it was meant.
  var isPassing: Bool {
    switch self {
    case .lost: true
    case .refused(let code, _): code.hasPrefix("40") || code == "57014"
    case .badAddress, .notConnected, .otherTable: false
    }
  }
}

extension PostgresError: CustomStringConvertible {
  /// One line, without what stands in the URL.
  var description: String {
    switch self {
    case .badAddress: "no URL of a PostgreSQL database; such as postgres://user@host:5432/database"
    case .notConnected(let reason), .lost(let reason): Self.firstLine(reason)
    case .refused(_, let reason): Self.firstLine(reason)
    case .otherTable(let name): "table '\(name)' has other columns than before: start anew to see it"
    }
  }

  private static func firstLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "the connection is gone"
  }
}
