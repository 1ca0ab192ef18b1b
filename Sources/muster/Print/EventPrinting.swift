import ListData
import Synchronization

/// Prints for `--events` what came, went and changed, an object of JSON a line, as it happens.
///
/// ```text
///  {"time":"2026-11-25T22:04:12.250+01:00","change":"~","row":{"NAME":"web-1","STATUS":"Failed"},"old":{"STATUS":"Running"}}
/// ```
final class EventPrinting: RunObserver {
  private struct State: ~Copyable {
    var reader: RowChangeReader
    var output = PrintedOutput(isExact: false)
  }

  private let printing: ChangePrinting
  private let state: Mutex<State>

  /// - Parameter printing: chooses rows and columns.
  init(_ printing: ChangePrinting, isStream: Bool) {
    self.printing = printing
    state = Mutex(State(reader: RowChangeReader(isStream: isStream)))
  }

  func take(_ run: Run) throws {
    try state.withLock { state in
      guard let changes = state.reader.changes(to: run), !changes.changes.isEmpty else { return }
      try printing.print(changes, to: &state.output)
    }
  }
}
