import ListKitCurses

// git branch | swift run pick
var lines: [String] = []
while let line = readLine() { lines.append(line) }
let controller = PickController(lines)
try await Terminal.run(controller)
if let line = controller.picked { print(line.text) }
