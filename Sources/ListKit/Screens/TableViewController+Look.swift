extension TableViewController {
  /// The styles of the screen and its table; those that suit the terminal unless set.
  public var theme: Theme? {
    get { tableView.theme }
    set { tableView.theme = newValue }
  }

  /// What the status line says of the last change while its marks stand; nil for nothing.
  func announcement(_ symbols: Symbols) -> String? {
    guard let summary = tableView.changeSummary, !summary.isEmpty else { return nil }
    return announcesChanges ? summary.words : summary.text(symbols)
  }
}
