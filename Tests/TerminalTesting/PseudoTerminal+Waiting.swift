import CPseudoTerminal
import LibC

extension PseudoTerminal {
  /// Waits until the screen satisfies a condition.
  ///
  /// - Throws: ``WaitFailure`` with the text of the screen.
  public func wait(
    _ what: String = "screen", patience: Patience = Patience(), until condition: (VirtualTerminal) -> Bool
  ) throws {
    var count = Patience.Count(session: session)
    var arrivals = 0
    while !condition(screen) {
      let isOver = end != nil && captured.isEmpty
      let hasNews = receive(timeout: isOver ? 0 : Patience.interval)
      if hasNews { arrivals += 1 }
      // Output of a program that never stops drawing arrives at each check.
      if hasNews, !arrivals.isMultiple(of: 100) { continue }
      count.look()
      guard isOver && !hasNews || count.exceeds(patience) else { continue }
      if condition(screen) { return }
      let state = end.map { "program \($0)" } ?? stop.map { "program stopped by \($0)" } ?? "program runs"
      throw WaitFailure(description: "waited in vain for \(what); \(state)\n\(screen)")
    }
  }

  /// Waits until a line of the screen contains a text.
  public func wait(for text: String) throws { try wait("“\(text)”") { $0.contains(text) } }

  /// Reads and shows the program's output for some time.
  public func read(for time: Duration) {
    let deadline = ContinuousClock.now + time
    while end == nil, case let rest = deadline - .now, rest > .zero {
      receive(timeout: Int32(rest / .milliseconds(1)))
    }
  }

  /// Whether the process no longer exists.
  public var isGone: Bool { kill(process, 0) != 0 }

  /// Waits, without reading the program's output, until the process no longer exists; returns whether it is
  /// gone.
  public func waitUntilGone(patience: Patience = Patience()) -> Bool {
    var count = Patience.Count(session: session)
    var rounds = 0
    while !isGone {
      usleep(1000)
      rounds += 1
      guard rounds.isMultiple(of: Int(Patience.interval)) else { continue }
      count.look()
      if count.exceeds(patience) { return false }
    }
    return true
  }

  /// Waits until the program has ended and all its output has been read.
  @discardableResult
  public func waitForEnd() throws -> ProgramEnd {
    try wait("end of the program") { _ in end != nil && captured.isEmpty }
    return end!
  }

  /// Waits until a signal has stopped the program; returns the signal.
  @discardableResult
  public func waitForStop() throws -> Int32 {
    try wait("stop of the program") { _ in stop != nil }
    return stop!
  }

  /// Waits until the program has used some processor time since its start, or waits for something itself.
  ///
  /// - Parameter reads: Whether the program's output is read meanwhile; otherwise its terminal fills up.
  public func letRun(for processorTime: Duration, reads: Bool = true) {
    var quiet = Quiet()
    while end == nil, stop == nil {
      var activity = process_activity()
      guard process_activity_read(process, &activity) == 0 else { return }
      if .nanoseconds(Int64(activity.ran)) >= processorTime || quiet.lasts(activity) { return }
      if reads { receive(timeout: 1) } else { usleep(1000) }
    }
  }

  /// Waits until the program has filled the terminal and waits for its output to be read.
  public func waitUntilBlocked() throws {
    var looks = 0
    var count = Patience.Count(session: session)
    var quiet = Quiet()
    // The driver stores 4,095 bytes for the reader; a program that has written less continues.
    while true {
      var activity = process_activity()
      let isTold = process_activity_read(process, &activity) == 0
      let isQuiet = quiet.lasts(activity)
      var unread: Int32 = 0
      _ = ioctl(device, UInt(FIONREAD), &unread)
      // If the system does not report what a process does, this waits for a long time instead.
      if isTold ? isQuiet && unread > 3500 : looks >= 100 { return }
      usleep(3000)
      looks += 1
      if looks.isMultiple(of: 30) { count.look() }
      guard !isGone, !count.exceeds(Patience()) else {
        throw WaitFailure(description: "waited in vain for a full terminal; \(unread) bytes wait\n\(screen)")
      }
    }
  }

