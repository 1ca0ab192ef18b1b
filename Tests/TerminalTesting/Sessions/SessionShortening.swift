/// Finds the few steps of a failed session that make it fail (delta debugging).
///
/// It removes pieces of the session, large ones first, and keeps them out if the session still fails in the
/// same way.
struct SessionShortening {
  /// Plays a session and returns whether it fails in the same way. Called several times for a session that
  /// passes, because much depends on timing.
  let fails: (SessionScript) -> Bool
  /// The number of times that a session must pass to count as passing.
  var attempts = 2
  /// The maximum number of sessions to play.
  var budget = 100

  /// Returns the shortest session found.
  mutating func shortest(of script: SessionScript) -> SessionScript {
    var best = script
    var pieces = 2
    while best.steps.count > 1, budget > 0 {
      let size = (best.steps.count + pieces - 1) / pieces
      var isShorter = false
      for start in stride(from: 0, to: best.steps.count, by: size) {
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + size, best.steps.count))
        guard check(shorter) else { continue }
        best = shorter
        isShorter = true
        break
      }
      if isShorter {
        pieces = max(2, pieces - 1)
      } else if size == 1 {
        break
      } else {
        pieces = min(best.steps.count, pieces * 2)
      }
    }
    return plainer(best)
  }

  /// Returns the session without steps, with the usual size, and without options, as far as it still fails.
  private mutating func plainer(_ script: SessionScript) -> SessionScript {
    var best = script
    var changes: [(inout SessionScript) -> Void] = [{ $0.steps = [] }, { ($0.columns, $0.lines) = (80, 24) }]
    for option in script.arguments where option.hasPrefix("--") {
      changes.append { script in
        guard let place = script.arguments.firstIndex(of: option) else { return }
        let hasValue = place + 1 < script.arguments.count && !script.arguments[place + 1].hasPrefix("--")
        script.arguments.removeSubrange(place...(hasValue ? place + 1 : place))
      }
    }
    for change in changes {
      var plainer = best
      change(&plainer)
      if plainer != best, check(plainer) { best = plainer }
    }
    return best
  }

  private mutating func check(_ script: SessionScript) -> Bool {
    for _ in 0..<attempts where budget > 0 {
      budget -= 1
      if fails(script) { return true }
    }
    return false
  }
}
