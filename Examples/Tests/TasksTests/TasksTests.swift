import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import tasks

/// A file in a temporary directory.
private struct TemporaryFile {
  let directory = FileManager.default.temporaryDirectory.appendingPathComponent("tasks-\(UUID())")
  var path: String { directory.appendingPathComponent("tasks.json").path }
  var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

  init(_ text: String? = nil) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try text.map(write)
  }

  func write(_ text: String) throws { try text.write(toFile: path, atomically: false, encoding: .utf8) }

  func remove() { try? FileManager.default.removeItem(at: directory) }
}

private let dinner = """
  [{"title": "Dinner", "tasks": [{"title": "Shop", "done": true}, {"title": "Cook"}]}, {"title": "Read"}]
  """

@Suite("The list of tasks") struct TaskListTests {
  private var list = TaskList()
  private var titles: [String] {
    list.outline.items.map { String(repeating: "-", count: list.outline.level(of: $0)) + list.titles[$0] }
  }

  @Test("A task is added after a task or below it") mutating func adding() {
    let dinner = list.add("Dinner")
    _ = list.add("Shop", below: dinner)
    _ = list.add("Read", after: dinner)
    #expect(titles == ["Dinner", "-Shop", "Read"])
  }

  @Test("The deletion of a task also deletes the tasks below it") mutating func deleting() {
    let first = list.add("1")
    _ = list.add("2", below: first)
    list.outline.delete([first])
    #expect(titles.isEmpty)
  }
}

@Suite("The file of tasks") struct TaskFileTests {
  @Test("Tasks written to a file are the same when they are read again") func roundTrip() throws {
    let temporary = try TemporaryFile(dinner)
    defer { temporary.remove() }
    var file = try TaskFile(path: temporary.path)
    let list = file.tasks
    #expect(list.titles == ["Dinner", "Shop", "Cook", "Read"] && list.done == [1])
    try file.write(list)
    let again = try TaskFile(path: temporary.path).tasks
    #expect(again.titles == list.titles && again.done == list.done && again.outline == list.outline)
  }

  @Test("A missing file has no tasks, and is created when tasks are written") func missingFile() throws {
    let temporary = try TemporaryFile()
    defer { temporary.remove() }
    var file = try TaskFile(path: temporary.path)
    #expect(file.tasks.outline.isEmpty && temporary.text == nil)
    var list = TaskList()
    _ = list.add("Sleep")
    try file.write(list)
    #expect(try TaskFile(path: temporary.path).tasks.titles == ["Sleep"])
  }

  @Test(
    "A file that is not a list of tasks is an error and is not changed",
    arguments: [
      (#"[{"title": "a",}"#, "no JSON: "), ("", "JSON"), (#"[{"name": "a"}]"#, "title"),
      (#"[{"title": "a", "tasks": [{"title": 3}]}]"#, "title"),
    ])
  func invalidFile(text: String, message: String) throws {
    let temporary = try TemporaryFile(text)
    defer { temporary.remove() }
    let error = #expect(throws: (any Error).self) { try TaskFile(path: temporary.path) }
    #expect("\(error as Any)".contains(message) && temporary.text == text)
  }

  @Test("A file that another program changed is not overwritten") func changedFile() throws {
    let temporary = try TemporaryFile(dinner)
    defer { temporary.remove() }
    var file = try TaskFile(path: temporary.path)
    try temporary.write("[]")
    let list = file.tasks
    #expect(throws: TaskFile.Failure.self) { try file.write(list) }
    #expect(temporary.text == "[]")
  }
}

@MainActor
@Suite("The screen of tasks") struct TasksScreenTests {
  private let temporary: TemporaryFile
  private let screen: TestScreen<TasksController>

  init() throws {
    temporary = try TemporaryFile(dinner)
    screen = TestScreen(TasksController(try TaskFile(path: temporary.path)), columns: 60, lines: 12)
  }

  private func answer(_ text: String) async {
    await screen.settle()
    screen.type(text)
    screen.press(.enter)
    await screen.settle()
    screen.rest()
  }

  @Test("The outline shows which tasks are done, and counts them") func outline() {
    defer { temporary.remove() }
    #expect(screen.contains("▾ [ ] Dinner") && screen.contains("1/2") && screen.contains("[x] Shop"))
    #expect(screen.style(of: "Shop")?.attributes.contains(.strikethrough) == true)
  }

  @Test("a adds a task, saves it and moves the cursor to it") func adding() async {
    defer { temporary.remove() }
    screen.press(.end, .character("a"))
    await answer("Sleep")
    #expect(screen.cursor?.text.contains("Sleep") == true && temporary.text?.contains("Sleep") == true)
  }

  @Test("enter renames a task") func renaming() async {
    defer { temporary.remove() }
    screen.press(.end, .enter)
    await answer(" a book")
    #expect(screen.cursor?.text.contains("Read a book") == true)
  }

  @Test("u restores a deleted task on the screen and in the file") func undo() {
    defer { temporary.remove() }
    screen.press(.character("d"))
    screen.rest()
    #expect(
      !screen.contains("Cook") && temporary.text?.contains("Cook") == false)
    screen.press(.character("u"))
    screen.rest()
    #expect(screen.contains("Cook") && temporary.text?.contains("Cook") == true)
  }

  @Test("space marks a task as done") func space() {
    defer { temporary.remove() }
    screen.press(.down, .down, .character(" "))
    #expect(screen.contains("[x] Cook") && screen.contains("2/2"))
  }

  @Test("alt-↑ moves a task up, tab indents it and shift-tab outdents it") func moving() {
    defer { temporary.remove() }
    screen.press(.end, KeyPress(.up, .alt))
    screen.rest()
    #expect(
      screen.controller.list.outline.items.map { screen.controller.list.titles[$0] } == [
        "Dinner", "Shop", "Read", "Cook",
      ])
    screen.press(.character("u"), .tab)
    screen.rest()
    #expect(screen.contains("1/3"))
    screen.press(KeyPress(.tab, .shift))
    #expect(screen.contains("1/2") && screen.cursor?.text.contains("Read") == true)
  }

  @Test("A search shows the ancestors of a match, and the cursor stays on the match") func search() {
    defer { temporary.remove() }
    screen.press(.down, .left, .left, .character("/"))
    screen.type("cook")
    #expect(screen.contains("Dinner") && screen.contains("Cook") && !screen.contains("Read"))
    screen.press(.enter, .escape)
    screen.rest()
    #expect(screen.cursor?.text.contains("Cook") == true && screen.contains("Read"))
    screen.press(.character(" "))
    #expect(screen.contains("[x] Cook"))
  }

  @Test("If the file cannot be saved, the screen shows an error and the change, and asks before it ends")
  func failedSave() async throws {
    defer { temporary.remove() }
    try temporary.write("[]")
    screen.press(.character("d"))
    screen.rest()
    #expect(screen.contains("not saved: another program changed the file") && temporary.text == "[]")
    #expect(!screen.contains("Dinner"))
    for (key, answer) in [(KeyPress("q"), KeyPress.enter), ("ctrl-c", .character("l"))] {
      #expect(screen.ending == nil)
      screen.press(key)
      await screen.settle()
      #expect(screen.contains("Leave without saving?"))
      screen.press(answer)
      await screen.settle()
    }
    #expect(screen.ending != nil)
  }
}
