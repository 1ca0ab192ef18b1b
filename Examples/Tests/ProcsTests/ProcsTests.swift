import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import procs

@Suite("Processes and their list") struct ProcessListTests {
  @Test("A process is read from its stat file and its arguments, also if its name has brackets")
  func files() throws {
    let figures = "S 7 0 0 0 -1 0 0 0 0 0 250 150 0 0 20 0 1 0 99 0 1024 0"
    let process = try #require(
      RunningProcess(stat: "42 (a) b (c) \(figures)", words: ["/usr/bin/vi", "x y", "z"]))
    #expect((process.pid, process.parent, process.started) == (42, 7, "99"))
    #expect(process.name == "vi" && process.arguments == "x y z")
    #expect(process.busy > 0 && process.megabytes == Int(getpagesize()) >> 10)
    #expect(RunningProcess(stat: "42 (kworker/0) \(figures)", words: [])?.name == "(kworker/0)")
    #expect(RunningProcess(stat: "", words: []) == nil)
  }

  @Test("A process is read from a line of ps") func psLine() throws {
    let line = "  42     7  2048 01:02.50 Sun Nov 22 10:21:37 2026     /usr/bin/vi x y"
    let process = try #require(RunningProcess(line: line))
    #expect((process.pid, process.parent, process.megabytes) == (42, 7, 2))
    #expect(process.busy == 62.5 && process.name == "vi" && process.arguments == "x y")
    #expect(RunningProcess(line: "42 7 defunct") == nil)
  }

  @Test("Processes with the same number and different start times are different") func identity() {
    #expect(RunningProcess.made(1, name: "a") == .made(1, name: "b"))
    #expect(RunningProcess.made(1, started: 8) != .made(1, started: 9))
  }

  @Test("The tree contains child processes below their parents") func tree() {
    var list = ProcessList()
    list.update([.made(1), .made(5, parent: 1), .made(3, parent: 5), .made(4, parent: 9)])
    #expect(list.outline.visibleItems.map(\.pid) == [1, 5, 3, 4])
    #expect(list.outline.parent(of: .made(3)) == .made(5) && list.outline.parent(of: .made(4)) == nil)
  }

  @Test("Without the tree, processes are sorted by load") func busiest() {
    var list = ProcessList(isTree: false)
    list.update([.made(1), .made(2), .made(3)])
    list.update([.made(1, time: 2), .made(2, busy: 100, time: 2), .made(3, busy: 50, time: 2), .made(4)])
    #expect(list.outline.rootItems.map(\.pid) == [2, 3, 1, 4])
    #expect(list.outline.rootItems.map(\.load) == [0.5, 0.25, 0, 0])
  }

  @Test("The processes of the system include the current process") func currentProcess() async throws {
    let mine = try #require(try await RunningProcess.all().first { $0.pid == getpid() })
    #expect(mine.parent == getppid() && mine.megabytes > 0 && mine.busy > 0)
  }
}

extension RunningProcess {
  /// - Parameter busy: The processor time in hundredths of a second.
  static func made(
    _ pid: Int, parent: Int = 0, started: Int = 0, name: String = "", busy: Int = 0, time: Double = 0
  ) -> Self {
    let figures = "S \(parent) 0 0 0 0 0 0 0 0 0 \(busy) 0 0 0 0 0 0 0 \(started) 0 0"
    var process = RunningProcess(stat: "\(pid) () \(figures)", words: [name.isEmpty ? "job\(pid)" : name])!
    process.time = time
    return process
  }
}

/// A machine whose processes the test controls.
@MainActor
private final class Machine {
  var processes: [RunningProcess] = [
    .made(1, name: "init"), .made(2, parent: 1), .made(3, parent: 2), .made(7, parent: 1),
  ]
  var sent: [[Int32]] = []
  var answer: Int32 = 0
  let clock = TestClock()

  func screen() async -> TestScreen<ProcsController> {
    let controller = ProcsController(clock: clock, sample: { self.processes }) { pid, signal in
      self.sent.append([pid, signal])
      return self.answer
    }
    let screen = TestScreen(controller, columns: 70, lines: 14, clock: clock)
    await screen.settle()
    return screen
  }
}

