import TestSupport
import Testing

@testable import ListKit

/// A loader that waits until it is told what was found.
@MainActor
final class OutlineLoader {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

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

  /// Gives the children once they are asked for; the task that asked goes on in one piece, as all of it is on the main
  /// actor.
  func found(_ parent: String, _ children: [String]?) async {
    await wait { waiting[parent]?.isEmpty == false }
    var outline = Outline()
    outline.append(children ?? [])
    waiting[parent]?.removeFirst().resume(returning: children == nil ? nil : outline)
    await takeTurn()
  }

  func failed(_ parent: String, _ reason: String) async {
    await wait { waiting[parent]?.isEmpty == false }
    waiting[parent]?.removeFirst().resume(throwing: Refusal(description: reason))
    await takeTurn()
  }
}

extension TableHarness<String> {
  /// A table of items whose children a loader finds.
  static func loading(_ items: [String] = ["a", "b", "c"], lines: Int = 8) -> (
    TableHarness<String>, OutlineLoader
  ) {
    let harness = TableHarness<String>(columns: 20, lines: lines)
    let loader = OutlineLoader()
    harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [loader] in
      try await loader.load($0, $1)
    }
    harness.apply(items, to: "main")
    harness.draw(at: 0)
    return (harness, loader)
  }

  /// Applies in a function that could wait for it, and does not.
  func apply(_ snapshot: DataSource.Snapshot) { dataSource.apply(snapshot) }

  /// The same for an outline.
  func apply(_ items: [String], open item: String? = nil, to section: String) {
    var outline = OutlineLoader.Outline()
    outline.append(items)
    outline.expand([item].compactMap(\.self))
    dataSource.apply(outline, to: section)
  }
}
