import ListKit

/// A delegate whose methods all do the same.
@MainActor
final class ActingDelegate: TableViewDelegate {
  var act: () -> Void = {}

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { act() }
  func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { act() }
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) { act() }
  func tableView(
    _ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath
  ) { act() }
  func tableView(
    _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
  ) { act() }
  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    act()
    return indexPath
  }
}
