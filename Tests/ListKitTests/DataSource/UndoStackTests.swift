import ListKit
import TestSupport
import Testing

@Suite("Undo stack") struct UndoStackTests {
  @Test("The undo stack undoes and redoes edits, and a new edit discards the undone ones") func undoRedo() {
    var stack = UndoStack<Int>()
    #expect(stack.undo(from: 0) == nil && !stack.canUndo && stack.undoActionName == nil)
    stack.record(0, named: "one")
    stack.record(1, named: "two")
    expectEqual(stack.undoActionName, "two")
    expectEqual(stack.undo(from: 2), 1)
    #expect(stack.undoActionName == "one" && stack.redoActionName == "two")
    #expect(stack.undo(from: 1) == 0 && !stack.canUndo)
    expectEqual(stack.redo(from: 0), 1)
    stack.record(1, named: "three")
    #expect(!stack.canRedo && stack.redo(from: 9) == nil)
    expectEqual(stack.undo(from: 9), 1)
    stack.removeAll()
    #expect(!stack.canUndo && !stack.canRedo)
  }

  @Test("The undo stack discards the oldest edits beyond its limit") func limit() {
    var stack = UndoStack<Int>(limit: 3)
    for value in 0..<10 { stack.record(value) }
    expectEqual([10, 9, 8, 7].map { stack.undo(from: $0) }, [9, 8, 7, nil])
  }

  /// Compares an undo stack with a plain list of all states and an index into it.
  @Test("Random edits, undos and redos give the same states as a plain history", arguments: 0..<20)
  func history(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var stack = UndoStack<Int>()
    var states = [0]
    var place = 0
    for step in 1...200 {
      switch generator.number(0..<3) {
      case 0:
        stack.record(states[place])
        states.replaceSubrange((place + 1)..., with: [step])
        place += 1
      case 1:
        let former = stack.undo(from: states[place])
        expectEqual(former, (place > 0 ? states[place - 1] : nil))
        place = max(0, place - 1)
      default:
        let next = stack.redo(from: states[place])
        expectEqual(next, (place + 1 < states.count ? states[place + 1] : nil))
        place = min(place + 1, states.count - 1)
      }
      #expect(stack.canUndo == (place > 0) && stack.canRedo == (place + 1 < states.count))
    }
  }
}
