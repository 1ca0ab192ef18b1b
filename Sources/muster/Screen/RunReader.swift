import ListData
import Rows

/// Reads the runs of a list with the options that the user chose, one reading after the other.
@MainActor
final class RunReader {
  /// The options with which runs are read, if they differ from those of the source.
  private(set) var choice: ReadingChoice
  /// The column that the user chose as key; nil if there was no choice.
  private(set) var chosenKey: String?
  private let identity: RowIdentity
  /// Whether the first run was searched for JSON members that identify rows. This happens once.
  private var hasSoughtMembers = false
  /// The query of `--alert`.
  private let alert: String?
  private var work: Task<Void, Never>?

  init(_ identity: RowIdentity, isFollowing: Bool, alert: String? = nil) {
    (self.identity, self.alert) = (identity, alert)
    choice = ReadingChoice(isFollowing: isFollowing)
  }

  deinit { work?.cancel() }

  var isIdle: Bool { work == nil }

  /// Chooses the JSON members that identify the rows of the first run.
  func seekMembers(in run: Run, _ options: ReaderOptions) async {
    guard !hasSoughtMembers, run.key != nil else { return }
    hasSoughtMembers = true
    if choice.options == nil, let wanted = await ReadingChoice.identifying(run, options) {
      choice.choose(wanted)
    }
  }

  func choose(_ options: ReaderOptions?) { choice.choose(options) }

  /// Makes a column the key of the runs with the columns of a run.
  func useAsKey(_ column: Int, of run: Run) {
    identity.use(.columns([column]), in: run.schema)
    chosenKey = ColumnNames(of: run.table).names[column]
  }

  /// Returns a run, read with the current ``choice``, and with the rows that match `--alert`.
  func read(_ run: Run) async -> Run {
    while true {
      var (read, used) = (run, choice)
      if choice.options != nil { (read, used) = await choice.reading(run, identity) }
      if let alert { read.alerts = await RowQuery.identifiers(of: read, matching: alert) }
      // Another key may have changed the choice meanwhile.
      guard used.number == choice.number else { continue }
      choice = used
      return read
    }
  }

  /// Reads the shown run in another way, once earlier such work is done.
  func enqueue(_ body: @escaping @MainActor () async -> Void) {
    work = Task { [before = work] in
      await before?.value
      await body()
    }
  }

  /// Returns when the readings so far are done.
  func done() async { await work?.value }
}
