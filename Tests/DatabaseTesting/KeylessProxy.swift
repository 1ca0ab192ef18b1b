import Foundation
import LibC

/// A proxy that forwards everything except the key with which a client can cancel its queries, like RDS
/// Proxy.
final class KeylessProxy: Sendable {
  private let directory: String
  private let listener: Int32

  /// The URL of the database through the proxy.
  var url: String { "postgres:///postgres?host=\(directory)&user=tester" }

  init(to server: PostgresServer) throws {
    directory = "/tmp/listkit-keyless-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let listener = Self.makeSocket()
    self.listener = listener
    let isListening =
      Self.withAddress(of: directory) { bind(listener, $0, $1) } == 0 && listen(listener, 8) == 0
    guard isListening else { throw PostgresServer.Failure(description: "cannot listen in \(directory)") }
    let target = server.directory
    Thread.detachNewThread {
      while case let client = accept(listener, nil, nil), client >= 0 {
        let server = Self.makeSocket()
        guard Self.withAddress(of: target, { connect(server, $0, $1) }) == 0 else {
          close(client)
          close(server)
          continue
        }
        Thread.detachNewThread { Self.copy(from: client, to: server) }
        Thread.detachNewThread {
          Self.copyStart(from: server, to: client)
          Self.copy(from: server, to: client)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: directory)
  }

  // MARK: Bytes

  /// Copies the messages of a server without its cancellation key, up to the message that the server is
  /// ready.
  private static func copyStart(from source: Int32, to target: Int32) {
    while let head = read(5, from: source) {
      let count = head[1...].reduce(0) { $0 << 8 | Int($1) } - 4
      guard let body = read(count, from: source) else { return }
      if head[0] != UInt8(ascii: "K") { write(head + body, to: target) }
      if head[0] == UInt8(ascii: "Z") { return }
    }
  }

  /// Copies all bytes and forwards the end of the stream.
  private static func copy(from source: Int32, to target: Int32) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = LibC.read(source, &buffer, buffer.count), count > 0 {
      write(Array(buffer[..<count]), to: target)
    }
    shutdown(target, Int32(SHUT_RDWR))
  }

  private static func read(_ count: Int, from source: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var rest = [UInt8](repeating: 0, count: count - bytes.count)
      let found = LibC.read(source, &rest, rest.count)
      if found <= 0 { return nil }
      bytes += rest[..<found]
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to target: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A client that is gone must not end the tests with SIGPIPE.
      let count = rest.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  // MARK: Sockets

  private static func makeSocket() -> Int32 {
    #if canImport(Darwin)
      socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
  }

  private static func withAddress<Result>(
    of directory: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(directory)/.s.PGSQL.5432".utf8) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
