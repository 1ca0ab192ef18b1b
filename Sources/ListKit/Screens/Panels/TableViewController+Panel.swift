/// What a panel does with commands and with the mouse while it lies on top of the rows.
extension TableViewController {
  /// How the panel lies on the screen as it was drawn last.
  ///
  /// - Complexity: O(characters of the panel) where it, the screen or the theme is another one than the last time.
  var panelLayout: PanelLayout? {
    guard let panel else {
      laidOutPanel = nil
      return nil
    }
    let place = LaidOutPanel.Place(size: coverSize, traits: drawnTraits, theme: currentTheme)
    if let laidOutPanel, laidOutPanel.isOf(panel, at: place) { return laidOutPanel.layout }
    let new = LaidOutPanel(panel, at: place)
    laidOutPanel = new
    return new.layout
  }

  /// Scrolls or closes the panel.
  ///
  /// - Returns: whether the command means anything to it.
  func performOnPanel(_ command: Command) -> Bool {
    guard let layout = panelLayout else { return false }
    switch command {
    case .moveCursor(let count), .scroll(let count): scrollPanel(by: count, in: layout)
    case .page(let count): scrollPanel(by: count * layout.visibleRows, in: layout)
    case .first: scrollPanel(by: -.max / 2, in: layout)
    case .last: scrollPanel(by: .max / 2, in: layout)
    case .back, .primaryAction, .help: dismiss()
    case .quit: exit()
    case .redraw: needsRedraw()
    default: return false
    }
    return true
  }

  /// Answers the mouse: the wheel scrolls the panel, a click beside it closes it.
  func handleOnPanel(_ event: MouseEvent) {
    guard let layout = panelLayout else { return }
    switch event.action {
    case .wheelUp: scrollPanel(by: -TableView.wheelLines, in: layout)
    case .wheelDown: scrollPanel(by: TableView.wheelLines, in: layout)
    case .press: if !layout.rect.contains(event.location) { dismiss() }
    case .drag, .release, .doubleClick: break
    }
  }

  private func scrollPanel(by count: Int, in layout: PanelLayout) {
    panel?.scroll(by: count, in: layout)
    setNeedsDisplay()
  }
}
