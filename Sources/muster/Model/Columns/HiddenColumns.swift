/// How many of the columns that are to be shown the screen has no room for, on each side of those it shows.
struct HiddenColumns: Hashable, Sendable {
  var left = 0
  var right = 0

  /// `3 more columns: l`, and which keys go there; nil where all are shown.
  var description: String? {
    let sides = [(left, "h"), (right, "l")].filter { $0.0 > 0 }
    guard !sides.isEmpty else { return nil }
    let counts = sides.map { "\($0.0)" }.joined(separator: " + ")
    let keys = sides.map(\.1).joined(separator: " ")
    return "\(counts) more \(left + right == 1 ? "column" : "columns"): \(keys)"
  }
}