  /// Waits until the program waits for something itself; reads its output meanwhile.
  ///
  /// - Throws: ``WaitFailure`` if the program keeps running.
  public func waitUntilIdle(patience: Patience = Patience()) throws {
    var looks = 0
    var count = Patience.Count(session: session)
    var quiet = Quiet()
    while end == nil, stop == nil {
      var activity = process_activity()
      let isTold = process_activity_read(process, &activity) == 0
      let hasNews = receive(timeout: isTold ? 3 : 20)
      if hasNews { quiet = Quiet() } else if quiet.lasts(activity) { return }
      looks += 1
      if looks.isMultiple(of: 30) { count.look() }
      if count.exceeds(patience) { throw WaitFailure(description: "the program does not rest\n\(screen)") }
    }
  }

  /// Detects that a program has slept at several checks in a row without waking up between them.
  struct Quiet {
    private var turns: UInt64?
    private var looks = 0

    mutating func lasts(_ activity: process_activity) -> Bool {
      looks = activity.is_running == 0 && activity.turns == turns ? looks + 1 : 0
      turns = activity.turns
      return looks >= 3
    }
  }

  /// Reads all available output, and waits at most `timeout` milliseconds for some to arrive.
  ///
  /// - Parameter takes: Whether to wait for space for input, too.
  /// - Returns: Whether something arrived.
  @discardableResult
  func receive(timeout: Int32, orUntilItTakes takes: Bool = false) -> Bool {
    var requests = [
      pollfd(file: device, events: takes ? POLLIN | POLLOUT : POLLIN), pollfd(file: control, events: POLLIN),
    ]
    requests += captured.map { pollfd(file: $0.file, events: POLLIN) }
    guard poll(&requests, nfds_t(requests.count), timeout) > 0 else { return false }
    var hasNews = requests[0].revents & Int16(POLLOUT) != 0
    if requests[1].revents != 0, let bytes = Self.read(control) {
      hasNews = true
      reports += String(decoding: bytes, as: UTF8.self)
    }
    if requests[0].revents & Int16(POLLIN) != 0, let bytes = Self.read(device) {
      hasNews = true
      show(bytes)
    }
    for (request, (file, path)) in zip(requests.dropFirst(2), captured) where request.revents != 0 {
      hasNews = true
      if let bytes = Self.read(file) {
        self[keyPath: path] += bytes
      } else {
        close(file)
        captured.removeAll { $0.file == file }
      }
    }
    takeReports()
    return hasNews
  }

  private static func read(_ file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = LibC.read(file, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func show(_ bytes: [UInt8]) {
    output += bytes
    screen.feed(bytes)
    let replies = screen.takeReplies()
    if !replies.isEmpty { _ = replies.withUnsafeBytes { write(device, $0.baseAddress!, $0.count) } }
  }

  /// Shows all output that the terminal holds.
  ///
  /// The driver delivers everything written before it reports that there is nothing to read. The limit is
  /// more than it ever holds; it matters if another program keeps writing.
  private func drain() {
    var rest = 1 << 20
    while rest > 0, device >= 0 {
      var request = pollfd(file: device, events: POLLIN)
      guard poll(&request, 1, 0) > 0, request.revents & Int16(POLLIN) != 0, let bytes = Self.read(device)
      else {
        return
      }
      show(bytes)
      rest -= bytes.count
    }
  }

  /// Adopts the shell's reports, after the output that the program wrote before.
  private func takeReports() {
    while let end = reports.firstIndex(of: "\n") {
      let words = reports[..<end].split(separator: " ").map(String.init)
      reports.removeSubrange(...end)
      guard words.count == 2, let number = Int32(words[1]) else { continue }
      drain()
      switch words[0] {
      case "started": process = number
      case "continued": isContinued = true
      case "stopped": stop = number
      case "exited": self.end = .exited(number)
      default: self.end = .killed(number)
      }
    }
  }
}

extension pollfd {
  init(file: Int32, events: some BinaryInteger) {
    self.init(fd: file, events: Int16(events), revents: 0)
  }
}
