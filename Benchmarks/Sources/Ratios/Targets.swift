import Workloads

/// How many times as fast as building a Dictionary a difference should be at 100,000 identifiers.
///
/// A Dictionary of that size takes up to three times as long where memory is slow to come by, so the ratio of one machine is
/// no other's: these are what the worst of several runs on one machine of two cores reached, rounded down. The rows beside
/// `memcmp` show how close to the limit the fastest differences are.
func target(_ change: Change, _ kind: String) -> Double {
  let targets: [Double] =
    switch change {
    case .none: [50, 20, 60]
    case .filter: [12, 3, 12]
    case .backToAll: [3, 0.9, 1.5]
    case .churn: [3, 0.9, 4]
    case .shuffle: [0.8, 0.25, 1]
    case .reverse, .prepend, .firstToLast: [35, 10, 30]
    case .sections: [12, 4, 12]
    }
  return targets[kind == "UUID" ? 0 : kind == "Int" ? 1 : 2]
}

/// The target at a size: the full one at 100,000, eight tenths of it at a million, one Dictionary below.
func target(_ change: Change, _ kind: String, count: Int) -> Double {
  switch count {
  case 100_000: target(change, kind)
  case 1_000_000...: 0.8 * target(change, kind)
  // In the cache a Dictionary of numbers takes 11 ns for each.
  default: change == .shuffle ? 0.2 : kind == "Int" ? 0.7 : 1
  }
}
