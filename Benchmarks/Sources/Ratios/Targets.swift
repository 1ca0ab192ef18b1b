import Workloads

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
