import Foundation

/// The state of a process when it was read.
struct RunningProcess: Hashable, Sendable {
  let pid: Int32
  let parent: Int32
  /// The time of its start, in the format of the system.
  let started: String
  let name: String
  let arguments: String
  let megabytes: Int
  /// The processor time in seconds since its start.
  let busy: Double
  /// The time at which it was read.
  var time = ProcessInfo.processInfo.systemUptime
  /// The share of a processor that it used between the last two readings.
  var load = 0.0

  /// The system reuses process numbers, so the start time is part of the identity.
  static func == (left: Self, right: Self) -> Bool {
    left.pid == right.pid && left.started == right.started
  }

  func hash(into hasher: inout Hasher) { hasher.combine(pid) }

  /// The texts for the columns of its row; an idle process shows no load.
  var fields: [String] {
    let percent = load < 0.0005 ? "" : String(format: "%.1f", load * 100)
    let memory = megabytes == 0 ? "" : "\(megabytes) M"
    return [name, "\(pid)", percent, memory, arguments]
  }

  /// Reads the processes of this machine.
  @concurrent static func all() async throws -> [RunningProcess] {
    #if os(Linux)
      return try allInProc()
    #else
      return try allOfPs()
    #endif
  }
}

#if os(Linux)
  extension RunningProcess {
    private static func allInProc() throws -> [RunningProcess] {
      let files = FileManager.default
      let pids = try files.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }
      return pids.compactMap { pid in
        // A process that has ended meanwhile has no files.
        let stat = files.contents(atPath: "/proc/\(pid)/stat") ?? Data()
        let commandLine = files.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
        return RunningProcess(
          stat: String(decoding: stat, as: UTF8.self),
          words: commandLine.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
      }
    }
  }
#else
  extension RunningProcess {
    private static func allOfPs() throws -> [RunningProcess] {
      let ps = Process()
      let output = Pipe()
      ps.executableURL = URL(fileURLWithPath: "/bin/ps")
      ps.arguments = ["-axo", "pid=,ppid=,rss=,time=,lstart=,command="]
      ps.environment = ["LC_ALL": "C"]
      ps.standardOutput = output
      try ps.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      return lines.compactMap { RunningProcess(line: String($0)) }
    }
  }
#endif

extension RunningProcess {
  /// Reads `/proc/PID/stat` of Linux, whose second field may contain anything in parentheses, and `cmdline`.
  init?(stat: String, words: [String]) {
    guard
      let open = stat.firstIndex(of: "("),
      let close = stat.lastIndex(of: ")"),
      open < close
    else { return nil }
    // Counted from the closing parenthesis: the state is field 1, the parent 2, the user and system time 12
    // and 13, the start 20, the resident pages 22.
    let fields = stat[close...].split(separator: " ").map { Int($0) ?? 0 }
    guard fields.count > 22 else { return nil }
    pid = Int32(stat[..<open].dropLast()) ?? 0
    parent = Int32(fields[2])
    started = "\(fields[20])"
    if let program = words.first {
      name = (program as NSString).lastPathComponent
    } else {
      name = String(stat[open...close])
    }
    arguments = words.dropFirst().joined(separator: " ")
    megabytes = (fields[22] * Int(getpagesize())) >> 20
    let ticks = fields[12] + fields[13]
    busy = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Reads a line of `ps`: number, parent, kilobytes, time, the five words of a date, and the command.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 9, let pid = Int32(words[0]), pid > 0 else { return nil }
    self.pid = pid
    parent = Int32(words[1]) ?? 0
    megabytes = (Int(words[2]) ?? 0) >> 10
    busy = words[3].split(separator: ":").reduce(0) { sum, part in sum * 60 + (Double(part) ?? 0) }
    started = words[4...8].joined(separator: " ")
    name = (words[9] as NSString).lastPathComponent
    arguments = words[10...].joined(separator: " ")
  }
}
