/// One line of the table that `make bench` prints.
///
/// A time differs by machine, so it is judged only as a ratio to a peer or to a floor of the same run; without
/// one it is printed. Counts and bytes are the same on all machines and are judged as they are.
///
/// ```swift
/// Figure("search for py", 3.1, "ms", peer: ("fzf", 106), target: .timesPeer(20)).print()
/// ```
package struct Figure {
  /// The target of a figure.
  package enum Target {
    /// Our value is at most this, in the figure's unit, which is not a unit of time.
    case atMost(Double)
    /// The peer's value is at least this many times ours.
    case timesPeer(Double)
    /// Our value is at most this many times the peer's.
    case ofPeer(Double)
  }

  package var what: String
  package var ours: Double
  package var unit: String
  package var peer: (name: String, value: Double)?
  package var target: Target?

  package init(
    _ what: String, _ ours: Double, _ unit: String, peer: (name: String, value: Double)? = nil,
    target: Target? = nil
  ) {
    if case .atMost = target {
      precondition(!Self.unitsOfTime.contains(unit), "\(what): a time needs a peer")
    }
    self.what = what
    self.ours = ours
    self.unit = unit
    self.peer = peer
    self.target = target
  }

  private static let unitsOfTime = ["ns", "µs", "ms", "s"]

  /// Whether the target is met; nil without a target, or without the peer that it refers to.
  package var isMet: Bool? {
    switch target {
    case .atMost(let most): ours <= most
    case .timesPeer(let times): peer.map { $0.value >= times * ours }
    case .ofPeer(let times): peer.map { ours <= times * $0.value }
    case nil: nil
    }
  }

  /// Prints the head of a table.
  package static func printHead(_ title: String) {
    Swift.print("\n" + Self.line([title, "ours", "peer", "ratio", "target", ""]))
  }

  package func print() {
    var cells = [what, "\(Self.rounded(ours)) \(unit)", "", "", "", ""]
    if let peer {
      cells[2] = "\(peer.name) \(Self.rounded(peer.value))"
      if case .ofPeer = target {
        cells[3] = "\(Self.rounded(ours / peer.value)) ×"
      } else {
        cells[3] = "\(Self.rounded(peer.value / ours)) ×"
      }
    }
    switch target {
    case .atMost(let most): cells[4] = "≤ \(Self.rounded(most)) \(unit)"
    case .timesPeer(let times): cells[4] = "≥ \(Self.rounded(times)) ×"
    case .ofPeer(let times): cells[4] = "≤ \(Self.rounded(times)) ×"
    case nil: break
    }
    if let isMet { cells[5] = isMet ? "met" : "MISSED" }
    Swift.print(Self.line(cells))
  }

  // MARK: Text

  private static let widths = [44, 14, 26, 12, 14, 6]

  private static func line(_ cells: [String]) -> String {
    var line = ""
    for (cell, width) in zip(cells, widths) {
      line += cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func rounded(_ value: Double) -> String {
    if value.isNaN { return "–" }
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}
