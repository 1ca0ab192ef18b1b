import ListKit

/// Pages of a list that is known whole, to compare those of an engine with.
enum RandomPages {
  /// Requests for pages of any size between any two bounds, from either end.
  static func requests<Key, Content>(
    of rows: [PageRow<Key, Content>], count: Int, using generator: inout some RandomNumberGenerator
  ) -> [PageRequest<Key>] {
    func bound(_ index: Int?) -> PageBound<Key> {
      guard let index else { return .edge }
      return Bool.random(using: &generator) ? .upTo(rows[index].key) : .through(rows[index].key)
    }
    return (0..<count).map { _ in
      let places = (0..<2).map { _ in rows.indices.randomElement(using: &generator) }
        .map { Int.random(in: 0..<3, using: &generator) == 0 ? nil : $0 }
      let isInOrder = zip(places.dropLast(), places.dropFirst()).allSatisfy { ($0 ?? 0) <= ($1 ?? .max) }
      let ordered = isInOrder ? places : places.reversed()
      return PageRequest(
        first: bound(ordered[0]), last: bound(ordered[1]), isFromEnd: Bool.random(using: &generator),
        limit: Int.random(in: 1...rows.count + 2, using: &generator))
    }
  }

  /// The page of the whole list that a request asks for.
  static func page<Key, Content>(
    of rows: [PageRow<Key, Content>], _ request: PageRequest<Key>
  ) -> Page<Key, Content> {
    func place(_ key: Key) -> Int { rows.firstIndex { $0.key == key } ?? 0 }
    let start =
      switch request.first {
      case .edge: 0
      case .through(let key): place(key)
      case .upTo(let key): place(key) + 1
      }
    let end =
      switch request.last {
      case .edge: rows.count
      case .through(let key): place(key) + 1
      case .upTo(let key): place(key)
      }
    let stretch = start < end ? rows[start..<end] : []
    let page = request.isFromEnd ? stretch.suffix(request.limit) : stretch.prefix(request.limit)
    return Page(rows: Array(page), isComplete: stretch.count <= request.limit)
  }
}
