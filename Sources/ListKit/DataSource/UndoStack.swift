/// Former values of what a user edits, for undo and redo.
///
/// Snapshots, and models that are values, are all that undo needs: copies share what they have in common.
///
/// ```swift
/// private var undoStack = UndoStack<TaskList>()
///
/// func delete(_ task: Task.ID) {
///   undoStack.record(list, named: "Delete")
///   list.delete(task)
///   show()
/// }
///
/// func undo() {
///   guard let former = undoStack.undo(from: list) else { return }
///   list = former
///   show()
/// }
/// ```
///
/// A screen names the keys `u` and `ctrl-r`; ctrl-z suspends programs.
public struct UndoStack<Value> {
  fileprivate struct Edit {
    var value: Value
    var name: String?
  }

  private var done: [Edit] = []
  private var undone: [Edit] = []
  /// Whether an edit of the same name may join the last one.
  private var isCoalescing = false
  /// How many edits can be undone; older ones are forgotten.
  public let limit: Int

  /// Creates a stack without edits.
  public init(limit: Int = 1_000) { self.limit = max(1, limit) }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is an undone edit to do again: none after another edit.
  public var canRedo: Bool { !undone.isEmpty }

  /// What the edit is called that ``undo(from:)`` takes back, such as "Delete".
  public var undoActionName: String? { done.last?.name }
  /// What the edit is called that ``redo(from:)`` does again.
  public var redoActionName: String? { undone.last?.name }

  /// Records a value that is about to be edited. What was undone can no longer be redone.
  ///
  /// - Parameters:
  ///   - value: The value before the edit.
  ///   - name: What the edit is called.
  ///   - coalesces: Whether edits of this name that follow each other are one, as typing is: the value before the first of
  ///     them is kept.
  /// - Complexity: O(1); O(*limit*) where an old edit is forgotten.
  public mutating func record(_ value: Value, named name: String? = nil, coalescing coalesces: Bool = false) {
    undone = []
    defer { isCoalescing = coalesces }
    if coalesces, isCoalescing, let last = done.last, last.name == name { return }
    done.append(Edit(value: value, name: name))
    if done.count > limit { done.removeFirst(done.count - limit) }
  }

  /// Takes the last edit back.
  ///
  /// - Parameter value: The value now, for ``redo(from:)``.
  /// - Returns: The value before the edit; nil where there is none.
  public mutating func undo(from value: Value) -> Value? {
    guard let edit = done.popLast() else { return nil }
    undone.append(Edit(value: value, name: edit.name))
    isCoalescing = false
    return edit.value
  }

  /// Does the edit again that was undone last.
  ///
  /// - Parameter value: The value now, for ``undo(from:)``.
  /// - Returns: The value after the edit; nil where there is none.
  public mutating func redo(from value: Value) -> Value? {
    guard let edit = undone.popLast() else { return nil }
    done.append(Edit(value: value, name: edit.name))
    isCoalescing = false
    return edit.value
  }

  /// Forgets all edits, as when another document is opened.
  public mutating func removeAll() { self = Self(limit: limit) }
}

extension UndoStack.Edit: Sendable where Value: Sendable {}
extension UndoStack: Sendable where Value: Sendable {}
