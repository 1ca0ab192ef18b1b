import Testing

@testable import ListKit

/// Children that take their time, on screens drawn as text.
@MainActor
@Suite struct OutlineLoadingTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  /// A loader that waits until it is told what was found.
  @MainActor
  private final class Loader {
    struct Refusal: Error, CustomStringConvertible { let description: String }

    private(set) var asked: [String] = []
    private(set) var cancelled: [String] = []
    private var waiting: [String: [CheckedContinuation<Outline?, any Error>]] = [:]

    func load(_ parent: String, _ children: Outline) async throws -> Outline? {
      asked.append("\(parent): \(children.items.joined(separator: " "))")
      // What does not care about being cancelled is the harder case.
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { waiting[parent, default: []].append($0) }
      } onCancel: {
        Task { @MainActor in cancelled.append(parent) }
      }
    }

    func found(_ parent: String, _ children: [String]?) async {
      await settle { waiting[parent]?.isEmpty == false }
      var outline = Outline()
      outline.append(children ?? [])
      waiting[parent]?.removeFirst().resume(returning: children == nil ? nil : outline)
      await settle()
    }

    func failed(_ parent: String, _ reason: String) async {
      await settle { waiting[parent]?.isEmpty == false }
      waiting[parent]?.removeFirst().resume(throwing: Refusal(description: reason))
      await settle()
    }

    /// Lets the tasks of the main actor run.
    func settle(until holds: () -> Bool = { false }) async {
      for _ in 0..<50 where !holds() { await Task.yield() }
    }
  }

  private func harness(
    _ items: [String] = ["a", "b", "c"], lines: Int = 8
  ) -> (TableHarness<String>, Loader) {
    let harness = TableHarness<String>(columns: 20, lines: lines)
    let loader = Loader()
    var outline = Outline()
    outline.append(items)
    harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [loader] in
      try await loader.load($0, $1)
    }
    harness.dataSource.apply(outline, to: "main")
    harness.draw(at: 0)
    return (harness, loader)
  }

  private func apply(_ snapshot: TableHarness<String>.DataSource.Snapshot, _ harness: TableHarness<String>) {
    harness.dataSource.apply(snapshot)
  }

  private func apply(
    _ items: [String], open item: String? = nil, to section: String, _ harness: TableHarness<String>
  ) {
    var outline = Outline()
    outline.append(items)
    outline.expand([item].compactMap(\.self))
    harness.dataSource.apply(outline, to: section)
  }

  @Test func theParentOpensAtOnceAndASpinnerFollowsUntilTheChildrenAreThere() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    #expect(harness.draw(at: 1000).prefix(3) == ["▌ ▾ a", "  ▸ b", "  ▸ c"])
    #expect(harness.draw(at: 1099).prefix(2) == ["▌ ▾ a", "  ▸ b"])
    #expect(harness.tableView.nextFrame(after: harness.now) == .milliseconds(1100))
    let lines = harness.draw(at: 1100)
    #expect(lines.prefix(4) == ["▌ ▾ a", "    ⠙ loading", "  ▸ b", "  ▸ c"])
    #expect(harness.tableView.nextFrame(after: harness.now) ?? .zero <= .milliseconds(1200))
    #expect(harness.draw(at: 1200)[1] == "    ⠹ loading")
    await loader.found("a", ["a1", "a2"])
    #expect(loader.asked == ["a: "])
    #expect(harness.draw(at: 9000).prefix(4) == ["▌ ▾ a", " +  ▸ a1", " +  ▸ a2", "  ▸ b"])
    harness.draw(at: 19000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
  }

  @Test func childrenFoundAtOnceShowNoSpinner() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    #expect(harness.draw(at: 1000).prefix(3) == ["▌ ▾ a", " +  ▸ a1", "  ▸ b"])
  }

  @Test func handlersAreCalledInOrder() async {
    let (harness, loader) = harness()
    var log: [String] = []
    var handlers = harness.dataSource.sectionSnapshotHandlers
    handlers.shouldExpandItem = {
      log.append("should \($0)"); return true
    }
    handlers.willExpandItem = { log.append("will \($0)") }
    handlers.snapshotForExpandingParent = { parent, _ in
      log.append("at once \(parent)")
      var known = Outline()
      known.append(["known"])
      return known
    }
    harness.dataSource.sectionSnapshotHandlers = handlers
    harness.tableView.perform(.expand)
    #expect(log == ["should a", "will a", "at once a"])
    #expect(harness.draw(at: 0)[1].contains("known"))
    await loader.found("a", ["known", "more"])
    #expect(loader.asked == ["a: known"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "known", "more", "b", "c"])
  }

  @Test func theCursorOnAChildThatIsReplacedGoesToTheParent() async {
    let (harness, loader) = harness()
    harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      var known = Outline()
      known.append(["known", "forgotten"])
      return known
    }
    harness.tableView.perform(.expand)
    harness.draw(at: 0)
    harness.tableView.perform(.moveCursor(2))
    #expect(harness.dataSource.cursorItemIdentifier == "forgotten")
    await loader.found("a", ["a1", "a2", "a3"])
    #expect(harness.draw(at: 9000)[0].hasPrefix("▌ ▾ a"))
    #expect(harness.dataSource.cursorItemIdentifier == "a")
  }

  @Test func nothingFoundLeavesTheChildrenThereAre() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.collapse)
    harness.tableView.perform(.expand)
    await loader.found("a", nil)
    #expect(loader.asked == ["a: ", "a: a1"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "a1", "b", "c"])
    #expect(harness.dataSource.loads.isEmpty)
  }

  @Test func aFailureIsSaidAndTriedAgain() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.failed("a", "permission denied")
    #expect(harness.draw(at: 1000).prefix(3) == ["▌ ▾ a", "    ! permission d…", "  ▸ b"])
    // The key that leads to the first child tries again, and so does a click on the reason.
    harness.tableView.perform(.expand)
    #expect(harness.cursor.item == "a")
    await loader.failed("a", "still not")
    #expect(harness.draw(at: 2000)[1] == "    ! still not")
    harness.tableView.handle(MouseEvent(.press, at: Point(line: 1, column: 8)))
    #expect(harness.draw(at: 3000)[1].hasSuffix("loading"))
    await loader.failed("a", "never")
    harness.tableView.perform(.collapse)
    #expect(harness.draw(at: 4000).prefix(2) == ["▌ ▸ a", "  ▸ b"])
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    #expect(harness.draw(at: 9000).prefix(2) == ["▌ ▾ a", " +  ▸ a1"])
    #expect(loader.asked.count == 4)
  }

  @Test func closingCancelsAndWhatIsFoundThenIsDropped() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.settle()
    harness.tableView.perform(.collapse)
    await loader.settle { !loader.cancelled.isEmpty }
    #expect(loader.cancelled == ["a"])
    harness.tableView.perform(.expand)
    await loader.settle { loader.asked.count == 2 }
    // The first one answers late; only the second one counts.
    await loader.found("a", ["late"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "b", "c"])
    await loader.found("a", ["right"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "right", "b", "c"])
  }

  @Test func aParentThatGoesTakesItsLoadAlong() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.settle()
    apply(["b"], to: "main", harness)
    await loader.settle { !loader.cancelled.isEmpty }
    #expect(loader.cancelled == ["a"])
    await loader.found("a", ["a1"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["b"])
    #expect(harness.dataSource.loads.isEmpty)
  }

  @Test func theDataSourceTakesItsLoadsAlong() async {
    let loader = Loader()
    do {
      let (harness, other) = harness()
      harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [loader] in
        try await loader.load($0, $1)
      }
      _ = other
      harness.tableView.perform(.expand)
      await loader.settle { !loader.asked.isEmpty }
    }
    await loader.settle { !loader.cancelled.isEmpty }
    #expect(loader.cancelled == ["a"])
    await loader.found("a", [])
  }

  @Test func appliesInBetweenKeepTheLoadAndTheCursor() async {
    let (harness, loader) = harness(Array("abcdefghijkl").map(String.init))
    harness.tableView.perform(.moveCursor(3))
    harness.tableView.perform(.expand)
    harness.tableView.perform(.moveCursor(2))
    harness.draw(at: 0)
    harness.draw(at: 200)
    #expect(harness.cursor.item == "f")
    let line = harness.cursor.line
    var snapshot = harness.dataSource.snapshot()
    snapshot.insertItems(["x", "y"], beforeItem: "b")
    snapshot.deleteItems(["e"])
    apply(snapshot, harness)
    harness.draw(at: 300)
    #expect(harness.cursor.line == line)
    await loader.found("d", ["d1", "d2", "d3"])
    harness.draw(at: 400)
    #expect(harness.cursor == ("f", line))
    #expect(harness.dataSource.snapshot(for: "main").children(of: "d") == ["d1", "d2", "d3"])
  }

  @Test func childrenComeToTheSectionTheParentIsInByThen() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.settle()
    apply(["z", "a"], open: "a", to: "other", harness)
    await loader.found("a", ["a1"])
    #expect(harness.dataSource.snapshot().itemIdentifiers(inSection: "main") == ["b", "c"])
    #expect(harness.dataSource.snapshot().itemIdentifiers(inSection: "other") == ["z", "a", "a1"])
  }

  @Test func whatStandsElsewhereByThenMovesAndNothingIsInsideItself() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.expand)
    await loader.found("a1", ["c", "a", "a1", "new"])
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "a1", "c", "new", "b"])
    #expect(harness.dataSource.snapshot(for: "main").children(of: "a1") == ["c", "new"])
  }

  @Test func aHiddenParentGetsItsChildrenAllTheSame() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.expand)
    await loader.settle { loader.asked.count == 2 }
    harness.tableView.perform(.first)
    harness.tableView.perform(.collapse)
    await loader.found("a1", ["deep"])
    #expect(loader.cancelled.isEmpty)
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "b", "c"])
    harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = nil
    harness.tableView.perform(.expand)
    #expect(harness.dataSource.snapshot().itemIdentifiers == ["a", "a1", "deep", "b", "c"])
  }

  @Test func whoMayHaveChildrenIsForTheProgramToSay() async {
    let (harness, loader) = harness(["dir", "file"])
    harness.dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0 == "dir" }
    #expect(harness.draw(at: 0).prefix(2) == ["▌ ▸ dir", "    file"])
    harness.tableView.perform(.expandSubtree)
    await loader.found("dir", [])
    // An empty one can be closed, and opened to look again.
    #expect(harness.draw(at: 5000).prefix(2) == ["▌ ▾ dir", "    file"])
    harness.tableView.perform(.expand)
    #expect(harness.cursor.item == "dir")
    harness.tableView.perform(.collapse)
    harness.tableView.perform(.expand)
    await loader.found("dir", ["late"])
    #expect(harness.draw(at: 15000).prefix(3) == ["▌ ▾ dir", " +    late", "    file"])
  }

  @Test func theSpinnerScrollsNothing() async {
    let (harness, loader) = harness(Array("abcdefghijkl").map(String.init))
    harness.tableView.perform(.last)
    for _ in 0..<3 { harness.tableView.perform(.moveCursor(-1)) }
    harness.tableView.perform(.scroll(-3))
    harness.tableView.perform(.scroll(1))
    harness.tableView.perform(.moveCursor(0))
    let before = harness.draw(at: 0)
    let line = harness.cursor.line
    harness.tableView.perform(.expand)
    harness.draw(at: 10)
    let after = harness.draw(at: 500)
    #expect(harness.cursor.line == line)
    let above = before.prefix(line ?? 0).map { $0.filter(\.isLetter) }
    #expect(after.prefix(line ?? 0).map { $0.filter(\.isLetter) } == above)
    await loader.found("i", ["i1"])
    harness.draw(at: 600)
    #expect(harness.cursor.line == line)
  }

  @Test func aHundredThousandChildrenCostWhatAScreenCosts() async {
    let (harness, loader) = harness()
    harness.tableView.perform(.expand)
    harness.draw(at: 0)
    await loader.found("a", (0..<100_000).map { "a\($0)" })
    harness.forgetAsked()
    harness.draw(at: 200)
    #expect(harness.dataSource.snapshot().numberOfItems == 100_003)
    #expect(harness.asked.count <= harness.size.lines)
    #expect(harness.cursor == ("a", 0))
  }

  @Test func stillScreensSayTheSameWithoutMotion() async {
    let (harness, _) = harness()
    harness.tableView.motion = .reduced
    harness.tableView.perform(.expand)
    harness.draw(at: 0)
    #expect(harness.draw(at: 100)[1] == "    … loading")
    harness.draw(at: 9000)
    #expect(harness.tableView.nextFrame(after: harness.now) == nil)
  }
}
