extension TableViewController {
  /// The styles of the screen and its tables; those that suit the terminal unless set.
  public var theme: Theme? {
    get { tableView.theme }
    set {
      tableView.theme = newValue
      inspectorView?.theme = newValue
    }
  }

  /// Looks and moves as the screen below does, where this one was told nothing else.
  func inheritLook(from below: TableViewController) {
    theme = theme ?? below.theme
    announcesChanges = announcesChanges || below.announcesChanges
    for table in [tableView, inspectorView] { table?.motion.restrict(to: below.tableView.motion) }
  }

  /// What the status line says of the last change while its marks stand; nil for nothing.
  func announcement(_ symbols: Symbols) -> String? {
    guard let summary = tableView.changeSummary, !summary.isEmpty else { return nil }
    return announcesChanges ? summary.words : summary.text(symbols)
  }
}
