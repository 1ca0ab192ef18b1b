import TestSupport
import Testing

@testable import muster

/// Work of which only the newest request counts.
@MainActor
@Suite("The newest request counts") struct NewestWorkTests {
  /// Performs requests, each of which ends when the test lets it.
  @MainActor
  private final class Worker {
    private(set) var begun: [Int] = []
    private(set) var cancelled: [Int] = []
    private(set) var endCount = 0
    private var gate: CheckedContinuation<Void, Never>?
    private(set) lazy var work = NewestWork<Int>(
      { [unowned self] in await perform($0) }, didEnd: { [unowned self] in endCount += 1 })

    private func perform(_ request: Int) async {
      begun.append(request)
      await withCheckedContinuation { gate = $0 }
      if Task.isCancelled { cancelled.append(request) }
    }

    func begin(_ request: Int) async {
      work.perform(request)
      await wait { self.gate != nil }
    }

    /// Ends the request in progress, and waits until the next one begins or nothing is left to do.
    func endOne() async {
      let (count, ended) = (begun.count, gate)
      gate = nil
      ended?.resume()
      await wait { self.work.isIdle || self.begun.count > count && self.gate != nil }
    }
  }

  @Test("Of the requests made during work, only the newest is performed") func newest() async {
    let worker = Worker()
    #expect(worker.work.isIdle && worker.work.newest == nil)
    await worker.begin(1)
    worker.work.perform(2)
    worker.work.perform(3)
    expectEqual(worker.work.newest, 3)
    await worker.endOne()
    expectEqual(worker.begun, [1, 3])
    #expect(!worker.work.isIdle && worker.endCount == 0)
    await worker.endOne()
    await worker.work.done()
    #expect(worker.work.isIdle && worker.endCount == 1 && worker.cancelled.isEmpty)
  }

  @Test("A request cancels the one in progress only if that is obsolete") func obsolete() async {
    let worker = Worker()
    await worker.begin(1)
    worker.work.perform(2) { $0 == 2 }
    await worker.endOne()
    worker.work.perform(3) { $0 == 2 }
    await worker.endOne()
    await worker.endOne()
    #expect(worker.begun == [1, 2, 3] && worker.cancelled == [2])
  }

  @Test("Cancelling drops the request that waits, and a later one is performed") func cancelling() async {
    let worker = Worker()
    await worker.begin(1)
    worker.work.perform(2)
    worker.work.cancel()
    expectEqual(worker.work.newest, nil)
    worker.work.perform(3)
    await worker.endOne()
    await worker.endOne()
    #expect(worker.begun == [1, 3] && worker.cancelled == [1] && worker.endCount == 1)
  }
}
