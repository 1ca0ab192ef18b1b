import TestSupport

@testable import ListKit

/// An item that is identified by its number and has a version as its content.
struct VersionedItem: Hashable, Sendable, CustomStringConvertible {
  let number: Int
  let version: Int

  init(_ number: Int, _ version: Int = 0) {
    self.number = number
    self.version = version
  }

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  var description: String { "\(number).\(version)" }
}

/// A session of random keys, clock steps, and changes of data whose content may differ behind an equal identity.
@MainActor
final class RandomSession {
  typealias Outline = DiffableDataSourceSectionSnapshot<VersionedItem>

  let harness: TableHarness<VersionedItem>
  var generator: SeededGenerator
  private var version = 0
  var table: TableView { harness.tableView }
  /// The events so far, for the message of a failed test.
  private(set) var log: [String] = []

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
    harness = TableHarness(
      lines: 10, style: seed % 6 == 3 ? .insetGrouped : seed % 3 == 0 ? .grouped : .plain
    ) {
      "\($0) 漢字"
    } below: {
      seed % 3 == 1 && $0.number % 4 == 0 ? "below" : nil
    }
    harness.dataSource.contentEqual = { $0.version == $1.version }
    if seed % 5 == 2 {
      harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak self] parent, _ in
        self?.children(of: parent) ?? Outline()
      }
    }
    if seed % 2 == 0 {
      harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    }
    if seed % 5 == 0 {
      harness.dataSource.footerProvider = { $0 == "b" ? ListContentConfiguration(text: "end") : nil }
    }
    if seed % 4 == 0 { table.columns = [TableColumn("id", width: 3...9)] }
    if seed % 4 == 1 || seed % 6 == 3 {
      harness.dataSource.sectionLayoutProvider = {
        switch $0 {
        case "a": seed % 8 == 1 ? .list : .strip(itemWidth: 4)
        case "b": .strip(itemWidth: 5)
        default: .strip(itemWidth: 7, lines: 2)
        }
      }
    }
    if seed % 7 == 3 { table.sectionHeaderTopPadding = 1 }
    harness.dataSource.defaultRowAnimation = RowAnimation.allCases[seed % RowAnimation.allCases.count]
    table.motion = seed % 7 == 6 ? .reduced : .full
    if seed % 11 == 10 { table.showsVerticalScrollIndicator = false }
    table.allowsMultipleSelection = seed % 2 == 1
    if seed % 3 != 2 { harness.dataSource.reorderingHandlers.canReorderItem = { $0.number % 7 != 3 } }
    if seed % 4 != 3 {
      harness.dataSource.commitEditing = { [unowned harness] style, item in
        var snapshot = harness.dataSource.snapshot()
        if style == .delete { snapshot.deleteItems([item]) }
        harness.dataSource.apply(snapshot)
      }
      harness.dataSource.canEditRow = { $0.number % 5 != 2 }
    }
    if seed % 3 != 1 {
      harness.dataSource.contextMenuProvider = { item in
        Menu(
          children: (0...item.number % 3).map { number in
            Action(title: "Act \(number)", attributes: number == 0 ? .destructive : []) { _ in }
          })
      }
    }
    table.backgroundContent = ListContentConfiguration(text: "none", secondaryText: "esc")
  }

  func step() {
    switch generator.number(0..<20) {
    case 0..<7: key()
    case 7..<9: mouse()
    case 9..<11: applyItems()
    case 11..<13: applyOutline()
    case 13: edit()
    case 14:
      let (columns, lines) = generator.chance(20) ? (201, 61) : (60, 40)
      harness.size = ScreenSize(columns: generator.number(1..<columns), lines: generator.number(1..<lines))
      note("resize \(harness.size)")
    default:
      harness.now += .milliseconds([0, 10, 100, 300, 1000, 6000][generator.number(0..<6)])
      draw()
    }
  }

  func draw() {
    harness.draw()
    note("draw at \(harness.now)")
  }

  private func note(_ text: String) { log.append(text) }

  private func key() {
    let commands: [Command] = [
      .moveCursor(1), .moveCursor(-1), .moveCursor(5), .moveCursor(-7), .page(1), .page(-1), .first, .last,
      .moveBeside(1), .moveBeside(-1), .moveBeside(2), .firstOfLine, .lastOfLine, .moveRowBeside(1),
      .moveRowBeside(-2),
      .scroll(1), .scroll(-1), .scroll(4), .scroll(-40), .scroll(40), .collapse, .expand, .collapseSubtree,
      .expandSubtree, .toggle, .collapseAll, .expandAll, .expandToLevel(2), .primaryAction,
      .mark, .markAndMove(1), .markAndMove(-1), .markRange, .selectAll, .invertSelection,
      .grab, .grab, .moveRow(1), .moveRow(-1), .moveRow(6), .back,
      .delete, .openMenu, .openMenu, .chooseAction(1), .toggleEditing,
    ]
    let command = commands[generator.number(0..<commands.count)]
    note("\(command)")
    table.perform(command)
  }

  private func mouse() {
    let place = ScreenPoint(
      line: generator.number(-1..<harness.size.lines + 1),
      column: generator.number(0..<harness.size.columns + 1))
    let actions: [MouseEvent.Action] = [
      .press, .secondaryPress, .doubleClick, .wheelUp, .wheelDown, .drag, .release,
    ]
    let event = MouseEvent(actions[generator.number(0..<actions.count)], at: place)
    note("\(event.action) at \(place)")
    table.handle(event)
  }

  private func renewed(_ number: Int) -> VersionedItem {
    version += 1
    return VersionedItem(number, version)
  }

  /// Returns the children of a parent that is expanded: some parents lose a child and get another one each time.
  private func children(of parent: VersionedItem) -> Outline {
    var children = Outline()
    let first = parent.number * 10 + 100
    if parent.number < 4 {
      children.append((first..<first + 3).filter { _ in generator.chance(70) }.map(renewed))
    }
    return children
  }

  private func someItems() -> [VersionedItem] {
    var items = Array(0..<generator.number(0..<50)).filter { _ in generator.chance(70) }
    if generator.chance(40) { items.shuffle(using: &generator) }
    return items.map { generator.chance(50) ? renewed($0) : VersionedItem($0) }
  }

  private func applyItems() {
    let items = someItems()
    let cut = generator.number(0..<items.count + 1)
    var sections = [("a", Array(items[..<cut])), ("b", Array(items[cut...])), ("c", [])]
    if generator.chance(30) { sections.swapAt(0, 2) }
    if generator.chance(30) { sections.removeLast() }
    if generator.chance(5) { sections = [] }
    note("apply \(sections)")
    harness.apply(sections: sections, animating: generator.chance(80))
  }

  private func applyOutline() {
    var outline = Outline()
    var placed: [VersionedItem] = []
    for item in someItems() {
      outline.append([item], to: generator.chance(60) ? placed.randomElement(using: &generator) : nil)
      placed.append(item)
      if generator.chance(60) { outline.expand([item]) }
    }
    let section = ["a", "b", "d"][generator.number(0..<3)]
    note("outline of \(section): \(outline.items) open \(outline.expandedItems)")
    harness.dataSource.apply(outline, to: section)
  }

  /// Applies a snapshot without one item, and the complete snapshot in the report of that.
  private func applyTwice(
    _ snapshot: TableHarness<VersionedItem>.DataSource.Snapshot, without item: VersionedItem
  ) {
    let dataSource = harness.dataSource!
    dataSource.didApply = { _ in
      dataSource.didApply = nil
      dataSource.apply(snapshot)
    }
    var first = snapshot
    first.deleteItems([item])
    dataSource.apply(first)
  }

  private func edit() {
    var snapshot = harness.dataSource.snapshot()
    guard let item = snapshot.itemIdentifiers.randomElement(using: &generator) else { return }
    let other = snapshot.itemIdentifiers.randomElement(using: &generator) ?? item
    note("edit \(item) \(other)")
    switch generator.number(0..<7) {
    case 4:
      harness.dataSource.reorderingHandlers.canReorderItem = { $0.number % 5 != 0 }
      _ = try? harness.dataSource.reorder(item, to: generator.chance(50) ? .before(other) : .after(other))
      return
    case 5: return harness.dataSource.applySnapshotUsingReloadData(snapshot)
    case 6: return applyTwice(snapshot, without: item)
    case 0:
      snapshot.deleteItems([item])
      harness.dataSource.apply(snapshot)
      if generator.chance(50) { snapshot.appendItems([renewed(item.number)]) }
    case 1: snapshot.reconfigureItems([renewed(item.number)])
    case 2: snapshot.reloadItems([renewed(item.number)])
    default: if item != other { snapshot.moveItem(item, beforeItem: other) }
    }
    harness.dataSource.apply(snapshot)
  }
}
