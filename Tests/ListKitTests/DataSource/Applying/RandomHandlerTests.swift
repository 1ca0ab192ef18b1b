import TestSupport
import Testing

@testable import ListKit

/// Handlers that apply at random: no crash, and the table finally shows the result of all applies and
/// gestures in their order.
@MainActor
@Suite("Random handlers") struct RandomHandlerTests {
  @Test("Random applies from handlers and user gestures are performed in order", arguments: 0..<24)
  func order(_ seed: Int) {
    let session = RandomHandlers(seed: seed)
    for _ in 0..<80 { session.step() }
    session.finish()
    #expect(session.changes > 20)
  }
}

/// A data source whose handlers apply random changes whenever they are called, and a plain model of the
/// expected result: applies are performed in call order, and a user's gesture after the changes that its
/// handlers applied.
@MainActor
final class RandomHandlers {
  typealias DataSource = TableHarness<Int>.DataSource
  typealias Outline = RandomChange.Outline

  let harness: TableHarness<Int>
  var generator: SeededGenerator
  var dataSource: DataSource { harness.dataSource }
  var table: TableView { harness.tableView }
  /// The rows that are expected on the screen.
  private var rows = RowsModel()
  /// The changes that were applied and not yet reported.
  private var waiting: [RandomChange] = []
  /// Whether the next report is that of a gesture, all of whose handlers were called.
  private var gestureIsNext = false
  /// The result of the gesture; nil if the model adopts the data source's result.
  private var gestureOutcome: (() -> RowsModel)?
  private var changesLeft = 150
  private(set) var gestures = 0
  private(set) var changes = 0
  private let delegate: ActingDelegate

  init(seed: Int) {
    let delegate = ActingDelegate()
    self.delegate = delegate
    generator = SeededGenerator(seed: seed)
    harness = TableHarness(lines: 10) { item in
      delegate.act()
      return "\(item)"
    }
    delegate.act = { [unowned self] in maybeChange(10) }
    install()
  }

  private func install() {
    table.delegate = delegate
    table.motion = .reduced
    let source = dataSource
    source.didApply = { [unowned self] in check($0) }
    source.headerProvider = { [unowned self] name in
      maybeChange(5)
      return ListContentConfiguration(text: name)
    }
    source.canEditRow = { [unowned self] _ in maybeChange(5, true) }
    source.commitEditing = { [unowned self] _, item in perform(.delete([item])) }
    source.reorderingHandlers.canReorderItem = { [unowned self] in maybeChange(5, $0 % 5 != 0) }
    source.reorderingHandlers.willReorder = { [unowned self] _ in
      maybeChange(40)
      gestureIsNext = true
    }
    source.reorderingHandlers.didReorder = { [unowned self] _ in maybeChange(40) }
    var handlers = SectionSnapshotHandlers<Int>()
    handlers.shouldExpandItem = { [unowned self] in maybeChange(15, $0 % 7 != 0) }
    handlers.shouldCollapseItem = { [unowned self] in maybeChange(15, $0 % 9 != 0) }
    handlers.willExpandItem = { [unowned self] _ in maybeChange(40) }
    handlers.willCollapseItem = { [unowned self] _ in
      maybeChange(40)
      allHandlersAreDone()
    }
    handlers.snapshotForExpandingParent = { [unowned self] _, children in
      maybeChange(40)
      allHandlersAreDone()
      found = generator.chance(50) ? children : RandomChange.outline(using: &generator)
      return found
    }
    handlers.mayHaveChildren = { [unowned self] _ in maybeChange(2, generator.chance(50)) }
    source.sectionSnapshotHandlers = handlers
  }

  /// The children that a handler returned last.
  private var found = Outline()
  /// The section of the item that is toggled, and its outline before that.
  private var (toggledSection, formerTree) = ("", Outline())

  private func allHandlersAreDone() {
    gestureIsNext = true
    formerTree = dataSource.snapshot(for: toggledSection)
  }

  // MARK: Steps

  func step() {
    switch generator.number(0..<10) {
    case 0..<2: change()
    case 2..<5: toggle()
    case 5: reorder()
    case 6..<8: command()
    default:
      harness.now += .milliseconds(generator.number(0..<400))
      harness.draw()
    }
  }

  /// Performs all waiting changes and compares the results.
  func finish() {
    gestureIsNext = false
    changesLeft = 0
    perform(.append([1000], "end"))
    #expect(waiting.isEmpty, "applied and not reported: \(waiting)")
    compare(dataSource.snapshot(), "at the end")
    checkOutlines()
  }

  private func command() {
    let commands: [Command] = [
      .expand, .collapse, .expandAll, .collapseAll, .expandSubtree, .collapseSubtree, .toggle, .moveCursor(3),
      .moveCursor(-2), .primaryAction, .mark, .selectAll, .delete, .grab, .moveRow(2), .moveRow(-1), .back,
      .toggleEditing, .page(1), .first,
    ]
    table.perform(commands[generator.number(0..<commands.count)])
    gestureIsNext = false
    checkOutlines()
  }

