/// What a column costs as a key: the rules that choose among columns that are all unique.
///
/// Each rule stands here once, with the output that made it.
enum KeyCost {
  /// What each further column of a key costs: one column is a better key than two, unless it is a bad one.
  static let further = 12.0

  /// What it costs that a few rows share a key.
  static let repeats = 10.0

  /// What a key may not cost. From there on it is states, values and prose, and whole rows are better: `kubectl get events`,
  /// whose reasons may differ by chance.
  static let most = 40.0

  /// The cost of a column; nil where it cannot be a key, or a part of one.
  static func of(_ column: Int, in table: TextTable, _ look: CellLook) -> Double? {
    let name = table.columns[column].name
    // The left-most of equals: `NAME` of `docker stats` stands behind `CONTAINER ID`.
    let place = Double(column) / 2
    var cost: Double
    switch table.columns[column].kind {
    case .text:
      cost = ofName(name)
    case .integer:
      // Numbers that rise in the first column are meant to name rows: `id` without a header, `CPU` of `lscpu -e`.
      cost = ofName(name)
      if column == 0, look.rises { return min(cost, 3) }
      // In `wc` and `ls -l` counts and sizes may be unique by chance.
      if cost > 0 { cost += 3 }
      // Where all is numbers, these are measures, each run others: `vmstat`, the `id` of which is idleness, `sar`.
      if cost > 5 || column > 0 && !look.rises, !table.columns.contains(where: { $0.kind == .text }) {
        return nil
      }
    case .date:
      // A row a day, or a log; elsewhere dates say when a row was changed.
      cost = column == 0 && look.rises ? 13 : ofName(name) + 40
    // Measures: each run others.
    case .float, .percent, .size, .duration: return nil
    }
    // Prose, and states behind a name, change: `127.0.0.1:80 (LISTEN)` of `lsof -i`, descriptions, command lines.
    if look.holdsBlanks, table.columns[column].kind == .text { cost += 15 }
    // Without a header, a last column of paths wins: `md5sum`, `wc`, `find -ls`, `git diff --numstat`.
    if name == nil, column == table.columns.count - 1, column > 0, look.holdsPaths { cost -= 16 }
    return cost + place
  }

  /// Whether a column names rows, or other things: identifiers, ports.
  static func identifies(_ name: String?) -> Bool {
    guard let name else { return false }
    let words = words(of: name)
    return words.contains {
      best.contains($0) || $0 == "ppid" || $0 == "port" || $0 == "inode" || $0 == "uid"
    }
  }

  private static func ofName(_ name: String?) -> Double {
    guard let name else { return 10 }
    let words = words(of: name)
    guard let last = words.last else {
      // A column that alone has no name names the others: `free`, `/proc/interrupts`.
      return 2
    }
    if best.contains(last) || best.contains(words[0]) || isOneOfIdentifiers(name) { return 0 }
    if good.contains(last) || good.contains(words[0]) || isOneOfNames(name) { return 4 }
    if words.contains(where: bad.contains) { return 40 }
    if words.contains(where: poor.contains) { return 20 }
    return 10
  }

  /// What says in so many words that it identifies.
  private static let best: Set<Word> = [
    "id", "pid", "uuid", "guid", "hash", "sha", "commit", "digest", "key", "name", "path", "file", "filename",
  ]
  /// Things that are listed.
  private static let good: Set<Word> = [
    "address", "bssid", "dev", "device", "email", "face", "host", "hostname", "iface", "inode",
    "interface", "isbn", "issue", "mac", "mountpoint", "mounted", "mount", "ns", "object", "package", "sku",
    "symbol", "target", "ticket", "tid", "unit", "url", "username",
  ]
  /// What things are like, and what others have too.
  private static let bad: Set<Word> = [
    "age", "avail", "available", "blank", "blanks", "branch", "build", "class", "code", "comment", "comments",
    "count", "current", "default", "delta", "diff", "disk", "cpu", "date", "description",
    "flags", "free", "group", "links", "load", "mem", "lag", "latency", "latest", "level", "lines", "max",
    "mean", "median", "memory", "message", "min", "mode", "owner", "ppid", "gid", "perm",
    "percent", "permissions", "prio", "priority", "private", "protocol", "proto", "public", "rate", "ratio",
    "reclaimable", "relative", "ready", "reason", "restarts", "rss", "size", "start", "started", "state",
    "status",
    "time", "title", "total", "uid", "uptime", "usage", "use", "used", "user", "value", "version",
    "vsz",
  ]

  /// What may tell rows apart where nothing else does: `TYPE` of `docker system df`, `Command` of benchmarks.
  private static let poor: Set<Word> = ["cmd", "command", "type"]

  /// `ifname`, `pkgname`: one word, the end of which is name.
  private static func isOneOfNames(_ name: String) -> Bool {
    name.utf8.count > 4 && name.utf8.suffix(4).elementsEqual("name".utf8, by: { $0 | 0x20 == $1 })
  }

  /// `JOBID`, `podId`: one word, the end of which is an identifier.
  private static func isOneOfIdentifiers(_ name: String) -> Bool {
    let end = name.utf8.suffix(2)
    guard name.utf8.count > 3, end.first == UInt8(ascii: "I"),
      end.last.map({ $0 | 0x20 }) == UInt8(ascii: "d")
    else {
      return false
    }
    return ![
      "gid", "uid", "ppid", "euid", "suid", "valid", "paid", "grid", "raid", "void", "solid", "android",
    ]
    .contains(name.lowercased())
  }

  private static func words(of name: String) -> [Word] {
    Array(name.utf8).withUnsafeBufferPointer { bytes in
      var words: [Word] = []
      var cursor = ByteCursor(bytes)
      while !cursor.isAtEnd {
        if let word = cursor.scanWord() { words.append(word) } else { cursor.position += 1 }
      }
      return words
    }
  }
}

/// How the cells of a column look, for what that says of a key.
struct CellLook {
  /// Whether most have blanks inside.
  var holdsBlanks: Bool { 2 * blanks > rows }
  /// Whether most have a slash, and most no blank.
  var holdsPaths: Bool { 2 * slashes > rows && !holdsBlanks }
  /// Whether all are numbers or dates, each more than the one before, and there are some.
  var rises: Bool { rows > 1 && isRising }

  private var rows = 0
  private var blanks = 0
  private var slashes = 0
  private var isRising = true
  private var last = -Double.infinity

  private static let sample = 200

  /// The looks of all columns, by the first rows.
  static func all(of table: TextTable) -> [CellLook] {
    let readings = table.columns.map { CellReading($0.kind, now: 0) }
    var looks = Array(repeating: CellLook(), count: readings.count)
    for row in 0..<min(table.rowCount, sample) {
      table.withShownCells(of: row) { cells in
        for column in looks.indices {
          let cell =
            column < cells.count ? table.bytes.withoutQuotes(table.bytes.trimmed(cells[column])) : 0..<0
          looks[column].note(table.bytes[cell], readings[column])
        }
      }
    }
    return looks
  }

  private mutating func note(_ cell: UnsafeBufferPointer<UInt8>, _ reading: CellReading) {
    rows += 1
    if cell.contains(ASCII.space) { blanks += 1 }
    if cell.contains(ASCII.slash) { slashes += 1 }
    guard isRising else { return }
    let value = reading.value(of: cell).number ?? last
    isRising = value > last
    last = value
  }
}
