import ListData
import Rows

/// Reads the runs of a list with the options and the key that the user chose, one reading after the other.
@MainActor
final class RunReadings {
  /// Reads runs as the user chose.
  private(set) var reader: RunReader
  /// The column that the user chose as key; nil if there was no choice.
  private(set) var chosenKey: String?
  /// Whether the first run was searched for JSON members that identify rows. This happens once.
  private var hasSoughtMembers = false
  /// The query of `--alert`.
  private let alert: String?
  private var work: Task<Void, Never>?
  private var workNumber = 0

  init(_ reader: RunReader, alert: String? = nil) { (self.reader, self.alert) = (reader, alert) }

  deinit { work?.cancel() }

  var isIdle: Bool { work == nil }

  /// Chooses the JSON members that identify the rows of the first run.
  func seekMembers(in run: Run, _ options: ReaderOptions) async {
    guard !hasSoughtMembers, run.key != nil else { return }
    hasSoughtMembers = true
    if reader.chosenOptions == nil, let wanted = await ReadingChoice.identifying(run, options) {
      reader.choose(wanted)
    }
  }

  func choose(_ options: ReaderOptions?) { reader.choose(options) }

  /// Makes a column the key of the runs with the columns of a run.
  func useAsKey(_ column: Int, of run: Run) {
    reader.identity.use(.columns([column]), in: run.schema)
    chosenKey = ColumnNames(of: run.table).names[column]
  }

  /// Returns a run as the user chose to read it, with the rows that match `--alert`.
  func read(_ run: Run) async -> Run {
    while true {
      var (read, used) = (run, reader)
      if reader.chosenOptions != nil { (read, used) = await reader.reading(run) }
      if let alert { read.alerts = await RowQuery.identifiers(of: read, matching: alert) }
      // Another key may have changed the choice meanwhile.
      guard used.choiceNumber == reader.choiceNumber else { continue }
      reader = used
      return read
    }
  }

  /// Reads the shown run in another way, once earlier such work is done.
  func enqueue(_ body: @escaping @MainActor () async -> Void) {
    workNumber += 1
    work = Task { [weak self, before = work, number = workNumber] in
      await before?.value
      await body()
      if number == self?.workNumber { self?.work = nil }
    }
  }

  /// Returns when the readings so far are done.
  func done() async { await work?.value }
}
