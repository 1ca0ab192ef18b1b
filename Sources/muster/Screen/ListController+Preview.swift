import ListKit

/// The pane beside the rows, or below them.
extension ListController {
  /// The screen with the pane; it is hidden unless `--preview` asks for it.
  func withPreview() -> SplitViewController {
    let split = SplitViewController(listViewController: self, detailViewController: preview)
    split.preferredPrimaryColumnWidthFraction = 0.5
    split.isDetailHidden = options.use.preview == nil
    split.detailProvider = { [weak self] _ in
      self?.updatePreview()
      return nil
    }
    return split
  }

  func addPreviewCommands() {
    let isPicker = options.use.isPicker
    add(
      isPicker ? .alt("p") : .character("P"), "preview of the row, or not", when: isPicker ? [] : .hasNoQuery
    ) {
      $0.togglePreview()
    }
    let scrolling: [(key: KeyPress, title: String, command: Command)] = [
      (KeyPress(.up, .alt), "preview up", .scroll(-1)), (KeyPress(.down, .alt), "preview down", .scroll(1)),
      (KeyPress(.pageUp, .alt), "preview: a screenful up", .page(-1)),
      (KeyPress(.pageDown, .alt), "preview: a screenful down", .page(1)),
    ]
    for (key, title, command) in scrolling {
      add(key, title, when: .canMoveFocus) { $0.preview.perform(command) }
    }
    add(.control("o"), "to the preview", when: .canMoveFocus) { _ = $0.perform(.moveFocus(1)) }
  }

  private func togglePreview() {
    guard let splitViewController else { return }
    splitViewController.isDetailHidden.toggle()
    if splitViewController.isDetailHidden { preview.show(nil) } else { updatePreview() }
  }

  /// Shows the row under the cursor in the pane, if that is seen.
  func updatePreview() {
    guard splitViewController?.isDetailHidden == false else { return }
    preview.show(cursorRow.map { ($0.run, $0.row) })
  }
}
