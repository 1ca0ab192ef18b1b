extension TableViewDiffableDataSource {
  /// Shows the snapshots of a sequence as they come, until it ends or the task is cancelled.
  ///
  /// Snapshots that come faster than the screen is drawn are left out: what is shown next is always the
  /// newest there is, and the last one is always shown. Behind a cancellation nothing is.
  ///
  /// ```swift
  /// try await dataSource.bind(to: database.observedSnapshots)
  /// ```
  ///
  /// - Parameters:
  ///   - snapshots: where snapshots come from.
  ///   - animatingDifferences: whether marks and flashes show what changed.
  /// - Throws: what the sequence throws, once what came before is shown.
  public func bind<Snapshots: AsyncSequence & SendableMetatype>(
    to snapshots: sending Snapshots, animatingDifferences: Bool = true
  ) async throws(Snapshots.Failure)
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    let (newest, mailbox) = AsyncStream<Snapshot>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let reader = Task.detached { () -> Result<Void, Snapshots.Failure> in
      defer { mailbox.finish() }
      do throws(Snapshots.Failure) {
        for try await snapshot in snapshots {
          if Task.isCancelled { break }
          mailbox.yield(snapshot)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    await withTaskCancellationHandler {
      for await snapshot in newest {
        if Task.isCancelled { break }
        await show(snapshot, animating: animatingDifferences)
      }
    } onCancel: {
      reader.cancel()
      mailbox.finish()
    }
    if Task.isCancelled { return }
    try await reader.value.get()
  }

  /// Shows the snapshots of a sequence as they come, in a task of its own.
  ///
  /// The task keeps the data source, and the sequence, until the sequence ends or the task is cancelled: a screen that
  /// observes cancels it in `viewDidDisappear` or its `deinit`.
  ///
  /// - Returns: the task, which ends with the sequence; cancel it to stop.
  @discardableResult
  public func observe<Snapshots: AsyncSequence & SendableMetatype>(
    _ snapshots: sending Snapshots, animatingDifferences: Bool = true
  ) -> Task<Void, any Error>
  where Snapshots.Element == Snapshot, Snapshots.AsyncIterator: SendableMetatype {
    Task { try await bind(to: snapshots, animatingDifferences: animatingDifferences) }
  }

  /// Applies in turn, and waits until the screen has taken it over.
  private func show(_ snapshot: Snapshot, animating: Bool) async {
    enqueue(Request(content: .snapshot(snapshot), animates: animating))
    await withCheckedContinuation { continuation in
      enqueue(Request(content: .action { [self] in wait(continuation) }))
    }
  }

  /// Lets somebody go on when the screen has taken over what there is.
  private func wait(_ continuation: CheckedContinuation<Void, Never>) {
    if unshown == nil || tableView?.isShown != true {
      continuation.resume()
    } else {
      seenWaiters.append(continuation)
    }
  }
}
