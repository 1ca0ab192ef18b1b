/// The action of a key command, while it runs.
///
/// An action acts on a row exactly if it asks for the row under the cursor. The table notices that and keeps
/// the cursor on the row, so that programs do not have to declare it. Tasks that an action starts are not part of
/// it: they may only refresh the screen.
@MainActor
enum KeyAction {
  /// Whether a synchronous action runs.
  private static var runsAtOnce = false
  /// The tasks that perform an asynchronous action, by their hash values. A task-local value instead would hold in
  /// the tasks that an action starts, too.
  private static var tasks: Set<Int> = []

  /// Whether the caller is an action.
  static var isRunning: Bool { runsAtOnce || (!tasks.isEmpty && currentTask.map(tasks.contains) ?? false) }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Performs a synchronous action.
  static func perform(_ action: @MainActor () -> Void) {
    let outer = runsAtOnce
    runsAtOnce = true
    defer { runsAtOnce = outer }
    action()
  }

  /// Performs an asynchronous action in the current task, which performs nothing else.
  static func perform(_ action: @MainActor () async -> Void) async {
    if let currentTask { tasks.insert(currentTask) }
    await action()
    if let currentTask { tasks.remove(currentTask) }
  }
}