@MainActor
@Suite("The screen of procs") struct ProcsScreenTests {
  private let machine = Machine()

  @Test("The list is updated each second, and the cursor stays on its process") func refresh() async {
    let screen = await machine.screen()
    screen.press(.down, .down)
    #expect(screen.cursor?.text.contains("job3") == true)
    let line = screen.cursor?.line
    machine.processes.append(.made(4, parent: 1))
    machine.processes[2] = .made(3, parent: 2, busy: 50, time: 2)
    machine.processes.removeAll { $0.pid == 7 }
    await screen.advance(by: .seconds(1))
    screen.rest()
    #expect(screen.cursor?.text.contains("25.0") == true && screen.cursor?.line == line)
    #expect(screen.contains("job4") && !screen.contains("job7"))
  }

  @Test("In an update, closed processes stay closed and new parents are open") func closedRows() async {
    let screen = await machine.screen()
    screen.press(.down, .left)
    screen.rest()
    #expect(!screen.contains("job3"))
    machine.processes.append(.made(8, parent: 7))
    await screen.advance(by: .seconds(2))
    #expect(!screen.contains("job3") && screen.contains("job8"))
  }

  @Test("ctrl-o sorts the processes by load, and a second ctrl-o shows the tree again")
  func sorting() async throws {
    let screen = await machine.screen()
    machine.processes[3] = .made(7, parent: 1, busy: 100, time: 1)
    await screen.advance(by: .seconds(1))
    screen.press(.control("o"))
    let busy = try #require(screen.location(of: "job7")), idle = try #require(screen.location(of: "init"))
    #expect(busy.line < idle.line)
    screen.press(.control("o"))
    #expect(screen.contains("▾ init"))
  }

  @Test("Letters find a process below a closed one and show its ancestors; esc shows all again")
  func filter() async {
    let screen = await machine.screen()
    screen.press(.down, .left)
    screen.type("job3")
    screen.rest()
    #expect(
      screen.cursor?.text.contains("job3") == true && screen.contains("init") && !screen.contains("job7"))
    #expect(screen.contains("1/4"))
    screen.press(.escape)
    screen.rest()
    #expect(screen.contains("job7") && screen.cursor?.text.contains("job3") == true)
  }

  @Test("A signal is sent after the user has chosen and confirmed it") func signal() async {
    let screen = await machine.screen()
    screen.press(.down, .enter)
    await screen.settle()
    screen.press(.enter)
    await screen.settle()
    #expect(screen.contains("Send TERM to job2 (2)?") && machine.sent.isEmpty)
    screen.press(.character("s"))
    await screen.settle()
    #expect(machine.sent == [[2, SIGTERM]] && screen.contains("TERM sent to job2 (2)"))
  }

  @Test("enter does not confirm a signal") func enterCancels() async {
    let screen = await machine.screen()
    for _ in 0..<3 {
      screen.press(.enter)
      await screen.settle()
    }
    #expect(machine.sent.isEmpty && !screen.contains("Send"))
  }

  @Test("The screen shows why the system refuses a signal") func refused() async {
    machine.answer = EPERM
    let screen = await machine.screen()
    await send(screen)
    #expect(machine.sent.count == 1 && screen.contains("TERM not sent: Operation not permitted"))
  }

  @Test("A signal is not sent to a new process with the same number") func reusedNumber() async {
    let screen = await machine.screen()
    screen.press(.enter)
    await screen.settle()
    machine.processes[0] = .made(1, started: 9, name: "other")
    await screen.advance(by: .seconds(1))
    screen.press(.enter)
    await screen.settle()
    screen.press(.character("s"))
    await screen.settle()
    #expect(machine.sent.isEmpty && screen.contains("No such process"))
  }

  private func send(_ screen: TestScreen<ProcsController>) async {
    for key in [KeyPress.enter, .enter, .character("s")] {
      screen.press(key)
      await screen.settle()
    }
  }
}
