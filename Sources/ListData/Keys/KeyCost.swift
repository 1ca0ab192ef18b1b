/// The cost of a column as a key: the rules that choose among unique columns.
///
/// Each rule names the output that led to it.
enum KeyCost {
  /// The cost of each additional column of a key: one column is a better key than two, unless it is a bad
  /// one.
  static let further = 12.0

  /// The additional cost of a key that a few rows share.
  static let repeats = 10.0

  /// The cost that a key must not reach. Such columns are states, values and prose, and entire rows are
  /// better keys: `kubectl get events`, whose reasons may differ by chance.
  static let most = 40.0

  /// Returns the cost of a column; nil if it cannot be a key or a part of one.
  static func of(_ column: Int, in table: TextTable, _ look: CellLook) -> Double? {
    let name = table.columns[column].name
    // Prefer the leftmost of equal columns: `NAME` of `docker stats` follows `CONTAINER ID`.
    let distance = Double(column) / 2
    // The name of a pair identifies it, whatever its value is: `PATH=/usr/bin` of `env`.
    if table.shape.cut is PairCut { return column == 0 ? 0 : 30 }
    // So does the value behind the word at the beginning of a record: `commit` of `git log`.
    if let cut = table.shape.cut as? RecordCut, case .word = cut.beginning, column == 0 { return 0 }
    var cost: Double
    switch table.columns[column].kind {
    case .text:
      cost = ofName(name)
      // In the first column, users and the like are what is listed, rather than their properties.
      if column == 0, let name, words(of: name).allSatisfy(heads.contains) { cost = min(cost, 12) }
    case .integer:
      // Increasing numbers in the first column identify rows: `id` without a header, `CPU` of `lscpu -e`.
      cost = ofName(name)
      if column == 0, look.rises { return min(cost, 3) }
      // In `wc` and `ls -l` counts and sizes may be unique by chance.
      if cost > 0 { cost += 3 }
      // If all columns are numbers, these are measures that differ in each run: `vmstat`, whose `id` is idle
      // time, `sar`.
      if cost > 5 || column > 0 && !look.rises, !table.columns.contains(where: { $0.kind == .text }) {
        return nil
      }
    case .date:
      // Rows are days or log entries; in other tables, dates are the times of changes.
      cost = column == 0 && look.rises ? 13 : ofName(name) + 40
    // Measures differ in each run.
    case .float, .percent, .size, .duration: return nil
    }
    // Prose, and states after a name, change: `127.0.0.1:80 (LISTEN)` of `lsof -i`, descriptions, command
    // lines.
    if look.holdsBlanks, table.columns[column].kind == .text { cost += 15 }
    // Without a header, a last column of paths is preferred: `md5sum`, `wc`, `find -ls`,
    // `git diff --numstat`.
    if name == nil, column == table.columns.count - 1, column > 0, look.holdsPaths { cost -= 16 }
    // One or two letters before a name are a state, which several rows share later: `git status -s`.
    if name == nil, column == 0, look.holdsCodes, table.columns[column].kind == .text { cost += 12 }
    // A hash of a content changes with it, while the file stays the same: `sha256sum`, `git ls-tree`.
    if name == nil, look.holdsHashes { cost += 12 }
    // A socket is its address; the process that uses it may have others: `netstat -tulpn`.
    if let name, words(of: name).contains("pid"), table.columns.contains(where: { isAddress($0.name) }) {
      cost += 8
    }
    return cost + distance
  }

  /// Whether the name of a column indicates identifiers of rows or of other things, such as ports.
  static func identifies(_ name: String?) -> Bool {
    guard let name else { return false }
    let words = words(of: name)
    return words.contains {
      best.contains($0) || $0 == "ppid" || $0 == "port" || $0 == "inode" || $0 == "uid"
    }
  }

  /// Whether a name consists of one of the words that often name columns.
  static func knows(_ name: String) -> Bool {
    let words = words(of: name)
    return words.count == 1
      && [best, good, bad, poor, others].contains { list in list.contains(words[0]) }
  }

