import Workloads

/// Returns how many times as fast as filling a Dictionary a difference should be at 100,000 identifiers.
///
/// Filling a Dictionary waits for memory, so on a machine where other programs use the memory it takes up to five
/// times as long, and the ratios are higher. These are the worst of several runs on an idle machine and on a busy
/// one, rounded down. The rows beside `memcmp` show how close to the limit the fastest differences are.
func target(_ change: Change, _ kind: String) -> Double {
  let targets: [Double] =
    switch change {
    case .none: [60, 35, 70]
    case .filter: [9, 2.7, 12]
    case .backToAll: [2.5, 0.85, 2.5]
    case .churn: [2.5, 0.75, 3.8]
    case .shuffle: [0.8, 0.2, 1]
    case .reverse, .prepend, .firstToLast: [45, 25, 50]
    case .sections: [8, 3, 9]
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
