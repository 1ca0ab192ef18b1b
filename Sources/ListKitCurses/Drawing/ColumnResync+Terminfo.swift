import ListKit

extension ColumnResync {
  /// Chooses for the terminal that curses works on now; nil where it cannot remember a place.
  @MainActor
  init?(width: @escaping @Sendable (Unicode.Scalar) -> Int) {
    let (save, restore) = (TerminalModes.string("sc"), TerminalModes.string("rc"))
    let advance = TerminalModes.string("cuf1")
    guard !save.isEmpty, !restore.isEmpty, !advance.isEmpty else { return nil }
    self.init(save: save, restore: restore, advance: advance, width: width)
  }
}
