/// What the list shows and what it is waiting for; it knows no screen.
///
/// ```text
///   search ──▶ first page ──▶ replaced          another search cancels what is on its way
///   loadMore ─▶ next page ──▶ appended          one at a time; none when all is there
///       └─────▶ error ──────▶ failed ──▶ retry
///   follow ───▶ the rows read so far, again ──▶ refreshed
/// ```
@MainActor
final class PagingModel {
  /// What became of the pages.
  enum Phase: Hashable {
    case idle
    case loading
    case failed(String)
  }

  /// What there is to show.
  enum Change {
    /// Another list.
    case replaced
    /// More rows at the end.
    case appended([RowKey])
    /// Rows that came, went or read differently now.
    case refreshed(News)
    /// The phase or a number.
    case status
  }

  let source: PageSource
  private(set) var filter: Filter
  private(set) var rows = LoadedRows()
  /// How many pages have been read, of all lists.
  private(set) var pageCount = 0
  private(set) var phase = Phase.idle
  /// How many rows match; nil while nobody has counted.
  private(set) var total: Int?
  /// How long the last query for rows took.
  private(set) var duration: Duration?
  /// Told what there is to show.
  var didChange: (Change) -> Void = { _ in }

  private var page: Task<Void, Never>?
  private var count: Task<Void, Never>?
  private var isCountStale = false
  /// Whether ``rows`` are those of the query before.
  private var isReplacing = false
  /// Counts searches, so that an answer to an old one is noticed.
  private var generation = 0

  init(source: PageSource, query: String = "") {
    self.source = source
    filter = Filter(query)
  }

  /// Whether there is, or may be, more than ``rows``.
  var hasMore: Bool { !rows.isComplete }

  // MARK: Pages

  /// Reads the beginning of another list; what is shown stays until that is there.
  ///
  /// - Parameter key: a row to have in the list, if it is not too far down.
  func search(_ text: String, keeping key: RowKey? = nil) {
    page?.cancel()
    count?.cancel()
    (count, total) = (nil, nil)
    filter = Filter(text)
    generation += 1
    isReplacing = true
    load { [source, filter] in
      if let key { return try await source.firstPage(matching: filter, keeping: key) }
      return try await source.page(matching: filter, after: nil)
    }
    countRows()
  }

  /// Reads the next page, unless one is on its way, the last try failed, or there is none.
  func loadMore() {
    guard phase == .idle, hasMore else { return }
    load { [source, filter, end = rows.end] in try await source.page(matching: filter, after: end) }
  }

  /// Tries again what failed.
  func retry() {
    guard case .failed = phase else { return }
    phase = .idle
    didChange(.status)
    loadMore()
  }

  private func load(_ read: @escaping @Sendable () async throws -> Page) {
    phase = .loading
    didChange(.status)
    page = Task { [generation] in
      do {
        let page = try await read()
        if generation == self.generation { take(page) }
      } catch {
        if generation == self.generation { fail(error) }
      }
    }
  }

  private func take(_ page: Page) {
    (phase, duration) = (.idle, page.duration)
    pageCount += 1
    if isReplacing {
      rows = LoadedRows()
      _ = rows.append(page)
      isReplacing = false
      didChange(.replaced)
    } else {
      didChange(.appended(rows.append(page)))
    }
  }

  private func fail(_ error: any Error) {
    phase = .failed("\(error)")
    if isReplacing { rows = LoadedRows() }
    didChange(isReplacing ? .replaced : .status)
    isReplacing = false
  }

  // MARK: Changes by others

  /// Reads again what is shown whenever something may have changed, until the changes end.
  func follow(_ changes: some AsyncSequence<Void, Never>) async {
    for await _ in changes {
      await refresh()
      countRows()
    }
  }

  /// Reads again what is shown.
  func refresh() async {
    // The first page of another list is on its way, and may have been read before the change.
    if isReplacing { await page?.value }
    let generation = generation
    do {
      guard let news = try await source.news(of: rows, matching: filter),
        generation == self.generation, !isReplacing
      else { return }
      rows.take(news)
      duration = news.duration
      if !news.isEmpty { didChange(.refreshed(news)) }
    } catch {
      if generation == self.generation, !isReplacing { fail(error) }
    }
  }

  /// Counts what matches; a count on its way is let come to its end, and another one follows.
  private func countRows() {
    isCountStale = true
    guard count == nil else { return }
    count = Task { [generation] in
      while isCountStale, generation == self.generation {
        isCountStale = false
        let number = try? await source.count(matching: filter)
        guard generation == self.generation else { return }
        if let number, number != total {
          total = number
          didChange(.status)
        }
      }
      if generation == self.generation { count = nil }
    }
  }
}
