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
  private var waiting: [String: [CheckedContinuation<Outline?, any Error>]] = [:]

  func load(_ parent: String, _ children: Outline) async throws -> Outline? {
    asked.append("\(parent): \(children.items.joined(separator: " "))")
    // A load that ignores its cancellation is the harder case.
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiting[parent, default: []].append($0) }
    } onCancel: {
      Task { @MainActor in cancelled.append(parent) }
    }
  }

  /// Waits for a load and supplies the children.
  func found(_ parent: String, _ children: [String]?) async {
    await wait { waiting[parent]?.isEmpty == false }
    var outline = Outline()
    outline.append(children ?? [])
    waiting[parent]?.removeFirst().resume(returning: children == nil ? nil : outline)
    await untilTaken(parent)
  }

  func failed(_ parent: String, _ reason: String) async {
    await wait { waiting[parent]?.isEmpty == false }
    waiting[parent]?.removeFirst().resume(throwing: Refusal(description: reason))
    await untilTaken(parent)
  }

  /// Waits until the data source has the answer, unless the item was opened again in the meantime.
  private func untilTaken(_ parent: String) async {
    await takeTurn()
    for _ in 0..<10_000 where isLoading(parent) { await Task.yield() }
  }

  /// Whether the data source waits for the children of an item.
  var isLoading: (String) -> Bool = { _ in false }
}

extension TableHarness<String> {
  /// Returns a table of items whose children a loader supplies.
  static func loading(_ items: [String] = ["a", "b", "c"], lines: Int = 8) -> (
    TableHarness<String>, OutlineLoader
  ) {
    let harness = TableHarness<String>(columns: 20, lines: lines)
    let loader = OutlineLoader()
    loader.isLoading = { [weak source = harness.dataSource] item in
      source?.loads[item].map { $0.note.failure == nil } ?? false
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
