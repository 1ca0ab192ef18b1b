/// Former values of what a user edits, for undo and redo.
///
/// Snapshots, and models that are value types, are enough for undo: copies share their common storage.
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
/// Bind it to the keys `u` and `ctrl-r`; ctrl-z suspends programs.
public struct UndoStack<Value> {
  fileprivate struct Edit {
    var value: Value
    var name: String?
  }

  private var done: [Edit] = []
  private var undone: [Edit] = []
  /// The number of edits that can be undone; older ones are discarded.
  public let limit: Int

  /// Creates a stack without edits.
  public init(limit: Int = 1_000) { self.limit = max(1, limit) }

  /// Whether there is an edit to undo.
  public var canUndo: Bool { !done.isEmpty }
  /// Whether there is an undone edit to redo; false after another edit.
  public var canRedo: Bool { !undone.isEmpty }

  /// The name of the edit that ``undo(from:)`` undoes, such as "Delete".
  public var undoActionName: String? { done.last?.name }
  /// The name of the edit that ``redo(from:)`` redoes.
  public var redoActionName: String? { undone.last?.name }

  /// Records a value that is about to be edited. Undone edits can no longer be redone.
  ///
  /// - Parameters:
  ///   - value: The value before the edit.
  ///   - name: The name of the edit.
  /// - Complexity: O(1); O(*limit*) if an old edit is discarded.
  public mutating func record(_ value: Value, named name: String? = nil) {
    undone = []
    done.append(Edit(value: value, name: name))
    if done.count > limit { done.removeFirst(done.count - limit) }
  }

  /// Undoes the last edit.
  ///
  /// - Parameter value: The current value, for ``redo(from:)``.
  /// - Returns: The value before the edit; nil if there is no edit.
  public mutating func undo(from value: Value) -> Value? {
    guard let edit = done.popLast() else { return nil }
    undone.append(Edit(value: value, name: edit.name))
    return edit.value
  }

  /// Redoes the edit that was undone last.
  ///
  /// - Parameter value: The current value, for ``undo(from:)``.
  /// - Returns: The value after the edit; nil if there is no undone edit.
  public mutating func redo(from value: Value) -> Value? {
    guard let edit = undone.popLast() else { return nil }
    done.append(Edit(value: value, name: edit.name))
    return edit.value
  }

  /// Removes all edits, for example when another document is opened.
  public mutating func removeAll() { self = Self(limit: limit) }
}

extension UndoStack.Edit: Sendable where Value: Sendable {}
extension UndoStack: Sendable where Value: Sendable {}
