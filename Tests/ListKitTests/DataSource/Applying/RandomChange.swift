import TestSupport

@testable import ListKit

/// A random change of a data source with three sections and up to thirty items.
enum RandomChange {
  typealias Snapshot = DiffableDataSourceSnapshot<String, Int>
  typealias Outline = DiffableDataSourceSectionSnapshot<Int>

  case snapshot(Snapshot, reloads: Bool)
  case outline(Outline, String)
  case outlines([(section: String, outline: Outline)])
  case append([Int], String)
  case delete([Int])

  private static let sections = ["a", "b", "c"]

  /// Returns any of these changes.
  static func any(using generator: inout SeededGenerator) -> Self {
    let section = sections[generator.number(0..<3)]
    return switch generator.number(0..<9) {
    case 0: .snapshot(snapshot(using: &generator), reloads: false)
    case 1: .snapshot(snapshot(using: &generator), reloads: true)
    case 2, 3: .outline(outline(using: &generator), section)
    case 4: .outlines(outlines(using: &generator))
    case 5, 6: .append(items(using: &generator), section)
    default: .delete(items(using: &generator))
    }
  }

  private static func items(using generator: inout SeededGenerator) -> [Int] {
    Array((0..<30).shuffled(using: &generator).prefix(generator.number(0..<8)))
  }

  private static func snapshot(using generator: inout SeededGenerator) -> Snapshot {
    var snapshot = Snapshot()
    let items = (0..<30).shuffled(using: &generator)
    for name in sections.shuffled(using: &generator).prefix(generator.number(0..<4)) {
      snapshot.appendSections([name])
      snapshot.appendNewItems(items.filter { _ in generator.chance(30) }, toSection: name)
    }
    return snapshot
  }

  static func outline(using generator: inout SeededGenerator) -> Outline {
    var outline = Outline()
    for item in items(using: &generator) {
      outline.append([item], to: generator.chance(60) ? outline.items.randomElement(using: &generator) : nil)
      if generator.chance(50) { outline.expand([item]) }
    }
    return outline
  }

  /// Returns outlines of which no item is visible in two; one may hide items that another contains.
  private static func outlines(
    using generator: inout SeededGenerator
  ) -> [(section: String, outline: Outline)] {
    var visible: Set<Int> = []
    return sections.shuffled(using: &generator).map { section in
      var outline = outline(using: &generator)
      while let twice = outline.visibleItems.first(where: visible.contains) { outline.delete([twice]) }
      visible.formUnion(outline.visibleItems)
      return (section, outline)
    }
  }
}
