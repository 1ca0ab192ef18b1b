import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A list of values in one object.
@MainActor
@Suite("Lists of values") struct ListControllerTests {
  private struct Task: Identifiable, Equatable {
    let id: Int
    var title: String
    var isDone = false
  }

  private let tasks = [
    Task(id: 1, title: "water plants"), Task(id: 2, title: "buy bread"), Task(id: 3, title: "call home"),
  ]

  private func screen(_ tasks: [Task]) -> TestScreen<ListController<Int, Task>> {
    let list = ListController<Int, Task> {
      ListContentConfiguration(text: $0.title + ($0.isDone ? ", done" : ""))
    }
    list.tableView.allowsMultipleSelection = true
    list.apply(tasks, animatingDifferences: false)
    return TestScreen(list, columns: 40, lines: 8)
  }

  @Test("A value with the same id is the same row, and a changed one is drawn again") func identity() {
    let screen = screen(tasks)
    screen.press(.down)
    var changed = Array(tasks.reversed())
    changed[1].isDone = true
    screen.controller.apply(changed)
    screen.rest()
    #expect(screen.cursor?.line == 1 && screen.contains("buy bread, done"), "\(screen.lines)")
    expectEqual(screen.controller.cursorItem, changed[1])
    screen.controller.apply([Task(id: 9, title: "rest")] + changed)
    screen.rest()
    #expect(screen.cursor?.text.contains("buy bread") == true)
  }

  @Test("Rows that look the same are not marked as changed") func unchanged() {
    let screen = screen(tasks)
    var changed = tasks
    changed[0].isDone = true
    screen.controller.apply(changed)
    #expect(screen.lines[0].contains("~") && !screen.lines[1].contains("~"), "\(screen.lines)")
  }

  @Test("Actions, the cursor and the selection have the newest values") func values() async {
    let screen = screen(tasks)
    let list = screen.controller
    var chosen: [Task] = []
    list.primaryAction = { chosen.append($0) }
    list.addKeyCommand("d", title: "do") { chosen.append($0) }
    list.addKeyCommand("w", title: "wait") { task in
      await _Concurrency.Task.yield()
      chosen.append(task)
    }
    screen.press(" ")
    var changed = tasks
    changed[0].isDone = true
    list.apply(changed)
    screen.press(.home, .enter, "d", "w")
    await screen.settle()
    expectEqual(chosen, Array(repeating: changed[0], count: 3))
    expectEqual(list.selectedItems, [changed[0]])
    expectEqual(list.cursorItem, changed[0])
    list.primaryAction = nil
    #expect(list.tableView.primaryAction == nil)
  }

  @Test("Values in sections have headers from the data source") func sections() {
    let list = ListController<String, Task> { ListContentConfiguration(text: $0.title) }
    list.dataSource.headerTitleProvider = { $0 }
    list.apply([("open", [tasks[0]]), ("done", [tasks[1], tasks[2]])])
    let screen = TestScreen(list, columns: 40, lines: 8)
    #expect(screen.lines[0].contains("open") && screen.lines[2].contains("done"), "\(screen.lines)")
  }

  @Test("A released list releases its data source") func release() {
    weak var released: AnyObject?
    do {
      let list = ListController<Int, Task> { ListContentConfiguration(text: $0.title) }
      list.apply(tasks)
      list.primaryAction = { _ in }
      list.addKeyCommand("d", title: nil) { _ in }
      released = list.dataSource
    }
    #expect(released == nil)
  }
}
