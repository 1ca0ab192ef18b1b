import ListData
import TestSupport
import Testing

@testable import muster

@Suite("Runs that were truncated") struct TruncatedRunTests {
  /// Returns two runs; `isPart` says for each whether it was truncated, and `note` by what.
  private func runs(_ isPart: (Bool, Bool), _ note: Run.Note = .cut) throws -> (old: Run, new: Run) {
    var runs = Runs(key: .columns([ColumnReference("id")]))
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
      expectEqual(changes.map(\.mark.rawValue).joined(separator: " "), marks)
      expectEqual(GoneRows.shown(in: new, of: old).goneRows == nil, isNewPart)
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

  @Test("A truncated run has changed if one of its rows has") func change() throws {
    var runs = Runs()
    let old = try runs.next("id,n\na,1\nb,2\n")
    for (text, isMet) in [("id,n\na,1\n", false), ("id,n\na,7\n", true)] {
      var until = UntilCondition(.change)
      var new = try runs.next(text)
      new.notes.insert(.cut)
      #expect(try !until.isMet(by: old))
      try expectEqual(until.isMet(by: new), isMet)
    }
  }
}
