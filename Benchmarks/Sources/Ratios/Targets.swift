import Workloads

/// Returns how many times as fast as building a Dictionary a difference should be at 100,000 identifiers.
///
/// On machines with slow memory allocation, building a Dictionary of that size takes up to three times as
/// long, so the ratios of machines differ: these are the worst of several runs on one machine with two cores,
/// rounded down. The rows beside `memcmp` show how close to the limit the fastest differences are.
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

/// Returns the target for a size: the full one at 100,000, 80 % of it from a million on, at most one
/// Dictionary for others.
func target(_ change: Change, _ kind: String, count: Int) -> Double {
  switch count {
  case 100_000: target(change, kind)
  case 1_000_000...: 0.8 * target(change, kind)
  // In the cache, building a Dictionary takes only 11 ns per number.
  default: change == .shuffle ? 0.2 : kind == "Int" ? 0.7 : 1
  }
}