  private func toggle() {
    let place = IndexPath(item: generator.number(0..<8), section: generator.number(0..<3))
    guard let item = dataSource.itemIdentifier(for: place),
      let section = dataSource.sectionIdentifier(for: place.section)
    else { return }
    let expands = !(dataSource.snapshot(for: section).isExpanded(item))
    toggledSection = section
    gestureOutcome = { [unowned self] in outcome(of: item, in: section, expands: expands) }
    dataSource.setExpanded(expands, at: place, withDescendants: false)
    (gestureIsNext, gestureOutcome) = (false, nil)
    checkOutlines()
  }

  /// Returns the rows after an item is expanded with the children found, or collapsed; called before that
  /// happens.
  private func outcome(of item: Int, in section: String, expands: Bool) -> RowsModel {
    var tree = formerTree
    var rows = rows
    if expands {
      var children = found
      let above = Set(sequence(first: item) { self.formerTree.parent(of: $0) })
      children.delete(children.items.filter(above.contains))
      tree.delete(children.items.filter { tree.contains($0) && !tree.snapshot(of: item).contains($0) })
      tree.replace(childrenOf: item, using: children)
      tree.expand([item])
    } else {
      tree.collapse([item])
    }
    if rows.contains(section) { rows.show(tree, in: section) }
    return rows
  }

  private func reorder() {
    let items = dataSource.snapshot().itemIdentifiers
    let block = items.filter { _ in generator.chance(15) }
    guard let target = items.randomElement(using: &generator) else { return }
    _ = try? dataSource.reorder(
      block,
      to: generator.chance(40) ? .before(target) : generator.chance(60) ? .after(target) : .endOfSection("b"))
    gestureIsNext = false
    checkOutlines()
  }

  // MARK: Changes

  private func maybeChange(_ percent: Int) {
    if changesLeft > 0, generator.chance(percent) { change() }
  }

  private func maybeChange(_ percent: Int, _ answer: Bool) -> Bool {
    maybeChange(percent)
    return answer
  }

  private func change() {
    changesLeft -= 1
    perform(.any(using: &generator))
  }

  /// Applies a change; its report, if it arrives before this returns, is not that of a gesture in progress.
  private func perform(_ change: RandomChange) {
    let wasNext = gestureIsNext
    gestureIsNext = false
    defer { gestureIsNext = wasNext }
    waiting.append(change)
    switch change {
    case .snapshot(let snapshot, reloads: false):
      dataSource.apply(snapshot) { [weak self] in self?.maybeChange(20) }
    case .snapshot(let snapshot, reloads: true): dataSource.applySnapshotUsingReloadData(snapshot)
    case .outline(let outline, let section): dataSource.apply(outline, to: section)
    case .outlines(let outlines): dataSource.apply(outlines)
    case .append, .delete: dataSource.update { [unowned self] in edit(&$0, change) }
    }
  }

  private func edit(_ snapshot: inout DataSource.Snapshot, _ change: RandomChange) {
    maybeChange(10)
    switch change {
    case .append(let items, let section):
      if !snapshot.contains(section: section) { snapshot.appendSections([section]) }
      snapshot.appendItems(items, toSection: section)
    case .delete(let items): snapshot.deleteItems(items)
    default: break
    }
  }

  // MARK: Expected results

  private func check(_ report: DataSource.ApplyReport) {
    if gestureIsNext {
      gestureIsNext = false
      gestures += 1
      rows = gestureOutcome?() ?? RowsModel(report.new)
      compare(report.new, "after a gesture")
    } else if waiting.isEmpty {
      Issue.record("a report of nothing that was applied: \(report.new)")
    } else {
      changes += 1
      let change = waiting.removeFirst()
      rows.apply(change)
      compare(report.new, "\(change)")
    }
    maybeChange(10)
  }

  private func compare(_ snapshot: DataSource.Snapshot, _ what: String) {
    let shown = RowsModel(snapshot).rows
    expectEqual(shown.map(\.section), rows.rows.map(\.section), "\(what)")
    expectEqual(shown.map(\.items), rows.rows.map(\.items), "\(what)")
  }

  /// Checks that each section's rows are its outline's visible items, and that no item is in two outlines.
  private func checkOutlines() {
    let snapshot = dataSource.snapshot()
    var seen: Set<Int> = []
    for section in snapshot.sectionIdentifiers {
      let tree = dataSource.snapshot(for: section)
      expectEqual(tree.visibleItems, snapshot.itemIdentifiers(inSection: section))
      #expect(seen.isDisjoint(with: tree.items))
      seen.formUnion(tree.items)
    }
  }
}

/// A delegate whose methods all do the same.
@MainActor
final class ActingDelegate: TableViewDelegate {
  var act: () -> Void = {}

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { act() }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { act() }
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) { act() }
  func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) { act() }
  func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) { act() }
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    act()
    return indexPath
  }
}
