/// Which section was which, and which of them moved.
@usableFromInline
struct SectionMatching: Sendable {
  /// For each new section its old index, or -1; empty when every section stands where it stood.
  @usableFromInline var origins: ContiguousArray<Int32> = []
  /// For each old section its new index, or -1; empty likewise.
  @usableFromInline var destinations: ContiguousArray<Int32> = []
  /// For each new section whether and where to it moved; empty likewise.
  @usableFromInline var motions: ContiguousArray<MatchRun.Motion> = []
  @usableFromInline var oldCount: Int
  @usableFromInline var newCount: Int

  @inlinable
  init<Section>(from old: SectionList<Section>, to new: SectionList<Section>) {
    oldCount = old.count
    newCount = new.count
    if old.identifiers == new.identifiers { return }
    origins = ContiguousArray(new.identifiers.map { Int32(old.indexes[$0] ?? -1) })
    destinations = ContiguousArray(repeating: -1, count: old.count)
    for (index, origin) in origins.enumerated() where origin >= 0 { destinations[Int(origin)] = Int32(index) }
    findMotions()
  }

  @inlinable
  mutating func findMotions() {
    motions = ContiguousArray(repeating: .stands, count: newCount)
    var runs = ContiguousArray<MatchRun>()
    for (index, origin) in origins.enumerated() where origin >= 0 {
      runs.append(MatchRun(new: index, old: Int(origin), count: 1, motion: .undecided))
    }
    var settled = ContiguousArray<MatchRun>()
    Standing.settle(runs, in: 0..<runs.count, into: &settled)
    for run in settled { motions[Int(run.new)] = run.motion }
  }

  @inlinable var isIdentity: Bool { origins.isEmpty && oldCount == newCount && destinations.isEmpty }

  @inlinable
  func origin(of new: Int) -> Int {
    isIdentity ? new : Int(origins[new])
  }

  @inlinable
  func destination(of old: Int) -> Int {
    isIdentity ? old : Int(destinations[old])
  }

  @inlinable
  func motion(of new: Int) -> MatchRun.Motion {
    isIdentity ? .stands : motions[new]
  }
}
