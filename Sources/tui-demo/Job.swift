/// A job of a build service: the same one by its number, whatever its state.
///
/// Snapshots carry whole jobs. Equality is that of the number, so a job that goes on is the same item; what else
/// changed the data source finds by comparing contents.
struct Job: Hashable, Sendable {
  /// How far it is.
  enum State: Hashable, Sendable {
    case queued
    /// Under way: how much is done, in percent.
    case running(Int)
    case passed
    case failed
  }

  let number: Int
  let project: String
  let branch: String
  var state: State

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Whether two states of a job look alike.
  func hasContent(of other: Self) -> Bool { state == other.state }
}
