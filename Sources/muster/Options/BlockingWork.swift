import Dispatch
import Synchronization

/// Work that a command line has to await before the program has an event loop.
enum BlockingWork {
  /// Returns the result of asynchronous work; the thread waits for it.
  static func result<Value: Sendable>(
    of work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        let value = try await work()
        result.withLock { $0 = .success(value) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      isDone.signal()
    }
    isDone.wait()
    guard let result = result.withLock(\.self) else { fatalError("work that is done has a result") }
    return try result.get()
  }
}
