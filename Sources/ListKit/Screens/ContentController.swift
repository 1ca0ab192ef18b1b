/// What is around the content that a screen of the program draws: a table screen without rows, which has the
/// title, the status line, the help and the panels, and handles the keys that the content does not handle.
final class ContentController: TableViewController {
  private unowned let owner: ViewController
  /// Whether the mouse button was pressed on the content.
  private var isDragging = false

  init(of owner: ViewController) {
    self.owner = owner
    super.init()
    needsDisplay = { [unowned owner] in owner.needsDisplay() }
    didExit = { [unowned owner] in owner.didExit($0) }
    needsRedraw = { [unowned owner] in owner.needsRedraw() }
    editText = { [unowned owner] in await owner.editText($0) }
    // The keys of rows scroll the help, but have no meaning on the content.
    for index in keyMap.bindings.indices where !Self.commands.contains(keyMap.bindings[index].command) {
      keyMap.bindings[index].title = nil
    }
  }

  private static let commands: Set<Command> = [
    .moveFocus, .resizePanes(1), .resizePanes(-1), .help, .back, .quit, .redraw,
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

  override var navigationController: NavigationController? {
    get { owner.navigationController }
    set { owner.navigationController = newValue }
  }

  override var splitViewController: SplitViewController? {
    get { owner.splitViewController }
    set { owner.splitViewController = newValue }
  }

  override func drawContent(in canvas: inout Canvas, at now: Duration) { owner.draw(in: &canvas) }

  override func handle(_ event: Event, times: Int) -> Int {
    guard !isCoveredByPanel, let event = eventOnContent(event), owner.handle(event) else {
      return super.handle(event, times: times)
    }
    setNeedsDisplay()
    return 1
  }

  /// Returns an event with its place on the content; nil if it does not concern the content.
  private func eventOnContent(_ event: Event) -> Event? {
    switch event {
    case .key, .paste: return event
    case .mouse(var mouse):
      let goesOn = mouse.action == .drag || mouse.action == .release
      let concernsContent = goesOn ? isDragging : areas.table.contains(mouse.location)
      if mouse.action == .press { isDragging = concernsContent }
      mouse.location.line -= areas.table.origin.line
      return concernsContent ? .mouse(mouse) : nil
    case .resize, .resume, .traitsChange, .terminate, .hangup: return nil
    }
  }
}
