import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Runs that were truncated") struct TruncatedRunTests {
  /// Returns two runs; `isPart` says for each whether it was truncated, and `note` by what.
  private func runs(_ isPart: (Bool, Bool), _ note: Run.Note = .cut) throws -> (old: Run, new: Run) {
    var runs = RunMaker(key: .columns([ColumnReference("id")]))
    var old = try runs.next("id,n\na,1\nb,2\nc,3\nd,4\n")
    var new = try runs.next("id,n\na,1\nb,9\ne,5\n")
    if isPart.0 { old.notes.insert(note) }
    if isPart.1 { new.notes.insert(note) }
    return (old, new)
  }

  @Test(
    "Rows beyond the end of a truncated run are neither removed nor new",
    arguments: [
      (false, false, "+1 −2 ~1", "~ + - -"), (false, true, "+1 ~1", "~ +"), (true, false, "−2 ~1", "~ - -"),
      (true, true, "~1", "~"),
    ])
  func changes(isOldPart: Bool, isNewPart: Bool, summary: String, marks: String) throws {
    // The limit truncates a run, or the user who stops reading.
    for note in [Run.Note.cut, .left] {
      let (old, new) = try runs((isOldPart, isNewPart), note)
      var noisy = NoisyColumns()
      expectEqual(Comparison(from: old, to: new, &noisy).summary, summary)
      let changes = RowChanges(from: old, to: new).changes
      expectEqual(changes.map(\.kind.rawValue).joined(separator: " "), marks)
      expectEqual(RemovedRows.shown(in: new, of: old).removedRows == nil, isNewPart)
    }
  }

  @Test(
    "A truncated run does not meet a condition about rows that may be beyond its end",
    arguments: [
      ("gone=c", false), ("none n:=3", false), ("all n:>0", false), ("count<4", false), ("count>2", true),
      ("n:=9", true),
    ])
  func conditions(argument: String, isMet: Bool) throws {
    let (old, new) = try runs((false, true))
    var until = UntilCondition(try #require(UntilOption(argument: argument)))
    if case .gone? = UntilOption(argument: argument) { #expect(try !until.isMet(by: old)) }
    try expectEqual(until.isMet(by: new), isMet)
  }

  @Test(
    "Two runs differ if rows before the end of both do, or if one has rows that a whole one lacks",
    arguments: [
      (false, [1, 2], true, false), (false, [1], true, false), (false, [1, 2, 3], true, true),
      (false, [7], true, true), (true, [1], false, true), (true, [1, 2, 3], false, false),
      (true, [1, 7, 3], false, true), (true, [1], true, false), (true, [1, 2, 3], true, false),
    ])
  func change(isOldPart: Bool, new: [Int], isNewPart: Bool, isMet: Bool) throws {
    var runs = RunMaker(format: .lines)
    var old = try runs.next("1\n2\n")
    var next = try runs.next(new.map { "\($0)\n" }.joined())
    if isOldPart { old.notes.insert(.cut) }
    if isNewPart { next.notes.insert(.cut) }
    var until = UntilCondition(.change)
    #expect(try !until.isMet(by: old))
    try expectEqual(until.isMet(by: next), isMet)
  }
}
