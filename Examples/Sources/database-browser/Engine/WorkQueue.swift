import Dispatch

/// A serial queue that carries out what tasks do away from the main actor, and resumes those that wait.
///
/// The threads all tasks share, and the global queues, are looked after by libdispatch once a second on Linux, from
/// the first use of one to the end of the process. A serial queue has its thread only while there is work.
final class WorkQueue: TaskExecutor {
  let queue: DispatchQueue

  init(_ name: String) { queue = DispatchQueue(label: "database-browser.\(name)") }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
