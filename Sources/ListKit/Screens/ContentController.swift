/// What is around the content that a screen of the program draws: a table screen without rows, which has the
/// title, the status line, the help and the panels, and handles the keys that the content does not handle.
final class ContentController: TableViewController {
  private unowned let owner: ViewController

  init(of owner: ViewController) {
    self.owner = owner
    super.init()
    // The keys of rows scroll the help, but have no meaning on the content.
    for index in keyMap.bindings.indices where !Self.commands.contains(keyMap.bindings[index].command) {
      keyMap.bindings[index].title = nil
    }
  }

  private static let commands: Set<Command> = [
    .moveFocus(1), .moveFocus(-1), .resizePanes(1), .resizePanes(-1), .help, .back, .quit, .redraw,
  ]

  override var part: ViewController { owner }

  override var title: String {
    get { owner.title }
    set { owner.title = newValue }
  }

  override var statusText: StyledText {
    get { owner.statusText }
    set { owner.statusText = newValue }
  }

  override var host: (any ScreenHost)? { owner.host }
  override var isRemoved: Bool { owner.isRemoved }
}
