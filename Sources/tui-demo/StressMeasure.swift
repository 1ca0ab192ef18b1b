/// How long one operation took.
struct StressMeasure: Hashable, Sendable {
  /// Counts the operations.
  let number: Int
  let operation: StressModel.Operation
  /// Rows compared: those before and those after.
  let rows: Int
  /// Making the new snapshot: the program's own work.
  let making: Duration
  /// From `apply` to the moment the table has the new rows.
  let applying: Duration
  /// Drawing the first frame of them; nil until it is drawn.
  var frame: Duration?

  /// Millions of rows compared in a second.
  var megarowsPerSecond: Int { Int(Double(rows) / max(applying / .microseconds(1), 1)) }

  static func == (first: Self, second: Self) -> Bool { first.number == second.number }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Duration {
  /// In milliseconds with two digits behind the point.
  var milliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
