/// The action of a key command, while it runs.
///
/// An action acts on a row exactly if it asks for the row under the cursor. The table notices that and keeps
/// the cursor on the row, so that programs do not have to declare it.
enum KeyAction {
  /// Whether a synchronous action runs.
  @MainActor private static var runsAtOnce = false
  /// Whether the current task performs an asynchronous action.
  @TaskLocal private static var runsInTask = false

  /// Whether the caller is an action.
  @MainActor static var isRunning: Bool { runsAtOnce || runsInTask }

  /// Performs a synchronous action. Tasks that it starts are not part of it: they may only refresh the screen.
  @MainActor
  static func perform(_ action: @MainActor () -> Void) {
    let outer = runsAtOnce
    runsAtOnce = true
    defer { runsAtOnce = outer }
    action()
  }

  @MainActor
  static func perform(_ action: @MainActor () async -> Void) async {
    await $runsInTask.withValue(true) { await action() }
  }
}
