/// The service whose jobs are shown, at its pace: it goes on where it was when somebody looks again.
@MainActor
final class FeedService {
  private(set) var model: FeedModel
  let pace: FeedPace

  init(model: FeedModel, pace: FeedPace) {
    self.model = model
    self.pace = pace
  }

  /// The snapshots from now on.
  var snapshots: FeedSequence { FeedSequence(service: self) }

  /// Waits for what happens next.
  ///
  /// - Returns: the jobs as they stand then; nil when the task was cancelled.
  func next() async -> FeedModel.Snapshot? {
    guard let events = await pace.wait() else { return nil }
    for _ in 0..<events { model.step() }
    return model.snapshot
  }
}
