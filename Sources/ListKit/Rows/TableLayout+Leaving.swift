extension TableLayoutBuilder {
  /// The layout with a row's upper edge at a line, or as near to it as the ends of the list allow.
  ///
  /// In a list that nearly fits the screen, rows that are leaving could push the row further down than it was
  /// and than it will be once they are gone. It would go there and back; they go at once instead.
  ///
  /// - Complexity: O(lines of the screen), times the rows that go.
  func layout(anchor: TableRow, line: Int) -> TableLayout {
    let layout = filled(anchor: anchor, line: line)
    guard layout.rows.contains(where: { $0.tombstone?.isLeaving ?? false }),
      let pushed = self.line(of: anchor, in: layout), pushed > line
    else { return layout }
    var settled = self
    settled.isGone = \.isLeaving
    let most = max(line, self.line(of: anchor, in: settled.filled(anchor: anchor, line: line)) ?? line)
    return pushed > most ? makingWay(layout, anchor: anchor, line: line, to: most) : layout
  }

  /// The lines of guests above or below a line, without those that are gone.
  func guests(_ side: Tombstone.Side, _ row: TableRow) -> [GuestLine] {
    guestLines(side, row).filter { !$0.guests.allSatisfy { isGone($0.tombstone) } }
  }

  /// A layout without the uppermost rows that are leaving, as many as have to go for a row to stand no
  /// further down than at a line.
  private func makingWay(_ pushed: TableLayout, anchor: TableRow, line: Int, to most: Int) -> TableLayout {
    var (fewer, layout, gone) = (self, pushed, Set<RowIdentifier>())
    while let now = self.line(of: anchor, in: layout), now > most,
      let first = layout.rows.first(where: {
        $0.line < now && $0.tombstone?.isLeaving ?? false && !gone.contains($0.identifier)
      })
    {
      gone.insert(first.identifier)
      fewer.isGone = { [gone] in $0.isLeaving && gone.contains($0.identifier) }
      layout = fewer.filled(anchor: anchor, line: line)
    }
    return layout
  }

  private func line(of row: TableRow, in layout: TableLayout) -> Int? {
    layout.rows.first { $0.row == row }?.line
  }
}
