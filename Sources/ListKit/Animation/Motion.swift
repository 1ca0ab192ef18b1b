/// How much moves on the screen.
public enum Motion: String, CaseIterable, Sendable {
  /// Flashes that fade, marks, rows that leave for a moment.
  case full
  /// Marks and rows that leave for a moment; nothing fades.
  case reduced
  /// Nothing: the screen shows the new state at once.
  case none

  /// Moves no more than another does.
  mutating func restrict(to other: Motion) {
    if self == .full || other == .none { self = other }
  }
}

/// Who caused a change of the data.
///
/// What a key caused is over quickly, for the user expects it; what came from elsewhere is shown long
/// enough to be noticed. What is applied while a key or a click is handled is the user's; what tasks apply
/// later is not, unless they say so:
///
/// ```swift
/// Task {
///   let matches = await search(query)
///   ChangeCause.user.perform { dataSource.apply(matches) }
/// }
/// ```
public enum ChangeCause: Sendable {
  /// A key or a click.
  case user
  /// Anything else.
  case data

  /// The cause of what is applied now, on the main actor.
  @MainActor public private(set) static var current = ChangeCause.data

  /// Lets all that a body applies have this cause, until it returns.
  @MainActor
  @discardableResult
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try body()
  }
}

/// How rows come and go.
public enum RowAnimation: String, CaseIterable, Sendable {
  /// The table chooses: ``fade``.
  case automatic
  /// A colour fades out.
  case fade
  /// The text wipes in from the left.
  case left
  /// The text wipes in from the right.
  case right
  /// The row opens from its upper edge.
  case top
  /// The row opens from its lower edge.
  case bottom
  /// The row opens from its middle.
  case middle
  /// No animation at all. UIKit's `none` means "the default"; this one does not.
  case none
}
