import ListKit

/// Rows that stand together in an order by a column, and that SQL compares alike: those with a value in it, and those
/// with none, as NULL is neither more nor less than anything there.
struct OrderStretch<Key: Hashable & Sendable>: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    /// All rows: there are no NULLs.
    case all
    case values
    case nulls
  }

  let part: Part
  /// What is wanted of it: the bounds are keys of this part.
  let request: PageRequest<Key>

  /// The stretches of which a page may have rows, beginning with the one to be read first. Only when that has too few
  /// rows is the next one needed.
  ///
  /// ```text
  ///   ascending   values ─────────▶ NULLs        a page after a value:  the rest of the values, then all NULLs
  ///   descending  NULLs ──────────▶ values       a page after a NULL:   the rest of the NULLs, then all values
  /// ```
  ///
  /// - Parameter isNull: whether the row of a key has no value; nil where all rows have one, or need none.
  static func stretches(
    of request: PageRequest<Key>, isAscending: Bool, isNull: ((Key) -> Bool)?
  ) -> [OrderStretch] {
    guard let isNull else { return [OrderStretch(part: .all, request: request)] }
    let parts: [Part] = isAscending ? [.values, .nulls] : [.nulls, .values]
    func place(_ bound: PageBound<Key>) -> Int? {
      switch bound {
      case .edge: nil
      case .through(let key), .upTo(let key): parts.firstIndex(of: isNull(key) ? .nulls : .values)
      }
    }
    let (first, last) = (place(request.first), place(request.last))
    let stretches = parts.indices.filter { (first ?? 0) <= $0 && $0 <= (last ?? 1) }.map { index in
      var part = request
      if first != index { part.first = .edge }
      if last != index { part.last = .edge }
      return OrderStretch(part: parts[index], request: part)
    }
    return request.isFromEnd ? stretches.reversed() : stretches
  }
}
