import ListData
import ListKit
import ListSearch
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The rows that result from a run and an arrangement") struct ListingTests {
  private var runs = RunMaker()

  private func listing(_ arrange: (inout Arrangement) -> Void = { _ in }) throws -> Listing {
    var runs = runs
    var arrangement = Arrangement()
    arrange(&arrangement)
    return Listing(try runs.next(Tables.processes), comparison: nil, arrangement, now: 0)
  }

  private func names(_ listing: Listing) -> [[String]] {
    let table = listing.run.table
    let last = table.columns.count - 1
    if let tree = listing.tree {
      return [tree.items.compactMap(listing.row).map { table.text($0, last) }]
    }
    return listing.sections.map { $0.items.compactMap(listing.row).map { table.text($0, last) } }
  }

  @Test("Changes from an earlier run are marked, unless a listing shows only changed rows")
  func marking() throws {
    var runs = runs
    let (one, two) = (try runs.next(Tables.processes), try runs.next(Tables.processes))
    func listing(_ run: Run, _ arrange: (inout Arrangement) -> Void = { _ in }) -> Listing {
      var arrangement = Arrangement()
      arrange(&arrangement)
      return Listing(run, comparison: nil, arrangement, now: 0)
    }
    #expect(listing(two).isMarkedAgainst(listing(one)))
    // On the way back in time, removed rows are inserted again.
    #expect(!listing(one).isMarkedAgainst(listing(two)))
    // If only changed rows are shown, each run shows other rows.
    let changed = [one, two].map { listing($0) { $0.showsOnlyChanged = true } }
    #expect(!changed[1].isMarkedAgainst(changed[0]))
    #expect(!listing(two).isMarkedAgainst(changed[0]))
  }

  @Test("Removed rows that a comparison brings in are not marked as new ones") func markingOfRemoved() throws
  {
    var maker = RunMaker(key: KeyOption(argument: "id"), format: .csv)
    let runs = try ["id,n\na,1\nb,2\nc,3\n", "id,n\nb,2\nc,3\n", "id,n\nc,3\n"].map { try maker.next($0) }
    func listing(_ run: Run, since former: Run? = nil) -> Listing {
      Listing(
        former.map { RemovedRows.shown(in: run, of: $0) } ?? run, comparison: nil, Arrangement(), now: 0)
    }
    #expect(!listing(runs[2], since: runs[0]).isMarkedAgainst(listing(runs[2])))
    #expect(!listing(runs[2], since: runs[0]).isMarkedAgainst(listing(runs[1])))
    #expect(listing(runs[2], since: runs[0]).isMarkedAgainst(listing(runs[1], since: runs[0])))
    #expect(listing(runs[2], since: runs[1]).isMarkedAgainst(listing(runs[1])))
  }

  @Test("The summary of a comparison counts inserted, removed and changed rows") func summary() throws {
    var runs = runs
    let texts = ["id,name\n1,a\n2,b\n3,c\n", "id,name\n2,x\n3,c\n4,d\n5,e\n"]
    let both = try texts.map { try runs.next($0) }
    var noisy = NoisyColumns()
    let comparison = Comparison(from: both[0], to: both[1], &noisy)
    expectEqual(comparison.summary, "+2 −1 ~1")
    #expect(Comparison(from: both[1], to: both[1], &noisy).summary == nil)
  }

  @Test("The words about a comparison count every change, also those that are not marked")
  func exactWords() throws {
    var generator = SeededGenerator(seed: 3)
    var seen: Set<String> = []
    for _ in 0..<300 {
      var runs = RunMaker(key: .columns([ColumnReference("NAME")]))
      func rows(_ names: [Int]) -> [[String]] {
        names.map { name in
          ["row\(name)", "0.\(Int.random(in: 1...2, using: &generator))"]
            + [Int.random(in: 1...9, using: &generator) > 1 ? "up" : "down"]
        }
      }
      func names() -> [Int] {
        let all = (1...5).filter { _ in Int.random(in: 0...9, using: &generator) > 0 }
        return Int.random(in: 0...3, using: &generator) > 0 ? all : all.shuffled(using: &generator)
      }
      let (old, new) = (rows(names()), rows(names()))
      let both = try [old, new].map { rows in
        try runs.next("NAME,LOAD,STATE\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined())
      }
      var noisy = NoisyColumns()
      let comparison = Comparison(from: both[0], to: both[1], &noisy)
      let kept = new.compactMap { row in old.first { $0[0] == row[0] }.map { ($0, row) } }
      let quiet = kept.count { $0[1] != $1[1] }
      let loud = kept.count { $0[2] != $1[2] }
      let (added, removed) = (new.count - kept.count, old.count - kept.count)
      let marks = [("+", added), ("−", removed), ("~", loud)].filter { $0.1 > 0 }.map { "\($0)\($1)" }
      let isMoved = kept.map { $0.0 } != old.filter { row in kept.contains { $0.0 == row } }
      let words = comparison.words ?? "nothing changed"
      if marks.isEmpty {
        #expect(words.hasPrefix(quiet == 0 && !isMoved ? "nothing changed" : "no marked change · "))
        expectEqual(words.contains(" moved"), isMoved)
      } else {
        #expect(words.hasPrefix(marks.joined(separator: " ")))
      }
      expectEqual(
        words.contains(" · \(quiet) number\(quiet == 1 ? "" : "s") changed (LOAD)"), (quiet > 0), "\(words)"
      )
      seen.insert(words.filter { !$0.isNumber })
    }
    #expect(seen.count > 8 && seen.contains("nothing changed"))
    #expect(seen.contains("no marked change ·  numbers changed (LOAD)"))
  }

  @Test("Quiet changes of texts are values, and only a few columns are named") func quietWords() throws {
    var noisy = NoisyColumns()
    let runs = runs
    func comparison(_ texts: [String]) throws -> Comparison {
      var runs = runs
      let both = try texts.map { try runs.next($0) }
      return Comparison(from: both[0], to: both[1], &noisy)
    }
    let wide = try comparison([
      "n,a,b,c,d,e\nx,0.1,0.1,0.1,0.1,0.1\n", "n,a,b,c,d,e\nx,0.2,0.2,0.2,0.2,0.2\n",
    ])
    expectEqual(wide.words, "no marked change · 5 numbers changed (a, b, c, d, …)")
  }

  @Test("Without a sort, rows have the order of the input") func inputOrder() throws {
    expectEqual(names(try listing()), [["init", "sshd", "bash", "vim", "cron"]])
  }

  @Test("A sort compares numbers by value, and equal rows keep their order") func sorting() throws {
    let byLoad = try listing { $0.sorts = [Arrangement.Sort(column: 3, isDescending: true)] }
    expectEqual(names(byLoad), [["bash", "vim", "sshd", "init", "cron"]])
    let byBoth = try listing {
      $0.sorts = [2, 3].map { Arrangement.Sort(column: $0, isDescending: $0 == 3) }
    }
    expectEqual(names(byBoth), [["bash", "vim", "cron", "sshd", "init"]])
    let byUser = try listing { $0.sorts = [Arrangement.Sort(column: 2)] }
    expectEqual(names(byUser), [["bash", "vim", "cron", "init", "sshd"]])
  }

  @Test("A query matches rows that contain all of its words, each in any cell") func query() throws {
    let found = try listing { $0.query = "ANN vi" }
    expectEqual(names(found), [["vim"]])
    expectEqual(found.count, 1)
    expectEqual(names(try listing { $0.query = "nobody" }), [[]])
  }

  @Test("While a large file is read, its listing contains only the first rows") func firstRows() throws {
    var runs = runs
    let text = "n\n" + (0..<100).map { "\($0)\n" }.joined()
    func listing(_ run: Run) -> Listing {
      Listing(run, comparison: nil, Arrangement(), now: 0, mostWhileReading: 40)
    }
    let begun = listing(try runs.grow(to: text, of: 1_000))
    #expect(begun.count == 40 && begun.isPart)
    // A stream of unknown length is shown in full, and so is a complete run.
    let stream = listing(try runs.grow(to: text))
    #expect(stream.count == 100 && !stream.isPart)
    let whole = listing(try runs.next(text))
    #expect(whole.count == 100 && !whole.isPart)
  }

  @Test("Groups are sorted by value") func groups() throws {
    let grouped = try listing { $0.structure = .groups(columns: [2]) }
    expectEqual(grouped.sections.map(\.section.value), ["ann", "daemon", "root"].map { Array($0.utf8) })
    expectEqual(names(grouped), [["bash", "vim"], ["cron"], ["init", "sshd"]])
  }

  @Test("A limit leaves the first rows of the order, of each group its first ones, which alone are counted")
  func limit() throws {
    let first = try listing {
      $0.sorts = [Arrangement.Sort(column: 3, isDescending: true)]
      $0.limit = 2
      $0.totals = [3: .sum]
    }
    expectEqual(names(first), [["bash", "vim"]])
    #expect(first.count == 2 && first.totals.all[3]?.words == "sum 32.0")
    let ofGroups = try listing {
      $0.sorts = [Arrangement.Sort(column: 3, isDescending: true)]
      $0.structure = .groups(columns: [2])
      $0.limit = 1
    }
    expectEqual(names(ofGroups), [["bash"], ["cron"], ["sshd"]])
    expectEqual(ofGroups.count, 3)
    let ofInnerGroups = try listing {
      $0.structure = .groups(columns: [2, 1])
      $0.query = "ann|root"
      $0.limit = 1
    }
    expectEqual(names(ofInnerGroups), [["bash", "vim", "init", "sshd"]])
  }

  @Test("A group has one identity, its bytes, for values that are equal as texts or are no text")
  func groupsByBytes() throws {
    // é of one scalar and of two, bytes that are no UTF-8 and the character for them, blanks around a value.
    let values: [[UInt8]] = [
      [0xC3, 0xA9], [0x65, 0xCC, 0x81], [0xFF], [0xFE], [0xEF, 0xBF, 0xBD], [0x65], [], [0x4B],
      [0xE2, 0x84, 0xAA],
    ]
    // The encoding is found from the first bytes, which are text.
    let start = Array("name,n\n".utf8) + Array(repeating: Array("K,1\n".utf8), count: 20_000).joined()
    var generator = SeededGenerator(seed: 39)
    for _ in 0..<30 {
      var runs = RunMaker(key: KeyOption.none, format: .csv)
      let more = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        values.randomElement(using: &generator) ?? []
      }
      let cells = [[UInt8]](repeating: [0x4B], count: 20_000) + more
      let lines = more.map { cell -> [UInt8] in
        let (before, after) = (Bool.random(using: &generator), Bool.random(using: &generator))
        return (before ? [0x20] : []) + cell + (after ? [0x20] : []) + Array(",1\n".utf8)
      }
      let run = try runs.next(start + lines.joined())
      var arrangement = Arrangement()
      arrangement.structure = .groups(columns: [0])
      let listing = Listing(run, comparison: nil, arrangement, now: 0)
      expectEqual(listing.snapshot.numberOfSections, Set(cells).count)
      expectEqual(Set(listing.sections.compactMap(\.section.value)), Set(cells))
      for (section, items) in listing.sections {
        expectEqual(items, cells.indices.filter { cells[$0] == section.value })
      }
    }
  }

  @Test("A tree nests each row below the row that its parent column refers to") func tree() throws {
    let tree = try #require(try listing { $0.structure = .tree(column: 1) }.tree)
    expectEqual(tree.rootItems.count, 1)
    expectEqual(tree.items.map { tree.level(of: $0) }, [0, 1, 2, 3, 1])
  }

  @Test("A query in a tree keeps the ancestors of matches and counts only the matches")
  func treeQuery() throws {
    let found = try listing {
      $0.structure = .tree(column: 1)
      $0.query = "vim"
    }
    expectEqual(names(found), [["init", "sshd", "bash", "vim"]])
    expectEqual(found.count, 1)
  }

  /// A file of a gigabyte has 17 million row numbers, which are stored once.
  @Test("Row numbers that are identifiers are not copied") func identifiers() throws {
    let listing = try listing()
    let rows = listing.sections[0].items
    let copy = RowIdentifiers.positions(5).of(rows)
    #expect(
      rows.withUnsafeBufferPointer { one in copy.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
      })
    expectEqual(RowIdentifiers.list([7, 8, 9]).of([2, 0]), [9, 7])
  }

  @Test("Printed rows and rows on the screen have the same order") func printedOrder() throws {
    let table = try runs(of: Tables.processes)
    let (tree, group) = (TreeOption(argument: "PPID"), ColumnList(argument: "USER"))
    for options in [
      ArrangementOptions(query: "vim", tree: tree),
      ArrangementOptions(sort: SortOption(argument: "-%CPU"), tree: tree),
      ArrangementOptions(sort: SortOption(argument: "COMMAND"), group: group),
      ArrangementOptions(query: "ann"),
    ] {
      let arrangement = try Arrangement(options, columns: ColumnNames(table.table.columns.map(\.name)))
      let listing = Listing(table, comparison: nil, arrangement, now: 0)
      let shown = listing.tree?.items ?? listing.sections.flatMap(\.items)
      try expectEqual(
        RowSelection(options).rows(of: table.table, key: table.key), shown.compactMap(listing.row))
    }
  }

  @Test("A listing does not depend on the previous one, of the same run or of another")
  func previousListing() throws {
    var runs = RunMaker()
    let all = [
      try runs.next(Tables.processes), try runs.next(Tables.processes.replacing("bash", with: "zsh ")),
    ]
    var generator = SeededGenerator(seed: 3)
    var former: Listing?
    var arrangement = Arrangement()
    for step in 0..<300 {
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: arrangement.sorts = step % 3 == 0 ? [Arrangement.Sort(column: 3)] : []
      case 1: arrangement.structure = step % 3 == 0 ? .groups(columns: [2]) : .flat
      default:
        arrangement.query = ["", "", "a", "ann", "sh", "nobody"].randomElement(using: &generator) ?? ""
      }
      let run = all[step / 40 % 2]
      let alone = Listing(run, comparison: nil, arrangement, now: 0)
      let after = Listing(run, comparison: nil, arrangement, now: 0, after: former)
      #expect(after.snapshot == alone.snapshot && names(after) == names(alone))
      expectEqual(
        after.snapshot.sectionIdentifiers, after.sections.filter { !$0.items.isEmpty }.map(\.section))
      former = after
    }
  }

  @Test("The moves of very many rows are not computed if only their order changes") func reordering() throws {
    var runs = runs
    let (run, next) = (try runs.next(Tables.processes), try runs.next(Tables.processes))
    func listing(_ run: Run, sortedBy column: Int? = nil, grouped: Bool = false) -> Listing {
      var arrangement = Arrangement()
      arrangement.structure = grouped ? .groups(columns: [2]) : .flat
      if let column { arrangement.toggleSort(by: column) }
      return Listing(run, comparison: nil, arrangement, now: 0)
    }
    func isReordered(_ new: Listing, _ old: Listing, most: Int = 2) -> Bool {
      if case .reorderedList = ListingChange(to: new, from: old, open: nil, mostReordered: most).content {
        return true
      }
      return false
    }
    let asRead = listing(run)
    let sorted = listing(run, sortedBy: 0)
    #expect(isReordered(sorted, asRead) && isReordered(asRead, sorted))
    #expect(!isReordered(sorted, asRead, most: 1000), "few rows")
    #expect(!isReordered(listing(next, sortedBy: 0), asRead), "rows came and went")
    #expect(!isReordered(listing(run, sortedBy: 0), sorted), "the order is the same")
    #expect(!isReordered(listing(run, sortedBy: 0, grouped: true), asRead), "there are headers")
  }

  private func runs(of text: String) throws -> Run {
    var runs = runs
    return try runs.next(text)
  }

  @Test("A listing of changed rows contains inserted and changed rows, and marks the changed ones")
  func changedRows() throws {
    var runs = RunMaker()
    let first = try runs.next(Tables.processes)
    let second = try runs.next(
      Tables.processes.replacing("bash", with: "zsh ") + "   45      1  root    0.0  atd\n")
    var noisy = NoisyColumns()
    let comparison = Comparison(from: first, to: second, &noisy)
    var arrangement = Arrangement()
    arrangement.showsOnlyChanged = true
    let changed = Listing(second, comparison: comparison, arrangement, now: 0)
    expectEqual(names(changed), [["zsh", "atd"]])
    expectEqual(changed.markedIdentifiers.compactMap(changed.row).map { second.table.text($0, 4) }, ["zsh"])
  }
}

