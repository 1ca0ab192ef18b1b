import ListData
import ListKit
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

/// A list without a screen: it takes runs, and arranges the one that it shows.
private struct ShownList {
  var state: ListState
  var runs: RunMaker

  /// - Parameter canGrow: Whether columns may appear later.
  init(
    _ options: ArrangementOptions = ArrangementOptions(), key: KeyOption? = nil, keep: KeepOption? = nil,
    canGrow: Bool = false
  ) {
    runs = RunMaker(identity: RowIdentity(choice: key, toleratesMissing: canGrow))
    state = ListState(startup: StartupArrangement(options, key: key, canGrow: canGrow), keep: keep)
  }

  mutating func show(_ text: String, end: CommandEnd? = nil) async throws {
    try await take(runs.next(text, end: end))
  }

  mutating func grow(to text: String) async throws { try await take(runs.grow(to: text)) }

  mutating func take(_ run: Run) async throws { if try state.take(run) { await arrange() } }

  /// Goes to a run of the past.
  mutating func show(_ run: Run, after former: Run?) async throws {
    try state.show(run, after: former)
    await arrange()
  }

  mutating func arrange(_ change: (inout Arrangement) -> Void = { _ in }) async {
    change(&state.arrangement)
    if let work = state.comparing { state.take(await work.done()) }
    guard let listing = await state.arranged(now: 0, TextMetrics(ScreenTraits { _ in 1 })) else { return }
    state.show(ListingChange(to: listing, from: state.listing, open: nil))
  }

  /// The rows in their order.
  private var items: [Int] { state.listing?.items ?? [] }

  /// The cells of a column.
  func texts(_ column: Int) -> [String] {
    guard let listing = state.listing else { return [] }
    return items.compactMap(listing.row).map { listing.run.table.text($0, column) }
  }

  /// What the comparison says of each row.
  var marks: [String] {
    guard let listing = state.listing else { return [] }
    return items.map { item in
      if listing.run.isRemoved(item) { return "−" }
      if listing.comparison?.added.contains(item) == true { return "+" }
      return listing.comparison?.marked.contains(item) == true ? "~" : ""
    }
  }

  /// The changes in words.
  var words: String? { state.listing?.comparison?.words }
}

@Suite("The state of a list, without a screen") struct ListStateTests {
  // MARK: The arrangement of the command line

  private static let byLoad = ArrangementOptions(
    sort: SortOption(argument: "-%CPU"), columns: ColumnsOption(argument: "USER,%CPU"))

  @Test("A sort applies again after a run with other columns") func otherColumns() async throws {
    var list = ShownList()
    try await list.show(Tables.processes)
    await list.arrange { $0.toggleSort(by: 3) }
    try await list.show("id,pop,city\n17,3,Bonn\n18,9,Ulm\n19,4,Jena\n")
    expectEqual(list.state.shown?.key, .columns([0]))
    #expect(list.state.shown?.notes == [.misfit] && list.state.arrangement.sorts.isEmpty)
    expectEqual(list.texts(0), ["17", "18", "19"])
    try await list.show(Tables.processes)
    expectEqual(list.texts(4), ["cron", "init", "sshd", "vim", "bash"])
  }

  @Test("The arrangement applies to the first rows, also after a run that failed") func failedStart()
    async throws
  {
    var list = ShownList(Self.byLoad)
    try await list.show("no such host\n", end: .exited(1))
    try await list.show(Tables.processes, end: .exited(0))
    expectEqual(list.texts(3), ["30.0", "2.0", "1.5", "0.1", "0.0"])
    expectEqual(list.state.arrangement.columns, [2, 3])
  }

  @Test("Columns of options are not looked up before the table has arrived") func partialHeader() async throws
  {
    var list = ShownList(Self.byLoad)
    for text in ["  PID   PPID", "  PID   PPID  USER   %CPU  COMMAND\n"] {
      try await list.grow(to: text)
      #expect(list.state.startupNote == nil)
    }
    try await list.show(Tables.processes)
    expectEqual(list.texts(3).first, "30.0")
    expectEqual(list.state.arrangement.columns, [2, 3])
  }

