extension SnapshotDifference: CustomStringConvertible {
  /// The changes, one a line: what left, what came, what moved, what is updated; sections first.
  ///
  ///     3 changes
  ///     - c [0, 2]
  ///     + x [0, 2]
  ///     ↑ d [0, 3] → [0, 1]
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = [changeCount == 1 ? "1 change" : "\(changeCount) changes"]
    lines += deletedSections.map { "- section \(old.sectionIdentifiers[$0]) [\($0)]" }
    lines += insertedSections.map { "+ section \(new.sectionIdentifiers[$0]) [\($0)]" }
    lines += movedSections.map { move in
      let arrow = sectionChange(at: move.to) == .movedUp ? "↑" : "↓"
      return "\(arrow) section \(new.sectionIdentifiers[move.to]) [\(move.from)] → [\(move.to)]"
    }
    lines += reloadedSections.map { "↻ section \(new.sectionIdentifiers[$0]) [\($0)]" }
    lines += deletedItems.map { "- \(name(of: $0, in: old)) \($0)" }
    lines += insertedItems.map { "+ \(name(of: $0, in: new)) \($0)" }
    lines += movedItems.map { move in
      let arrow = change(ofItemAt: new.index(ofItemAt: move.to)) == .movedUp ? "↑" : "↓"
      return "\(arrow) \(name(of: move.to, in: new)) \(move.from) → \(move.to)"
    }
    lines += reloadedItems.map { "↻ \(name(of: $0, in: new)) \($0)" }
    lines += reconfiguredItems.map { "~ \(name(of: $0, in: new)) \($0)" }
    return lines.joined(separator: "\n")
  }

  private func name(of position: ItemPosition, in snapshot: Snapshot) -> String {
    snapshot.itemIdentifier(at: position).map { String(describing: $0) } ?? "?"
  }
}
