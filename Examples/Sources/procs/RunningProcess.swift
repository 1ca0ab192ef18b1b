import Foundation

/// A process, as it was at a time.
struct RunningProcess: Hashable, Sendable {
  let pid, parent: Int32
  let started, name, arguments: String
  let megabytes: Int
  /// Seconds of processor time since it was started.
  let busy: Double
  var time = ProcessInfo.processInfo.systemUptime
  /// The share of a processor it took lately.
  var load = 0.0

  /// Numbers are used again, so the time it was started belongs to its identity.
  static func == (left: Self, right: Self) -> Bool { left.pid == right.pid && left.started == right.started }
  func hash(into hasher: inout Hasher) { hasher.combine(pid) }

  /// What its row shows; who rests shows no load.
  var fields: [String] {
    let percent = load < 0.0005 ? "" : String(format: "%.1f", load * 100)
    return [name, "\(pid)", percent, megabytes == 0 ? "" : "\(megabytes) M", arguments]
  }

  @concurrent static func all() async throws -> [RunningProcess] {
    #if os(Linux)
      let files = FileManager.default
      return try files.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }.compactMap { pid in
        // Who ended meanwhile has no files any more.
        let file = { (name: String) in files.contents(atPath: "/proc/\(pid)/\(name)") ?? Data() }
        let words = file("cmdline").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return RunningProcess(stat: String(decoding: file("stat"), as: UTF8.self), words: words)
      }
    #else
      let (ps, output) = (Process(), Pipe())
      (ps.executableURL, ps.standardOutput) = (URL(fileURLWithPath: "/bin/ps"), output)
      (ps.arguments, ps.environment) = (["-axo", "pid=,ppid=,rss=,time=,lstart=,command="], ["LC_ALL": "C"])
      try ps.run()
      let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      return lines.split(separator: "\n").compactMap { RunningProcess(line: String($0)) }
    #endif
  }

  /// What Linux says in `/proc/PID/stat`, whose second field may hold anything, and in `cmdline`.
  init?(stat: String, words: [String]) {
    guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close,
      case let fields = stat[close...].split(separator: " ").map({ Int($0) ?? 0 }), fields.count > 22
    else { return nil }
    (pid, parent, started) = (Int32(stat[..<open].dropLast()) ?? 0, Int32(fields[2]), "\(fields[20])")
    name = words.first.map { ($0 as NSString).lastPathComponent } ?? String(stat[open...close])
    arguments = words.dropFirst().joined(separator: " ")
    megabytes = (fields[22] * Int(getpagesize())) >> 20
    busy = Double(fields[12] + fields[13]) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// A line of `ps`: number, parent, kilobytes, time, the five words of a date, and the command.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 9, let pid = Int32(words[0]), pid > 0 else { return nil }
    (self.pid, parent, started) = (pid, Int32(words[1]) ?? 0, words[4...8].joined(separator: " "))
    (name, arguments) = ((words[9] as NSString).lastPathComponent, words[10...].joined(separator: " "))
    megabytes = (Int(words[2]) ?? 0) >> 10
    busy = words[3].split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
  }
}
