import ListKit

/// A list with a pane beside its rows, or below them.
@MainActor
protocol PreviewedList: TableViewController {
  var options: MusterOptions { get }
  var preview: PreviewController { get }
  var statusNote: String? { get set }

  /// Shows the row under the cursor in the preview, if the preview is visible.
  func updatePreview()
}

extension PreviewedList {
  /// Returns the list with its preview, which is hidden unless `--preview` is given.
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

  /// Adds commands, and those of the preview. Of several commands for a key, the first one applies: the
  /// user's.
  func addCommands(_ add: () -> Void) {
    // Tab marks rows, even beside a preview.
    keyMap.bindings.removeAll { if case .moveFocus = $0.command { true } else { false } }
    let standard = keyMap.bindings.count
    add()
    addPreviewCommands()
    // The last one added would apply, so the order is reversed.
    let own = keyMap.bindings.count - standard
    keyMap.bindings = keyMap.bindings.prefix(own).reversed() + keyMap.bindings.dropFirst(own)
  }

  private func addPreviewCommands() {
    let isPicker = options.use.isPicker
    addPreviewCommand(
      isPicker ? .alt("p") : .character("P"), "show or hide the preview of the row",
      when: isPicker ? [] : .whenNotTyping
    ) {
      $0.togglePreview()
    }
    let scrolling: [(key: KeyPress, title: String, command: Command)] = [
      (KeyPress(.up, .alt), "preview up", .scroll(-1)), (KeyPress(.down, .alt), "preview down", .scroll(1)),
      (KeyPress(.pageUp, .alt), "preview: a screenful up", .page(-1)),
      (KeyPress(.pageDown, .alt), "preview: a screenful down", .page(1)),
    ]
    for (key, title, command) in scrolling {
      addPreviewCommand(key, title, when: .canMoveFocus) { $0.preview.perform(command) }
    }
    addPreviewCommand(.control("o"), "to the preview", when: .canMoveFocus) { _ = $0.perform(.moveFocus(1)) }
  }

  private func addPreviewCommand(
    _ key: KeyPress, _ title: String, when conditions: KeyBinding.Conditions,
    _ action: @escaping @MainActor (Self) -> Void
  ) {
    addKeyCommand(key, title: title, when: conditions) { [weak self] in
      guard let self else { return }
      statusNote = nil
      action(self)
    }
  }

  private func togglePreview() {
    guard let splitViewController else { return }
    splitViewController.isDetailHidden.toggle()
    if splitViewController.isDetailHidden { preview.show(nil) } else { updatePreview() }
  }

  /// Whether the preview is visible.
  var showsPreview: Bool { splitViewController?.isDetailHidden == false }
}

extension ListController: PreviewedList {
  func updatePreview() {
    guard showsPreview else { return }
    preview.show(cursorRow.map { PreviewedRow($0.run, $0.row) })
  }
}
