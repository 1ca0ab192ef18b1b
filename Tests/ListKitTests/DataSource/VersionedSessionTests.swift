import TestSupport
import Testing

@testable import ListKit

/// The laws of drawing, for items with equal identifiers and different content.
@MainActor
@Suite("Equal identifiers with different content") struct VersionedSessionTests {
  /// Applies, keys and queries in any order, with frames between some of them.
  @MainActor
  private final class Session {
    typealias Outline = DiffableDataSourceSectionSnapshot<VersionedItem>

    let harness: TableHarness<VersionedItem>
    private var generator: SeededGenerator
    private var version = 0
    private(set) var log: [String] = []
    /// The expected selection: all items that were ever selected, because no change deselects one.
    var selected: Set<VersionedItem> = []

    init(seed: Int) {
      generator = SeededGenerator(seed: seed)
      harness = TableHarness(columns: 20, lines: 8, style: seed % 3 == 0 ? .grouped : .plain)
      harness.tableView.motion = .none
      harness.tableView.allowsMultipleSelection = true
      harness.dataSource.contentEqual = { $0.version == $1.version }
      if seed % 2 == 0 { harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) } }
      harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak self] parent, _ in
        guard let self else { return Outline() }
        // Some parents lose a child and get another one whenever they are expanded.
        var children = Outline()
        let first = parent.number * 10 + 100
        if parent.number < 4 {
          children.append((first..<first + 3).filter { _ in generator.chance(70) }.map(renewed))
        }
        return children
      }
    }

    private func renewed(_ number: Int) -> VersionedItem {
      version += 1
      return VersionedItem(number, version)
    }

    func step() {
      switch generator.number(0..<12) {
      case 0..<3: applyItems()
      case 3: applyOutline()
      case 4..<6: edit()
      case 6..<9: press()
      case 9: note("asked \(String(describing: harness.tableView.cursorIndexPath))")
      case 10: select()
      default: draw()
      }
    }

    func draw() {
      harness.draw()
      note("draw")
    }

    private func note(_ text: String) { log.append(text) }

    private func applyItems() {
      let numbers = Array(0..<generator.number(0..<16)).filter { _ in generator.chance(70) }
      let items = (generator.chance(40) ? numbers.shuffled(using: &generator) : numbers).map {
        generator.chance(50) ? renewed($0) : VersionedItem($0)
      }
      let cut = generator.number(0..<items.count + 1)
      note("apply \(items[..<cut]) \(items[cut...])")
      let sections = [("a", Array(items[..<cut])), ("b", Array(items[cut...]))]
      harness.apply(sections: generator.chance(10) ? [] : sections)
    }

    private func applyOutline() {
      var outline = Outline()
      outline.append((0..<6).filter { _ in generator.chance(80) }.map(renewed))
      note("outline \(outline.items)")
      harness.dataSource.apply(outline, to: "a")
    }

    private func edit() {
      var snapshot = harness.dataSource.snapshot()
      guard let item = snapshot.itemIdentifiers.randomElement(using: &generator) else { return }
      let other = renewed(item.number)
      note("edit \(other)")
      switch generator.number(0..<5) {
      case 0:
        snapshot.deleteItems([item])
        harness.dataSource.apply(snapshot)
        snapshot.appendItems([other])
      case 1: snapshot.reconfigureItems([other])
      case 2: snapshot.reloadItems([other])
      case 3: return harness.dataSource.applySnapshotUsingReloadData(snapshot)
      default: snapshot.deleteItems([item])
      }
      harness.dataSource.apply(snapshot)
    }

    private func press() {
      let commands: [Command] = [
        .moveCursor(1), .moveCursor(-3), .moveCursor(2), .page(1), .last, .scroll(2), .expand, .expand,
        .collapse,
        .collapseAll, .expandAll, .toggle,
      ]
      let command = commands[generator.number(0..<commands.count)]
      note("\(command)")
      harness.tableView.perform(command)
    }

    private func select() {
      guard let item = harness.dataSource.snapshot().itemIdentifiers.randomElement(using: &generator),
        let indexPath = harness.dataSource.indexPath(for: item)
      else { return }
      note("select \(item)")
      harness.tableView.selectRow(at: indexPath, animated: false)
      selected.insert(item)
    }
  }

  @Test("After random changes, each frame equals that of a new table with the same state", arguments: 0..<16)
  func frames(_ seed: Int) {
    let session = Session(seed: seed)
    session.draw()
    for _ in 0..<250 {
      session.step()
      guard session.log.last == "draw" else { continue }
      let harness = session.harness
      let happened = session.log.suffix(12).joined(separator: "\n")
      let current = harness.dataSource.snapshot().itemIdentifiers.map(\.description)
      let drawn = (0..<harness.size.lines).flatMap { versions(in: harness.frame.text(ofLine: $0)) }
      #expect(Set(drawn).isSubset(of: current), "what is drawn is current after \(happened)")
      let other = fresh(like: harness, seed: seed)
      let fresh = other.harness
      expectEqual(fresh.frame.description, harness.frame.description, "after \(happened)")
      expectEqual(fresh.frame, harness.frame)
      let selected = Set(harness.items(of: harness.tableView.selection.items))
      expectEqual(selected, session.selected, "the selection stays with its items after \(happened)")
      if fresh.frame != harness.frame || selected != session.selected { return }
    }
  }

  /// Returns the versions that a line shows: the numbers with a point.
  private func versions(in line: String) -> [String] {
    let numbers = line.split(separator: " ").compactMap { word in
      word.split { !"0123456789.".contains($0) }.last
    }
    return numbers.filter { $0.contains(".") }.map(String.init)
  }

  /// Returns a new table with the same content, cursor, anchor and selection.
  private func fresh(like harness: TableHarness<VersionedItem>, seed: Int) -> Session {
    let session = Session(seed: seed)
    let fresh = session.harness
    let (source, target) = (harness.dataSource!, fresh.dataSource!)
    target.handles = source.handles
    target.apply(source.snapshot())
    for section in source.snapshot().sectionIdentifiers where source.content.outlines[section] != nil {
      target.apply(source.snapshot(for: section), to: section)
    }
    fresh.tableView.reconcile()
    fresh.tableView.go(to: harness.tableView.viewport)
    fresh.tableView.selection = harness.tableView.selection
    fresh.draw(at: 0)
    return session
  }
}