@Suite("The arrangement that a user chooses") struct ArrangementTests {
  @Test("A second sort by the same column reverses it, and the last three sorts apply") func sorts() {
    var arrangement = Arrangement()
    arrangement.toggleSort(by: 2)
    expectEqual(arrangement.sorts, [Arrangement.Sort(column: 2)])
    arrangement.toggleSort(by: 2)
    expectEqual(arrangement.sorts, [Arrangement.Sort(column: 2, isDescending: true)])
    arrangement.toggleSort(by: 1)
    expectEqual(
      arrangement.sorts, [Arrangement.Sort(column: 1), Arrangement.Sort(column: 2, isDescending: true)])
    arrangement.toggleSort(by: 2)
    expectEqual(arrangement.sorts, [2, 1].map { Arrangement.Sort(column: $0) })
    for column in [3, 4, 0] { arrangement.toggleSort(by: column) }
    expectEqual(arrangement.sorts.map(\.column), [0, 4, 3])
    arrangement.reverse()
    expectEqual(arrangement.sorts.map(\.isDescending), [true, false, false])
  }

  @Test("A table without any of the chosen columns shows all its columns") func missingColumns() {
    var arrangement = Arrangement()
    arrangement.columns = [4, 2]
    expectEqual(arrangement.shownColumns(of: 3), [2])
    expectEqual(arrangement.shownColumns(of: 2), [0, 1])
  }

  @Test("Options name columns by name or number, and an unknown column is an error")
  func commandLine() throws {
    let options = ArrangementOptions(
      query: "x", sort: SortOption(argument: "-%cpu"), tree: TreeOption(argument: "PPID"),
      columns: ColumnsOption(argument: "PID,5"))
    let names = ColumnNames(["PID", "PPID", "USER", "%CPU", "COMMAND"])
    let arrangement = try Arrangement(options, columns: names)
    expectEqual(arrangement.sorts, [Arrangement.Sort(column: 3, isDescending: true)])
    expectEqual(arrangement.structure, .tree(column: 1))
    expectEqual(arrangement.columns, [0, 4])
    expectEqual(arrangement.query, "x")
    let wrong = ArrangementOptions(group: ColumnList(argument: "STATE"))
    #expect(throws: ColumnReference.Refusal.self) { try Arrangement(wrong, columns: names) }
  }
}
