/// For each row of a new state its row in the old one, by their identifiers.
struct RowOrigins {
  /// The old row, or -1.
  private let origins: [Int32]
  /// Old rows that no new one comes from.
  let missing: [Int]

  init(of identifiers: [Int], in old: [Int]) {
    let places = IdentifierPlaces(old)
    var isKept = [Bool](repeating: false, count: old.count)
    origins = identifiers.map { identifier in
      let place = places[identifier]
      if place >= 0 { isKept[Int(place)] = true }
      return place
    }
    missing = old.indices.filter { !isKept[$0] }
  }

  subscript(row: Int) -> Int? { origins[row] < 0 ? nil : Int(origins[row]) }

  /// New rows that overtook others: all but a longest run of rows in their old order.
  ///
  /// - Complexity: O(n) if none moved, O(n log n) else.
  var moved: [Int] {
    var last: Int32 = -1
    let isSorted = origins.allSatisfy { origin in
      if origin < 0 { return true }
      defer { last = origin }
      return origin > last
    }
    if isSorted { return [] }
    // Patience: for each length the row that ends a run of it with the smallest old place, and whom it follows.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: origins.count)
    for row in origins.indices where origins[row] >= 0 {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if origins[ends[middle]] < origins[row] { low = middle + 1 } else { high = middle }
      }
      before[row] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(row) } else { ends[low] = row }
    }
    var stays = [Bool](repeating: false, count: origins.count)
    var row = ends.last ?? -1
    while row >= 0 {
      stays[row] = true
      row = before[row]
    }
    return origins.indices.filter { origins[$0] >= 0 && !stays[$0] }
  }
}

/// Where identifiers stand in a list: an array where they are dense, as they are in most runs, a dictionary else.
private struct IdentifierPlaces {
  private var lowest = 0
  private var places: [Int32] = []
  private var sparse: [Int: Int32] = [:]

  init(_ identifiers: [Int]) {
    guard let low = identifiers.min(), let high = identifiers.max() else { return }
    lowest = low
    if high - low < 8 * identifiers.count + 1_024 {
      places = [Int32](repeating: -1, count: high - low + 1)
      for (place, identifier) in identifiers.enumerated() {
        places[identifier - low] = Int32(truncatingIfNeeded: place)
      }
    } else {
      for (place, identifier) in identifiers.enumerated() {
        sparse[identifier] = Int32(truncatingIfNeeded: place)
      }
    }
  }

  subscript(identifier: Int) -> Int32 {
    if !sparse.isEmpty { return sparse[identifier] ?? -1 }
    let offset = identifier - lowest
    return places.indices.contains(offset) ? places[offset] : -1
  }
}
