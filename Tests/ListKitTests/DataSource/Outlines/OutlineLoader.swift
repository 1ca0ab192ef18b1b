import TestSupport
import Testing

@testable import ListKit

/// A loader that waits until a test supplies the children.
@MainActor
final class OutlineLoader {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  struct Refusal: Error, CustomStringConvertible { let description: String }

  private(set) var asked: [String] = []
  private(set) var cancelled: [String] = []
  private var waiting: [String: [(answer: CheckedContinuation<Outline?, any Error>, isLoading: () -> Bool)]] =
    [:]

  func load(_ parent: String, _ children: Outline) async throws -> Outline? {
    asked.append("\(parent): \(children.items.joined(separator: " "))")
    // A load of an item that was opened again since is cancelled.
    let isLoading = Task.isCancelled ? { false } : isLoading(parent)
    // A load that ignores its cancellation is the harder case.
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting[parent, default: []].append(($0, isLoading)) }
    } onCancel: {
      Task { @MainActor in cancelled.append(parent) }
    }
  }

  /// Waits for a load and supplies the children.
  func found(_ parent: String, _ children: [String]?) async {
    var outline = Outline()
    outline.append(children ?? [])
    await answer(parent) { $0.resume(returning: children == nil ? nil : outline) }
  }

  func failed(_ parent: String, _ reason: String) async {
    await answer(parent) { $0.resume(throwing: Refusal(description: reason)) }
  }

  /// Waits for a load, answers it, and waits until the data source has the answer, or waits for it no more.
  private func answer(
    _ parent: String, _ resume: (CheckedContinuation<Outline?, any Error>) -> Void
  ) async {
    await wait { waiting[parent]?.isEmpty == false }
    guard let load = waiting[parent]?.removeFirst() else { return }
    resume(load.answer)
    await takeTurn()
    await wait { !load.isLoading() }
  }

  /// Returns whether the data source still waits for the load that now begins.
  var isLoading: (String) -> () -> Bool = { _ in { false } }
}

extension TableHarness<String> {
  /// Returns a table of items whose children a loader supplies.
  static func loading(_ items: [String] = ["a", "b", "c"], lines: Int = 8) -> (
    TableHarness<String>, OutlineLoader
  ) {
    let harness = TableHarness<String>(columns: 20, lines: lines)
    let loader = OutlineLoader()
    loader.isLoading = { [weak source = harness.dataSource] item in
      { [weak load = source?.loads[item]] in
        guard let load else { return false }
        return source?.loads[item] === load && load.note.failure == nil
      }
    }
    harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [loader] in
      try await loader.load($0, $1)
    }
    harness.apply(items, to: "main")
    harness.draw(at: 0)
    return (harness, loader)
  }

  /// Applies without waiting, in a function that an async test can call.
  func apply(_ snapshot: DataSource.Snapshot) { dataSource.apply(snapshot) }

  /// Applies an outline, also without waiting.
  func apply(_ items: [String], open item: String? = nil, to section: String) {
    var outline = OutlineLoader.Outline()
    outline.append(items)
    outline.expand([item].compactMap(\.self))
    dataSource.apply(outline, to: section)
  }
}
