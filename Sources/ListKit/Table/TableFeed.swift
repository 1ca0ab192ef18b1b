/// A source of more rows than a table has; the table calls it before and after it draws, and
/// about the user's actions.
///
/// Erases the key, content and query of a `PagedDataSource`.
@MainActor
package protocol TableFeed: AnyObject {
  /// Called before the table is drawn; the feed now applies what the table should show.
  func tableWillDraw()
  /// Called after a drawing, when the visible rows are known.
  func tableDidDraw()
  /// Called before the user's command, or with nil before an action of the mouse.
  func willPerform(_ command: Command?)
  /// Keeps the command of a key until the rows that earlier keys asked for are shown, and then calls a function that
  /// handles the key.
  ///
  /// - Parameter command: nil if the key has no meaning now; it may have one after those before it.
  /// - Returns: false if the key acts now.
  func postpones(_ command: Command?, _ action: @escaping @MainActor () -> Void) -> Bool
  /// Called after the cursor moved to another row.
  func cursorDidMove()
  /// Performs the action of a row if the row belongs to the feed itself.
  ///
  /// - Returns: whether it does.
  func choose(_ indexPath: IndexPath) -> Bool
}
