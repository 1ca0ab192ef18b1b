import ListData
import ListKit

/// What the lines around a list say of it.
@MainActor
struct StateDescription {
  let source: Source
  let newest: Run
  let shown: Run
  let listing: Listing
  /// Whether rows are being arranged anew.
  let isWorking: Bool

  /// `kubectl get pods · every 2 s · 22:04:12`
  var title: String {
    var parts = [source.title]
    if source.gate.isPaused {
      parts.append("paused")
    } else if case .command = source.kind, source.isLive {
      parts.append("every \(source.reading.interval) s")
    }
    if source.isLive || source.isStream { parts.append(shown.time.timeOfDay) }
    return parts.joined(separator: " · ")
  }

  /// `25 rows · table · key NAME`
  var status: String {
    var parts: [String] = []
    if shown.number != newest.number {
      parts.append("run \(shown.number) of \(newest.number), \(shown.time.timeOfDay)")
    }
    if let problem { parts.append(problem) }
    let total = listing.run.table.rowCount
    let rows = listing.count == total ? "\(total)" : "\(listing.count)/\(total)"
    parts.append("\(rows) \(total == 1 ? "row" : "rows")")
    parts.append(shown.table.shape.format.rawValue)
    if let key { parts.append(key) }
    if listing.arrangement.showsOnlyChanged { parts.append("only changed") }
    if isWorking { parts.append("arranging") }
    if let percent = shown.progress?.percent { parts.append("reading \(percent) %") }
    if shown.notes.contains(.cut) { parts.append("cut: there is more than is kept") }
    if shown.notes.contains(.misfit) { parts.append("the columns do not fit any more") }
    if listing.comparison?.replacesNearlyAll == true {
      parts.append("nearly all rows are others by this key: i takes another")
    }
    return parts.joined(separator: " · ")
  }

  private var key: String? {
    switch shown.key {
    case nil: nil
    case .columns(let columns)?:
      "key "
        + columns.map {
          $0 < shown.table.columns.count ? shown.table.columns[$0].name ?? "\($0 + 1)" : "\($0 + 1)"
        }
        .joined(separator: ", ")
    case .line?: "key line"
    case .place?: "no key"
    }
  }

  /// Why the rows are older than they might be; the first line of what the command said of it.
  private var problem: String? {
    switch shown.problem {
    case nil: return nil
    case .failed(let end)?:
      let said = String(
        decoding: shown.diagnostics.split(separator: UInt8(ascii: "\n")).first ?? [], as: UTF8.self)
      return "failed: \(said.isEmpty ? end.description : said)"
    case .nothing?:
      if case .command = source.kind { return "printed nothing" }
      return "empty"
    case .unreadable(let error)?: return error.description
    }
  }

  /// What stands where no rows do.
  var background: ListContentConfiguration {
    if shown.table.rowCount > 0 {
      return ListContentConfiguration(
        text: "No row matches", secondaryText: "esc clears the query, d shows all again")
    }
    if case .comparison = source.kind { return ListContentConfiguration(text: "No differences") }
    return ListContentConfiguration(text: problem ?? (shown.isComplete ? "No rows" : "reading"))
  }
}
