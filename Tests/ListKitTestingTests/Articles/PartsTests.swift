import ListKit
import ListKitTesting
import Testing

// The program of the article “Columns, keys and panes”.

struct Server: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String
  var state: String
  var requests: Int
}

@MainActor
final class ServersController: ListController<Int, Server> {
  private var servers: [Server]
  private var undoStack = UndoStack<[Server]>()

  init(_ servers: [Server]) {
    self.servers = servers
    super.init { server in
      let color: Color = server.state == "up" ? .green : .red
      return ColumnContentConfiguration([
        StyledText(server.name, style: TextStyle(attributes: .bold)),
        StyledText(server.state, style: TextStyle(foreground: color)),
        StyledText("\(server.requests)"),
      ])
    }
    title = "Servers"
    tableView.columns = [
      TableColumn("Name", width: 8...24),
      TableColumn("State", width: 5...8),
      TableColumn("Requests", width: 8...10, alignment: .trailing, priority: -1),
    ]
    tableView.columnTitleAction = { [unowned self] column in sort(by: column) }
    tableView.selectionUnit = .cell
    addKeyCommand("e", title: "edit the cell") { [unowned self] server in await editCell(of: server) }
    findAction = { [unowned self] action in
      if case .search(let text) = action { find(text) }
    }
    addKeyCommand("s", title: "sort by requests") { [unowned self] in sort(by: 2) }
    addKeyCommand("r", title: "remove") { [unowned self] server in remove(server) }
    addKeyCommand("u", title: "undo") { [unowned self] in undo() }
    dataSource.contextMenuProvider = { [unowned self] row in
      Menu(children: [Action(title: "Remove", attributes: .destructive) { _ in self.remove(row.value) }])
    }
    show()
  }

  /// Shows the servers of a group.
  func show(_ group: IndexPath?) {
    let members = servers.filter { $0.id % 2 == group?.row }
    apply(members)
  }

  private func show() {
    apply(servers)
  }

  private func sort(by column: Int) {
    if column == 2 {
      servers.sort { $0.requests > $1.requests }
    } else {
      servers.sort { ($0.name, $0.state) < ($1.name, $1.state) }
    }
    show()
  }

  private func editCell(of server: Server) async {
    guard tableView.cursorColumn == 0,
      let name = await prompt("Name", text: server.name, multiline: true),
      let place = servers.firstIndex(where: { $0.id == server.id })
    else { return }
    servers[place].name = name
    show()
  }

  private func find(_ text: String) {
    for server in servers {
      let cells = [server.name, server.state, "\(server.requests)"]
      guard let column = cells.firstIndex(where: { $0.contains(text) }) else { continue }
      dataSource.indexPath(for: Keyed(server)).map { tableView.moveCursor(to: $0) }
      tableView.cursorColumn = column
      return
    }
  }

  private func remove(_ server: Server) {
    undoStack.record(servers, named: "Remove")
    servers.removeAll { $0.id == server.id }
    show()
  }

  private func undo() {
    guard let former = undoStack.undo(from: servers) else { return statusText = "nothing to undo" }
    servers = former
    statusText = ""
    show()
  }

  func log(at indexPath: IndexPath) -> TextViewController? {
    guard let server = dataSource.itemIdentifier(for: indexPath)?.value else { return nil }
    return TextViewController(.init(StyledText("\(server.name) is \(server.state)")))
  }
}

@MainActor
func split(_ servers: ServersController) -> SplitViewController {
  let split = SplitViewController(primary: servers)
  split.detailProvider = { indexPath in indexPath.flatMap(servers.log) }
  return split
}

@MainActor
func columns(_ groups: TableViewController, _ servers: ServersController) -> SplitViewController {
  let split = SplitViewController(primary: groups, supplementary: servers)
  groups.tableView.cursorDidMove = { group in servers.show(group) }
  return split
}

@MainActor
@Suite struct PartsTests {
  private let servers = ServersController([
    Server(id: 1, name: "blue", state: "up", requests: 120),
    Server(id: 2, name: "green", state: "down", requests: 3_400),
  ])

  @Test func keysSortRemoveAndTakeBack() {
    let screen = TestScreen(servers)
    #expect(screen.lines[1].contains("Name") && screen.cursor?.text.contains("blue") == true)
    screen.press("s")
    #expect(screen.lines[2].contains("green"))
    screen.press("r")
    screen.rest()
    #expect(!screen.contains("green"))
    screen.press("u")
    #expect(screen.contains("green"))
    screen.press("u")
    #expect(screen.contains("nothing to undo"))
  }

  @Test func aFindMovesToACellAndAKeyEditsIt() async {
    let screen = TestScreen(servers)
    screen.press("ctrl-f")
    screen.type("own")
    screen.press(.enter)
    #expect(screen.controller.tableView.cursorColumn == 1 && screen.cursor?.text.contains("green") == true)
    screen.press("h", "e")
    #expect(await screen.wait { $0.contains("─ Name ─") })
    screen.type("er")
    screen.press("ctrl-d")
    #expect(await screen.wait { $0.contains("greener") })
  }

  @Test func theMenuOfARowRemovesIt() {
    let screen = TestScreen(servers)
    screen.press(.down, "alt-right", "alt-right")
    screen.rest()
    #expect(screen.contains("blue") && !screen.contains("green"))
  }

  @Test func theOtherPaneFollowsTheCursor() {
    let screen = TestScreen(split(servers), columns: 120, lines: 20)
    #expect(screen.contains("blue is up"))
    screen.press(.down)
    #expect(screen.contains("green is down"))
  }

  @Test func theSecondColumnFollowsTheCursorOfTheFirst() {
    let groups = TableViewController()
    let dataSource = TableViewDiffableDataSource<Int, String>(tableView: groups.tableView) {
      ListContentConfiguration(text: $0)
    }
    dataSource.apply(DiffableDataSourceSnapshot([(0, ["even", "odd"])]), animatingDifferences: false)
    let screen = TestScreen(columns(groups, servers), columns: 100, lines: 20)
    screen.press(.down)
    screen.rest()
    #expect(screen.contains("blue") && !screen.contains("green"))
    screen.press(.up)
    screen.rest()
    #expect(screen.contains("green") && !screen.contains("blue"))
  }
}
