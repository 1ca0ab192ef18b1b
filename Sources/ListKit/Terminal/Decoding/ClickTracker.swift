/// Tells a double click from two clicks.
struct ClickTracker {
  /// How soon the second press must follow the first.
  static let interval: Duration = .milliseconds(400)

  private var last: (place: Point, time: ContinuousClock.Instant)?

  /// Notes a press; answers whether it is the second of a double click. A third press begins anew.
  mutating func isSecondPress(at place: Point, time: ContinuousClock.Instant) -> Bool {
    if let last, last.place == place, time - last.time <= Self.interval {
      self.last = nil
      return true
    }
    last = (place, time)
    return false
  }
}
