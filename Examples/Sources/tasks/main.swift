import ListKitCurses

let path = CommandLine.arguments.dropFirst().first ?? "tasks.json"
do { Terminal.main(TasksController(try TaskFile(path: path))) } catch {
  Terminal.fail("tasks: \(path)", error)
}
