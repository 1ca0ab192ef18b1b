import Dispatch
import Synchronization

/// Reads directories without holding up whoever asks.
///
/// A call into a file system may take its time: a hundred thousand files, a sleeping disk, a server that is
/// gone. It waits on a thread of its own then, not on one of the few that all tasks share.
struct DirectoryReader: Sendable {
  /// Everything in a directory.
  var read: @Sendable (_ path: FileName) async throws -> [FileFacts]
  /// What is known of files of a directory by their names; nothing of those that are not there.
  var look: @Sendable (_ path: FileName, _ names: Set<FileName>) async throws -> [FileFacts]

  /// Asks the system.
  static let system = Self(
    read: { path in try await offActors { try Directory(path).entries(unless: $0) } },
    look: { path, names in
      try await offActors { _ in
        let directory = try Directory(path)
        return names.compactMap { directory.facts(of: $0) }
      }
    })

  /// Does what blocks on a thread that may be blocked.
  ///
  /// - Parameter body: is told when nobody waits for it any more.
  private static func offActors<Result: Sendable>(
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Result
  ) async throws -> Result {
    let flag = Flag()
    return try await withTaskCancellationHandler {
      let result: Swift.Result<Result, any Error> = await withCheckedContinuation { continuation in
        DispatchQueue.global(qos: .userInitiated).async {
          continuation.resume(returning: Swift.Result { try body { flag.isRaised.load(ordering: .relaxed) } })
        }
      }
      try Task.checkCancellation()
      return try result.get()
    } onCancel: {
      flag.isRaised.store(true, ordering: .relaxed)
    }
  }

  private final class Flag: Sendable {
    let isRaised = Atomic(false)
  }
}
