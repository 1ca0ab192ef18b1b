import Workloads

/// How many targets were missed so far.
nonisolated(unsafe) var misses = 0

/// How many times as fast as building a Dictionary a difference should be at 100,000 identifiers.
func target(_ change: Change, _ kind: String) -> Double {
  let targets: [Double] =
    switch change {
    case .none: [100, 100, 300]
    case .filter: [25, 5, 12]
    case .backToAll: [6, 1, 1.5]
    case .churn: [8, 1.7, 4]
    case .shuffle: [2, 0.6, 1]
    case .reverse, .prepend, .firstToLast: [80, 40, 200]
    case .sections: [14, 4, 12]
    }
  return targets[kind == "UUID" ? 0 : kind == "Int" ? 1 : 2]
}

/// The target at a size: the full one at 100,000, eight tenths of it at a million, one Dictionary below.
func target(_ change: Change, _ kind: String, count: Int) -> Double {
  switch count {
  case 100_000: target(change, kind)
  case 1_000_000...: 0.8 * target(change, kind)
  default: change == .shuffle ? 0.3 : 1
  }
}

/// A ratio, its target, and whether it is met.
func verdict(_ ratio: Double, atLeast target: Double) -> String {
  if ratio < target { misses += 1 }
  return "\(rounded(ratio))× (\(rounded(target))) \(ratio < target ? "MISS" : "PASS")"
}

func verdict(_ ratio: Double, atMost target: Double, unit: String = "×") -> String {
  if ratio > target { misses += 1 }
  return "\(rounded(ratio))\(unit) (at most \(rounded(target))) \(ratio > target ? "MISS" : "PASS")"
}

func rounded(_ value: Double) -> String {
  if value >= 100 { return "\(Int(value.rounded()))" }
  if value >= 0.1 { return "\((value * 100).rounded() / 100)" }
  return "\((value * 1e7).rounded() / 1e7)"
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}
