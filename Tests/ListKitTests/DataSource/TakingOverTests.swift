import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

/// A table that is hidden, or has no space, continues from what it displayed last.
@MainActor
@Suite("Tables that are hidden or have no space") struct TakingOverTests {
  @Test("Changes of a hidden table are displayed and counted when it is shown again") func hiddenChanges() {
    let harness = TableHarness(showing: Array(0..<20))
    harness.apply(Array(0..<19))
    harness.draw(at: 10)
    harness.tableView.stopShowing()
    harness.apply([3])
    harness.tableView.stopShowing()
    harness.apply([3, 4])
    #expect(harness.draw(at: 20).contains("  4"))
    expectEqual(harness.tableView.changeSummary, ChangeSummary(deleted: 17))
  }

  @Test("The completion handler of a change is called once, when the table is hidden") func completion() {
    let harness = TableHarness(showing: [1, 2])
    var reported = 0
    harness.dataSource.apply(DiffableDataSourceSnapshot([("main", [2])])) { reported += 1 }
    harness.tableView.stopShowing()
    expectEqual(reported, 1)
    harness.draw(at: 10)
    harness.draw(at: 20_000)
    expectEqual(reported, 1)
  }

  /// Screens of any size that are pushed and popped while their tables change.
  @MainActor
  private final class Session {
    @MainActor struct Page {
      let controller = TableViewController()
      let dataSource: TableViewDiffableDataSource<String, Int>

      init() {
        controller.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
        dataSource = TableViewDiffableDataSource(tableView: controller.tableView) { table, indexPath, item in
          let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
          cell.contentConfiguration = ListContentConfiguration(text: "\(item)")
          return cell
        }
      }
    }

    let pages = [Page(), Page(), Page()]
    let navigation: NavigationController
    private var generator: SeededGenerator
    private(set) var log: [String] = []
    private var size = ScreenSize(columns: 40, lines: 12)
    private var now = Duration.zero

    init(seed: Int) {
      generator = SeededGenerator(seed: seed)
      let root = pages[0].controller
      navigation = NavigationController(
        rootViewController: seed % 3 == 0 ? SplitViewController(primary: root) : root)
      if seed % 4 == 0 {
        for page in pages { page.dataSource.headerProvider = { ListContentConfiguration(text: $0) } }
      }
    }

    func step() {
      switch generator.number(0..<10) {
      case 0..<4: apply()
      case 4: turnPage()
      case 5: resize()
      case 6: press()
      case 7: log.append("asked \(String(describing: page.controller.tableView.cursorIndexPath))")
      default: draw()
      }
    }

    var page: Page { pages[generator.number(0..<pages.count)] }

    private func apply() {
      let items = Array(0..<generator.number(0..<30)).filter { _ in generator.chance(70) }
      let cut = generator.number(0..<items.count + 1)
      var sections = [("a", Array(items[..<cut])), ("b", Array(items[cut...].shuffled(using: &generator)))]
      if generator.chance(20) { sections.removeAll() }
      log.append("apply \(sections)")
      let snapshot = DiffableDataSourceSnapshot(sections)
      if generator.chance(10) { return page.dataSource.applySnapshotUsingReloadData(snapshot) }
      page.dataSource.apply(snapshot, animatingDifferences: generator.chance(80))
    }

    private func turnPage() {
      let depth = navigation.viewControllers.count
      if depth < pages.count, generator.chance(60) {
        log.append("push")
        navigation.pushViewController(pages[depth].controller)
      } else {
        log.append("pop")
        navigation.popViewController()
      }
    }

    private func resize() {
      size =
        generator.chance(50)
        ? ScreenSize(columns: generator.number(1..<14), lines: generator.number(1..<4))
        : ScreenSize(columns: generator.number(12..<120), lines: generator.number(1..<30))
      log.append("resize \(size)")
    }

    private func press() {
      let keys = [KeyPress(.down), KeyPress(.up), KeyPress(.pageDown), KeyPress(.end), KeyPress(.home)]
      navigation.handle(.key(keys[generator.number(0..<keys.count)]))
      log.append("key")
    }

    private func draw() {
      now += .milliseconds([0, 10, 100, 1000, 6000][generator.number(0..<5)])
      var canvas = Canvas(size: size, traits: .testing(.trueColor), time: now)
      navigation.draw(in: &canvas)
      navigation.didDraw()
      log.append("draw")
    }
  }

  @Test("Layout, transition and pending changes stay consistent during random events", arguments: 0..<24)
  func consistency(_ seed: Int) {
    let session = Session(seed: seed)
    for _ in 0..<300 {
      session.step()
      for page in session.pages {
        let broken = broken(page.controller.tableView, page.dataSource)
        #expect(broken == nil, "after \(session.log.suffix(12).joined(separator: "\n"))")
        if broken != nil { return }
      }
    }
  }

  /// Returns a description of an invariant that does not hold, or nil if all hold.
  private func broken(
    _ table: TableView, _ dataSource: TableViewDiffableDataSource<String, Int>
  ) -> String? {
    typealias Change = SnapshotChange<String, Int>
    let shown = table.presentation.transition.flatMap { $0.change as? Change }?.new
    let pending = dataSource.content.undrawn
    let takenOver = dataSource.content.unshown?.old ?? dataSource.snapshot()
    if let pending, pending.new != takenOver { return "what is pending leads to what was taken over" }
    let former = pending?.old ?? takenOver
    if let shown, shown != former { return "the transition leads to what the layout shows" }
    for placed in table.layout.rows {
      guard case .item(let item) = placed.identifier, let indexPath = placed.row?.indexPath else { continue }
      let position = ItemPosition(section: indexPath.section, item: indexPath.item)
      if former.itemIdentifier(at: position) != dataSource.handles.items[item] {
        return "the layout shows what was there before what is pending"
      }
    }
    return nil
  }
}
