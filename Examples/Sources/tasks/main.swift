import ListKitCurses
import ListKitOptions

let path = CommandLine.arguments.dropFirst().first ?? "tasks.json"
do {
  let file = try TaskFile(path: path)
  Terminal.main(TasksController(file))
} catch {
  Terminal.fail("tasks: \(path)", error)
}
