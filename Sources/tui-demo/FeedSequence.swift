/// The snapshots of a service as they come; it ends when its task is cancelled.
struct FeedSequence: AsyncSequence, Sendable {
  typealias Element = FeedModel.Snapshot
  typealias Failure = Never

  let service: FeedService

  struct Iterator: AsyncIteratorProtocol {
    let service: FeedService

    mutating func next() async -> FeedModel.Snapshot? { await service.next() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(service: service) }
}
