import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Navigation controllers") struct NavigationControllerTests {
  /// A screen that records its life cycle.
  private final class Page: TableViewController {
    var log: [String] = []

    init(_ title: String, style: TableView.Style = .plain) {
      super.init(style: style)
      self.title = title
    }

    override func viewDidLoad() { log.append("load") }
    override func viewWillAppear(_ animated: Bool) { log.append("will appear") }
    override func viewDidAppear(_ animated: Bool) { log.append("did appear") }
    override func viewWillDisappear(_ animated: Bool) { log.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { log.append("did disappear") }
  }

  private let root = Page("Root")
  private let terminal = ScriptedTerminal()

  private var top: String { terminal.frames.last?.text(ofLine: 0) ?? "" }

  private func run(_ body: (NavigationController) async -> Void) async -> Application.Ending {
    terminal.size = Size(columns: 40, lines: 10)
    let run = await terminal.run(root)
    if let navigation = root.navigationController { await body(navigation) }
    return await run.value
  }

  @Test("Pushing and popping notify screens that they appear and disappear") func lifeCycle() async {
    let next = Page("Next")
    _ = await run { navigation in
      expectEqual(root.log, ["load", "will appear", "did appear"])
      navigation.pushViewController(next, animated: true)
      expectEqual(root.log.suffix(2), ["will disappear", "did disappear"])
      #expect(next.log.isEmpty)
      await terminal.settle()
      expectEqual(next.log, ["load", "will appear", "did appear"])
      expectEqual(top, "Root › Next")
      navigation.popViewController()
      await terminal.settle()
      expectEqual(next.log.suffix(2), ["will disappear", "did disappear"])
      expectEqual(root.log.suffix(2), ["will appear", "did appear"])
      expectEqual(root.log.count { $0 == "load" }, 1)
      expectEqual(top, "Root")
      await terminal.play(.key(.character("q")))
    }
    expectEqual(root.log.suffix(2), ["will disappear", "did disappear"])
  }

  @Test("The esc key pops the top screen, and at the root it ends the program") func escape() async {
    let ending = await run { navigation in
      navigation.pushViewController(Page("Next"))
      navigation.pushViewController(Page("Last"))
      await terminal.settle()
      expectEqual(top, "Root › Next › Last")
      await terminal.play(.key(KeyPress(.escape)))
      expectEqual(top, "Root › Next")
      await terminal.play(.key(KeyPress(.escape)))
      expectEqual(navigation.viewControllers.count, 1)
      await terminal.play(.key(KeyPress(.escape)))
    }
    expectEqual(ending, .finished(status: 0))
  }

  @Test("A pushed screen can end the program with a status") func exitStatus() async {
    let ending = await run { navigation in
      let next = Page("Next")
      navigation.pushViewController(next)
      await terminal.settle()
      next.exit(status: 3)
    }
    expectEqual(ending, .finished(status: 3))
  }

  @Test("If the path does not fit, the title line shows only the title of the top screen")
  func longTitle() async {
    _ = await run { navigation in
      navigation.pushViewController(Page("A title of thirty-six columns, I say"))
      await terminal.settle()
      expectEqual(top, "A title of thirty-six columns, I say")
      await terminal.play(nil)
    }
  }

  @Test("Popping returns the popped screen, which can be pushed again, and keeps the root")
  func popping() async {
    let (one, two) = (Page("One"), Page("Two"))
    _ = await run { navigation in
      #expect(navigation.popViewController() == nil)
      navigation.pushViewController(one)
      navigation.pushViewController(two)
      #expect(navigation.popViewController() === two && navigation.popViewController() === one)
      #expect(one.navigationController == nil)
      navigation.pushViewController(two)
      #expect(navigation.topViewController === two)
      await terminal.play(nil)
    }
  }

  @Test("A screen below the top does not cause a drawing") func coveredScreen() async {
    _ = await run { navigation in
      navigation.pushViewController(Page("Next"))
      await terminal.settle()
      let frames = terminal.frames.count
      root.setNeedsDisplay()
      await terminal.settle()
      expectEqual(terminal.frames.count, frames)
      await terminal.play(nil)
    }
  }

  @Test("A pushed screen inherits theme, motion and announcements unless it sets its own")
  func inheritance() async {
    root.theme = .highContrast
    root.tableView.motion = .reduced
    root.announcesChanges = true
    _ = await run { navigation in
      let (plain, own) = (Page("Plain"), Page("Own"))
      own.theme = .light
      own.tableView.motion = .none
      navigation.pushViewController(plain)
      navigation.pushViewController(own)
      #expect(plain.theme == .highContrast && plain.tableView.motion == .reduced && plain.announcesChanges)
      #expect(own.theme == .light && own.tableView.motion == .none)
      await terminal.play(nil)
    }
  }

  @Test("Going back with esc deselects the selected row") func deselection() async {
    var snapshot = DiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1, 2])
    let dataSource = numbers(in: root.tableView)
    await dataSource.apply(snapshot)
    _ = await run { navigation in
      root.tableView.selectRow(at: dataSource.indexPath(for: 2), animated: false, scrollPosition: .none)
      navigation.pushViewController(Page("Next"))
      await terminal.settle()
      expectEqual(root.tableView.indexPathsForSelectedRows.count, 1)
      await terminal.play(.key(KeyPress(.escape)))
      #expect(root.tableView.indexPathsForSelectedRows.isEmpty)
      await terminal.play(nil)
    }
  }

  private func numbers(in table: TableView) -> TableViewDiffableDataSource<Int, Int> {
    table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    return TableViewDiffableDataSource(tableView: table) { table, indexPath, item in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: "n\(item)")
      return cell
    }
  }

  @Test("A program can start with a pushed screen, and the root loads when it first appears")
  func startAboveRoot() async {
    let navigation = NavigationController(rootViewController: root)
    let next = Page("Next")
    navigation.pushViewController(next)
    let ending = await run { running in
      #expect(running === navigation)
      expectEqual(top, "Root › Next")
      #expect(root.log.isEmpty, "it was never visible")
      await terminal.play(.key(KeyPress(.escape)))
      expectEqual(root.log, ["load", "will appear", "did appear"])
      await terminal.play(.key(.character("q")))
    }
    expectEqual(ending, .finished(status: 0))
  }

  @Test("The return to the root removes all other screens, and views are loaded once") func popToRoot() async
  {
    let pages = [Page("Next"), Page("Last")]
    _ = await run { navigation in
      #expect(navigation.popToRootViewController() == nil)
      for page in pages { navigation.pushViewController(page) }
      pages[1].loadViewIfNeeded()
      await terminal.settle()
      expectEqual(pages[1].log, ["load", "will appear", "did appear"])
      expectEqual(navigation.popToRootViewController(animated: true)?.map(\.title), ["Next", "Last"])
      #expect(navigation.topViewController === root && pages[0].navigationController == nil)
      await terminal.play(.key(.character("q")))
    }
  }

  /// Fills the table of the first screen.
  private func fill() -> TableViewDiffableDataSource<Int, Int> {
    root.tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let dataSource = TableViewDiffableDataSource<Int, Int>(tableView: root.tableView) { table, indexPath, _ in
      table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, [1, 2, 3])]))
    return dataSource
  }

  @Test(
    "The return to a screen clears its selection only if clearsSelectionOnViewWillAppear is set",
    arguments: [true, false])
  func clearsSelection(_ clears: Bool) async {
    let (table, dataSource) = (root.tableView, fill())
    root.clearsSelectionOnViewWillAppear = clears
    _ = await run { navigation in
      table.selectRow(at: IndexPath(row: 1, section: 0), animated: false)
      navigation.pushViewController(Page("Next"))
      await terminal.settle()
      expectEqual(table.indexPathsForSelectedRows.first.flatMap(dataSource.itemIdentifier(for:)), 2)
      navigation.popViewController()
      await terminal.settle()
      expectEqual((table.indexPathsForSelectedRows.first == nil), clears)
      await terminal.play(.key(.character("q")))
    }
  }
}