  private static func ofName(_ name: String?) -> Double {
    guard let name else { return 10 }
    let words = words(of: name)
    guard let last = words.last else {
      // A column whose name has no letters contains the names of the rows: `free`, `/proc/interrupts`.
      return 2
    }
    if best.contains(last) || best.contains(words[0]) || isOneOfIdentifiers(name) { return 0 }
    if good.contains(last) || good.contains(words[0]) || isOneOfNames(name) { return 4 }
    if words.contains(where: bad.contains) { return 40 }
    if words.contains(where: poor.contains) { return 20 }
    return 10
  }

  private static func isAddress(_ name: String?) -> Bool {
    name.map { words(of: $0).contains("address") } ?? false
  }

  /// Words for identifiers.
  private static let best: Set<Word> = [
    "id", "pid", "uuid", "guid", "hash", "sha", "commit", "digest", "key", "name", "path", "file", "filename",
  ]
  /// Words for things that are listed.
  private static let good: Set<Word> = [
    "address", "bssid", "dev", "device", "email", "face", "host", "hostname", "iface", "inode",
    "interface", "isbn", "issue", "mac", "mountpoint", "mounted", "mount", "ns", "object", "package", "sku",
    "symbol", "target", "ticket", "tid", "unit", "url", "username",
  ]
  /// Words for properties, which several things can share.
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

  /// Words for what is listed, if they are in the first column, and for properties elsewhere.
  private static let heads: Set<Word> = ["branch", "class", "group", "owner", "title", "user"]

  /// Words for columns that may identify rows if no other does: `TYPE` of `docker system df`, `Command` of
  /// benchmarks.
  private static let poor: Set<Word> = ["cmd", "command", "type"]

  /// Words for columns that are neither better nor worse keys than others.
  private static let others: Set<Word> = ["destination", "opt", "prot", "source"]

  /// Whether a name is one word that ends with `name`: `ifname`, `pkgname`.
  private static func isOneOfNames(_ name: String) -> Bool {
    name.utf8.count > 4 && name.utf8.suffix(4).elementsEqual("name".utf8, by: { $0 | 0x20 == $1 })
  }

  /// Whether a name is one word that ends with an identifier: `JOBID`, `podId`.
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

/// The appearance of the cells of a column, as far as it matters for keys.
struct CellLook {
  /// Whether most cells contain blanks.
  var holdsBlanks: Bool { 2 * blanks > rows }
  /// Whether most cells contain a slash, and most no blank.
  var holdsPaths: Bool { 2 * slashes > rows && !holdsBlanks }
  /// Whether all cells have one or two bytes.
  var holdsCodes: Bool { rows > 0 && codes == rows }
  /// Whether most cells are hashes; a few may have digits alone.
  var holdsHashes: Bool { 2 * hashes > rows }
  /// Whether all cells are numbers or dates in increasing order, and there are at least two.
  var rises: Bool { rows > 1 && isRising }

  private var rows = 0
  private var blanks = 0
  private var slashes = 0
  private var hashes = 0
  private var codes = 0
  private var isRising = true
  private var last = -Double.infinity

  private static let sample = 200

  /// Returns the looks of all columns, from the first rows.
  static func all(of table: TextTable) -> [CellLook] {
    let readings = table.columns.map { CellReading($0.kind, now: 0) }
    var looks = Array(repeating: CellLook(), count: readings.count)
    for row in 0..<min(table.rowCount, sample) {
      table.withShownCells(of: row) { cells in
        for column in looks.indices {
          let cell =
            column < cells.count ? table.bytes.withoutQuotes(table.bytes.trimmed(cells[column])) : 0..<0
          if table.bytes.isHash(cell) { looks[column].hashes += 1 }
          looks[column].note(table.bytes[cell], readings[column])
        }
      }
    }
    return looks
  }

  private mutating func note(_ cell: UnsafeBufferPointer<UInt8>, _ reading: CellReading) {
    rows += 1
    if cell.count < 3 { codes += 1 }
    if cell.contains(ASCII.space) { blanks += 1 }
    if cell.contains(ASCII.slash) { slashes += 1 }
    guard isRising else { return }
    let value = reading.value(of: cell).number ?? last
    isRising = value > last
    last = value
  }
}
