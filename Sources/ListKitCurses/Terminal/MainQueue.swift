import Dispatch

/// The main queue as what resumes tasks.
///
/// A task that waited, on the main actor too, is resumed by one of the threads that all tasks share, and only then
/// goes where it belongs: while all of them compute, no key would be answered. A task that prefers this executor
/// does without them. Whatever it does not do on an actor it does on the main queue.
final class MainQueue: TaskExecutor {
  static let shared = MainQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
