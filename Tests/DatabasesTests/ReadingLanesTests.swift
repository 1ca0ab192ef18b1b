import Dispatch
import Files
import Foundation
import LibC
import Synchronization
import Testing

@testable import Databases

@Suite("Connections for reading", .timeLimit(.minutes(60))) struct ReadingLanesTests {
  /// A connection to a server that takes long to accept a request to stop.
  private final class SlowConnection: LaneConnection {
    let isStopping = Atomic(false)
    let stopBegins = DispatchSemaphore(value: 0)
    let stopEnds = DispatchSemaphore(value: 0)

    var isUsable: Bool { true }

    func stop() {
      isStopping.store(true, ordering: .sequentiallyConsistent)
      stopBegins.signal()
      stopEnds.wait()
      isStopping.store(false, ordering: .sequentiallyConsistent)
    }
  }

  @Test("A cancelled read does not stop the next one") func cancelled() async throws {
    let connection = SlowConnection()
    let lanes = ReadingLanes(count: 1) { connection }
    let mayEnd = DispatchSemaphore(value: 0)
    let hasBegun = Atomic(false)
    let first = Task {
      try await lanes.read { _ in
        hasBegun.store(true, ordering: .sequentiallyConsistent)
        mayEnd.wait()
      }
    }
    // A read that is cancelled before it begins is not stopped: it does not begin.
    while !hasBegun.load(ordering: .sequentiallyConsistent) { await Task.yield() }
    first.cancel()
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        connection.stopBegins.wait()
        continuation.resume()
      }
    }
    // The first read ends by itself while its stop is on the way.
    mayEnd.signal()
    let isBegun = Atomic(false)
    let next = Task {
      try await lanes.read { connection in
        isBegun.store(true, ordering: .sequentiallyConsistent)
        return connection.isStopping.load(ordering: .sequentiallyConsistent)
      }
    }
    // A next read that does not wait begins in this time; if it does not, nothing is tested.
    for _ in 0..<100 where !isBegun.load(ordering: .sequentiallyConsistent) {
      try await Task.sleep(for: .milliseconds(2))
    }
    connection.stopEnds.signal()
    #expect(try await next.value == false)
    _ = try? await first.value
  }

  /// A connection whose statement does not notice the first requests to stop, because it has not begun yet.
  private final class LateConnection: LaneConnection {
    let ignored = Atomic(3)
    let isBegun = DispatchSemaphore(value: 0)
    let isStopped = DispatchSemaphore(value: 0)

    var isUsable: Bool { true }

    func stop() {
      if ignored.subtract(1, ordering: .relaxed).newValue < 0 { isStopped.signal() }
    }
  }

  @Test("A read that is cancelled while its statement begins ends") func begins() async throws {
    let connection = LateConnection()
    let lanes = ReadingLanes(count: 1) { connection }
    let read = Task {
      try await lanes.read { connection in
        connection.isBegun.signal()
        connection.isStopped.wait()
        throw DatabaseError(.stopped, "stopped")
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        connection.isBegun.wait()
        continuation.resume()
      }
    }
    read.cancel()
    await #expect(throws: CancellationError.self) { try await read.value }
  }

  @Test("A waiting thread is woken, also without descriptors for a pipe", arguments: [true, false])
  func waking(hasPipe: Bool) async {
    let pipe = hasPipe ? WakePipe() : WakePipe(ends: nil)
    #expect(pipe.wait(for: -1, atMost: .milliseconds(1)) == .timeout)
    let isWoken = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: pipe.wait(for: -1, atMost: nil) == .woken) }
      pipe.wake()
    }
    #expect(isWoken)
    #expect(pipe.wait(for: -1, atMost: nil) == .woken)
    #expect(pipe.wait(for: -1, atMost: .milliseconds(1)) == .woken)
  }
}