  @Test("In a stream, options for existing columns apply while another is missing, which is named")
  func missingColumn() async throws {
    let options = ArrangementOptions(
      query: "n", sort: SortOption(argument: "NOPE"), group: ColumnList(argument: "USER"))
    var list = ShownList(options, canGrow: true)
    try await list.grow(to: Tables.processes)
    try await list.show(Tables.processes)
    expectEqual(
      list.state.startupNote, "no column 'NOPE'; there are PID, PPID, USER, %CPU, COMMAND")
    let groups = list.state.listing?.sections.map { String(decoding: $0.section.value ?? [], as: UTF8.self) }
    expectEqual(groups, ["ann", "daemon", "root"])
    expectEqual(list.texts(4), ["bash", "vim", "cron", "init"])
    var whole = ShownList(options)
    await #expect(throws: ColumnReference.Refusal.self) { try await whole.show(Tables.processes) }
  }

  @Test("A key column missing from a stream is named, and used once it arrives") func missingKey()
    async throws
  {
    var list = ShownList(key: .columns([ColumnReference("COMMAND")]), canGrow: true)
    try await list.show("ID,CITY\n1,Bonn\n2,Ulm\n")
    expectEqual(list.state.startupNote, "no column 'COMMAND'; there are ID, CITY")
    expectEqual(list.texts(0), ["1", "2"])
    try await list.show(Tables.processes)
    expectEqual(list.state.shown?.key, .columns([4]))
    #expect(list.state.startupNote == nil)
  }

  // MARK: Changes

  private static let pods = [
    "NAME   STATUS   PORT\nweb-1  Running  80\nweb-2  Running  81\nweb-3  Running  82\n",
    "NAME   STATUS   PORT\nweb-1  Running  80\nweb-2  Failed   81\nweb-3  Running  82\n",
    "NAME   STATUS   PORT\nweb-2  Failed   81\nweb-3  Running  82\nweb-4  Running  83\n",
  ]

  @Test("The first complete run has no changes") func firstRun() async throws {
    var list = ShownList()
    try await list.grow(to: "NAME  N\na     1\nb     2\n")
    try await list.show(Tables.processes)
    #expect(list.texts(4).count == 5 && list.words == nil)
  }

  @Test("Columns that become wider are the same columns") func widerColumns() async throws {
    var list = ShownList()
    try await list.show("NAME  READY  AGE\nweb   1/1    2h\napi   1/1    2h\n")
    try await list.show(
      "NAME           READY  AGE\nweb            1/1    2h\na-longer-name  0/1    1s\napi            1/1    2h\n"
    )
    expectEqual(list.words, "+1")
  }

  @Test("All later runs are compared with a reference, beside which removed rows are shown")
  func reference() async throws {
    var list = ShownList()
    try await list.show(Self.pods[0])
    list.state.setReference()
    await list.arrange { $0.totals = [2: .sum] }
    #expect(list.words == nil && list.state.listing?.comparison != nil)
    for text in Self.pods[1...] { try await list.show(text) }
    expectEqual(list.texts(0), ["web-1", "web-2", "web-3", "web-4"])
    expectEqual(list.marks, ["−", "~", "", "+"])
    expectEqual(list.words, "+1 −1 ~1")
    // A removed row is no row of the list.
    expectEqual(list.state.listing?.count, 3)
    expectEqual(list.state.listing?.totals.all[2]?.words, "sum 246")
    await list.arrange { $0.showsOnlyChanged = true }
    expectEqual(list.texts(0), ["web-1", "web-2", "web-4"])
    expectEqual(list.state.takeBack(isPaused: false), .onlyChanged)
    expectEqual(list.state.takeBack(isPaused: false), .reference)
    await list.arrange()
    expectEqual(list.marks, ["", "", "+"])
  }

