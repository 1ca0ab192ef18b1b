/// Which files of a directory are shown, and in which order: directories first.
struct FileArrangement: Hashable, Sendable {
  /// What files are sorted by.
  enum Key: String, CaseIterable, Sendable {
    case name, size, time

    /// The one after it, round and round.
    var next: Self {
      switch self {
      case .name: .size
      case .size: .time
      case .time: .name
      }
    }
  }

  var key = Key.name
  var showsHidden = false

  /// Whether a file of this name is shown.
  func shows(_ name: FileName) -> Bool { showsHidden || !name.isHidden }

  /// How many files of a directory are shown.
  func shownCount(of folder: Folder) -> Int {
    showsHidden ? folder.count : folder.count - folder.hiddenCount
  }

  /// The files to show: by name, or the largest or newest first.
  ///
  /// - Complexity: O(n log n).
  func listing(of folder: Folder) -> FileListing {
    let files = folder.files.filter { shows($0.facts.name) }
    let orders = files.map { NaturalOrder($0.facts.name) }
    // Places are small, so that sorting moves little.
    var places = Array(files.indices)
    places.sort { first, second in
      let (one, other) = (files[first].facts, files[second].facts)
      if one.isDirectory != other.isDirectory { return one.isDirectory }
      if orders[first] != orders[second] { return orders[first] < orders[second] }
      return one.name.bytes.lexicographicallyPrecedes(other.name.bytes)
    }
    if key != .name { sort(&places, byWeightOf: files.map(\.facts)) }
    let count = places.prefix { files[$0].facts.isDirectory }.count
    return FileListing(
      directories: places[..<count].map { files[$0].item }, others: places[count...].map { files[$0].item })
  }

  private func sort(_ places: inout [Int], byWeightOf facts: [FileFacts]) {
    // Sorting does not promise to keep the order of equals, so the names' order is part of what is compared.
    let ranked = places.enumerated().map { rank, place in
      (weight: weight(of: facts[place]), rank: rank, place)
    }
    places = ranked.sorted { $0.weight == $1.weight ? $0.rank < $1.rank : $0.weight > $1.weight }.map(\.2)
  }

  private typealias Weight = (isDirectory: Int, major: Int64, minor: Int32)

  /// What weighs more comes first.
  private func weight(of facts: FileFacts) -> Weight {
    let isDirectory = facts.isDirectory ? 1 : 0
    switch key {
    case .name: return (isDirectory, 0, 0)
    case .size: return (isDirectory, facts.size ?? -1, 0)
    case .time:
      let modified = facts.status?.modified ?? FileFacts.Moment(seconds: .min)
      return (isDirectory, modified.seconds, modified.nanoseconds)
    }
  }
}

/// The files that a directory shows, in order.
struct FileListing: Hashable, Sendable {
  var directories: [FileItem] = []
  /// What is no directory stands below them.
  var others: [FileItem] = []
}
