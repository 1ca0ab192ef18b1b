import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Navigation controllers") struct NavigationControllerTests {
  private let root = Page("Root")
  private let terminal = ScriptedTerminal()

  private var top: String { terminal.frames.last?.text(ofLine: 0) ?? "" }

  private func run(_ body: (NavigationController) async -> Void) async -> Application.Ending {
    terminal.size = ScreenSize(columns: 40, lines: 10)
    let run = await terminal.run(root)
    if let navigation = root.navigationController { await body(navigation) }
    return await run.value
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
      let (plain, own) = (TableViewController(), TableViewController())
      own.theme = .light
      own.tableView.motion = .none
      navigation.pushViewController(plain)
      navigation.pushViewController(own)
      #expect(plain.theme == .highContrast && plain.tableView.motion == .reduced && plain.announcesChanges)
      #expect(own.theme == .light && own.tableView.motion == .none)
      await terminal.play(nil)
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
      expectEqual(root.log, [.load, .willAppear, .didAppear])
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
      expectEqual(pages[1].log, [.load, .willAppear, .didAppear])
      expectEqual(navigation.popToRootViewController(animated: true)?.map(\.title), ["Next", "Last"])
      #expect(navigation.topViewController === root && pages[0].navigationController == nil)
      await terminal.play(.key(.character("q")))
    }
  }

  @Test(
    "The return to a screen clears its selection only if clearsSelectionOnViewWillAppear is set",
    arguments: [true, false])
  func clearsSelection(_ clears: Bool) async {
    let (table, dataSource) = (root.tableView, root.dataSource!)
    root.show(1...3)
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