  @Test("A second reference takes the place of the first") func secondReference() async throws {
    var list = ShownList()
    try await list.show(Self.pods[0])
    list.state.setReference()
    try await list.show(Self.pods[1])
    expectEqual(list.marks, ["", "~", ""])
    list.state.setReference()
    await list.arrange()
    expectEqual(list.marks, ["", "", ""])
    try await list.show(Self.pods[2])
    expectEqual(list.words, "+1 −1")
  }

  @Test("In a tree, neither removed rows nor ancestors of matches count as matches") func tree() async throws
  {
    var list = ShownList(ArrangementOptions(tree: TreeOption(argument: "PPID")))
    try await list.show(
      "PID  PPID  NAME\n1    0     init\n2    1     sshd\n3    2     bash\n4    2     bash\n")
    list.state.setReference()
    try await list.show("PID  PPID  NAME\n1    0     init\n2    1     sshd\n3    2     bash\n")
    await list.arrange { $0.query = "bash" }
    expectEqual(list.texts(2), ["init", "sshd", "bash", "bash"])
    expectEqual(list.state.listing?.count, 1)
  }

  @Test("A past run has its changes from the run before it, and removed rows") func past() async throws {
    var list = ShownList()
    var runs: [Run] = []
    for text in Self.pods + Self.pods.suffix(1) {
      try await list.show(text)
      if let run = list.state.shown { runs.append(run) }
    }
    expectEqual(list.marks, ["", "", ""])
    try await list.show(runs[1], after: runs[0])
    #expect(list.marks == ["", "~", ""] && !list.state.isAtNewest)
    try await list.show(runs[2], after: runs[1])
    expectEqual(list.texts(0), ["web-1", "web-2", "web-3", "web-4"])
    expectEqual(list.marks, ["−", "", "", "+"])
    try list.state.showNewest()
    await list.arrange()
    #expect(list.marks == ["", "", ""] && list.state.isAtNewest)
  }

  @Test("With --keep, a change is marked in later runs too", arguments: [("always", 2), ("0.001", 0)])
  func keep(time: String, count: Int) async throws {
    var list = ShownList(keep: KeepOption(argument: time))
    for text in Self.pods + Self.pods.suffix(1) { try await list.show(text) }
    let marks = try #require(list.state.marks)
    let later = (list.state.shown?.time.seconds ?? 0) + 1
    expectEqual(list.state.listing?.items.count { marks.mark(of: $0, at: later) != nil }, count)
  }

  // MARK: Columns that change all the time

  @Test("A column does not become noisy because the user visits the same runs again") func visits()
    async throws
  {
    var list = ShownList()
    var runs: [Run] = []
    for text in ["NAME,N\na,1\nb,1\nc,1\nd,1\ne,1\n", "NAME,N\na,2\nb,2\nc,1\nd,1\ne,1\n"] {
      try await list.show(text)
      if let run = list.state.shown { runs.append(run) }
    }
    for _ in 0..<4 {
      try await list.show(runs[0], after: nil)
      try await list.show(runs[1], after: runs[0])
    }
    #expect(!list.state.view.noisy.isNoisy(1, of: runs[1].table))
  }

  @Test("Columns that change all the time are noisy, also in a comparison with an old run, and are counted")
  func noise() async throws {
    func text(_ number: Int) -> String {
      "PID  %CPU  NAME\n" + (1...5).map { "\($0)    \(number * $0 % 7).\(number % 9)   name\($0)\n" }.joined()
    }
    var list = ShownList()
    try await list.show(text(1))
    list.state.setReference()
    for number in 2...9 { try await list.show(text(number)) }
    expectEqual(list.marks, ["", "", "", "", ""])
    expectEqual(list.words, "no marked change · 5 numbers changed (%CPU)")
    await list.arrange { $0.showsOnlyChanged = true }
    expectEqual(list.marks.count, 5)
  }
}
