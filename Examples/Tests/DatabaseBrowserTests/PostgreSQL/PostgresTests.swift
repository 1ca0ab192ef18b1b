import Foundation
import Testing

/// Tests on real servers, one after the other: each has a server of its own.
@Suite(.serialized) struct PostgresTests {}

/// Carries out what waits for programs on a thread of its own, so that tasks go on meanwhile.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
  }
}
