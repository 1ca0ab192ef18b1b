public import ListKit

extension Terminal {
  /// Does work before the first screen of a program, while the terminal says what it is and how far it has come; escape
  /// stops it.
  ///
  /// ```swift
  /// let index = try await Terminal.progress(of: "reading \(path)") { report in
  ///   try await Index(path) { report(.fraction($0)) }
  /// }
  /// ```
  ///
  /// Work of less than a tenth of a second shows nothing, and so does a program without a terminal.
  ///
  /// - Parameters:
  ///   - title: what is done, such as `reading`.
  ///   - options: how the terminal is used.
  ///   - work: does it, as that of `TableViewController.progress(of:_:)`.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, or `CancellationError` where escape or ctrl-c was pressed, or a signal asked for the end.
  public static func progress<Result: Sendable>(
    of title: String, options: CursesOptions = CursesOptions(),
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    let controller = WorkController()
    controller.tableView.backgroundContent = ListContentConfiguration(text: title)
    let (isDue, due) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer {
        controller.isDone = true
        due.yield()
      }
      return try await controller.progress(of: title, work)
    }
    let timer = Task {
      try? await Task.sleep(for: WorkProgress.delay)
      due.yield()
    }
    for await _ in isDue { break }
    timer.cancel()
    // Where there is no terminal the work is done all the same.
    if !controller.isDone, (try? await run(controller, options: options)) != nil { task.cancel() }
    return try await task.value
  }
}

/// A screen that ends with the work it shows.
private final class WorkController: TableViewController {
  var isDone = false { didSet { exit() } }

  override func viewDidAppear(_ animated: Bool) { if isDone { exit() } }
}
