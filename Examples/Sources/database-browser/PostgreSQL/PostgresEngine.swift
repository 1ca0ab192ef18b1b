import ListKit

/// A table of a PostgreSQL server as pages. Each read is one transaction, away from the main actor; one whose task is
/// cancelled is cancelled on the server.
final class PostgresEngine: TableEngine {
  let address: PostgresAddress
  let table: PostgresTable
  var shape: TableShape { table.shape }
  let executor: (any TaskExecutor)? = WorkQueue("postgres.pages")
  private let interval: Duration?
  private let obstacles: Obstacles
  /// A page that takes its time, such as one of a filter without an index, keeps neither others nor a count waiting.
  private let connections: [PostgresConnection]

  /// Up to here rows are counted exactly: all of them, and those of a filter.
  private static let (mostCounted, mostFound) = (100_000, 10_000)

  /// Connects, and finds out what the table is like.
  ///
  /// - Parameters:
  ///   - name: the table's name; nil where there is only one.
  ///   - interval: after how long what is known is looked at again where the server tells nothing of changes; nil for
  ///     never.
  /// - Throws: ``PostgresError``, or ``TableError`` where there is no such table.
  init(
    _ address: PostgresAddress, table name: String?, interval: Duration? = .seconds(2),
    obstacles: Obstacles = Obstacles()
  ) throws {
    self.address = address
    self.interval = interval
    self.obstacles = obstacles
    connections = (0..<3).map { _ in PostgresConnection(address) }
    table = try PostgresTable(named: name, of: address, reading: connections[0].readWaiting)
  }

  func pages(_ requests: [PageRequest<PostgresKey>], matching query: TableQuery) async throws
    -> [Page<PostgresKey, [String?]>]
  {
    try await obstacles.pass()
    let answers = try await read(requests.map { table.statement($0, matching: query) })
    return zip(requests, answers).map { table.page($1, of: $0, in: query.order) }
  }

  func count(matching query: TableQuery) async throws -> PageCount {
    let filter = query.filter
    if filter.isEmpty {
      let estimate = try await read([table.estimate]).first?.first?.first?.flatMap { Int($0) } ?? 0
      if estimate > Self.mostCounted { return .about(estimate) }
    }
    let limit = filter.isEmpty ? Self.mostCounted : Self.mostFound
    let counted = try await read([table.count(matching: filter, upTo: limit)]).first?.first?.first
    let number = counted?.flatMap { Int($0) } ?? 0
    return number > limit ? .atLeast(limit) : .exactly(number)
  }

  func fullRecord(_ key: PostgresKey) async throws -> [(name: String, text: String?)]? {
    try await read([table.fullRecord(key)]).first?.first
      .map { row in zip(table.columns, row).map { ($0.name, $1) } }
  }

  func check(_ order: TableOrder) throws {
    do {
      _ = try connections[0].readWaiting([table.place(of: nil, in: order)])
    } catch {
      throw refusal(of: order, error)
    }
  }

  func place(of key: PostgresKey?, in order: TableOrder) async throws -> PostgresKey? {
    let answer: [PostgresConnection.Rows]
    do {
      answer = try await read([table.place(of: key, in: order)])
    } catch {
      throw refusal(of: order, error)
    }
    return answer.first?.first.map { table.key($0, in: order) }
  }

  /// What an error says about an order: that the server refuses it, or else nothing.
  private func refusal(of order: TableOrder, _ error: any Error) -> any Error {
    guard let column = order.column, let error = error as? PostgresError, error.isRefusal else {
      return error
    }
    return TableError.noOrder(column: table.columns[column].name, reason: "\(error)")
  }

  func changes() -> AsyncStream<PageChange> {
    PostgresChanges(
      address: address, trigger: PostgresTrigger(table: table), channel: table.channel, interval: interval
    ).stream()
  }

  /// Goes through all that matches at one moment, with every value at full length.
  func forEachRow(matching query: TableQuery, _ body: ([String?]) throws -> Void) throws {
    try PostgresConnection.forEachRow(of: table.all(matching: query), at: address, body)
  }

  private func read(_ statements: [PostgresStatement]) async throws -> [PostgresConnection.Rows] {
    let leastBusy = connections.min { $0.load < $1.load }
    return try await leastBusy?.read(statements) ?? []
  }
}
