/// Who knows more rows than a table has, and is told when that is looked at and what a person does to it.
@MainActor
protocol TableFeed: AnyObject {
  /// The table is about to be drawn: the moment to apply what it shall show.
  func tableWillDraw()
  /// What is seen is known now.
  func tableDidDraw()
  /// A person does something: a command, or something with the mouse.
  func willPerform(_ command: Command?)
  /// The cursor has come to another row.
  func cursorDidMove()
  /// Does what choosing a row means, where it is one of the feed's own.
  ///
  /// - Returns: whether it is.
  func choose(_ indexPath: IndexPath) -> Bool
}
