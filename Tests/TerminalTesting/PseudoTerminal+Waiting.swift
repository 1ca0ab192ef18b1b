#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension PseudoTerminal {
  /// How long to wait for what must come. Long, for machines with much to do; a passing test never waits
  /// for it.
  public static var patience: Duration { .seconds(20) }

  /// Waits until the screen is as it should be.
  ///
  /// - Throws: ``WaitFailure`` with a picture of the screen.
  public func wait(
    _ what: String = "screen", timeout: Duration = patience, until condition: (VirtualTerminal) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while !condition(screen) {
      let rest = deadline - .now
      let isOver = end != nil && captured.isEmpty
      guard rest > .zero, !(isOver && !receive(timeout: 0)) else {
        if condition(screen) { return }
        let state = end.map { "program \($0)" } ?? stop.map { "program stopped by \($0)" } ?? "program runs"
        throw WaitFailure(description: "waited in vain for \(what); \(state)\n\(screen)")
      }
      if !isOver { receive(timeout: Int32(min(1000, max(1, rest / .milliseconds(1))))) }
    }
  }

  /// Waits until some line of the screen contains a text.
  public func wait(for text: String, timeout: Duration = patience) throws {
    try wait("“\(text)”", timeout: timeout) { $0.contains(text) }
  }

  /// Shows what the program writes for a while.
  public func read(for time: Duration) {
    let deadline = ContinuousClock.now + time
    while end == nil, case let rest = deadline - .now, rest > .zero {
      receive(timeout: Int32(rest / .milliseconds(1)))
    }
  }

  /// Waits, without reading anything it writes, until the program is gone; answers whether it is.
  public func waitUntilGone(timeout: Duration = patience) -> Bool {
    let deadline = ContinuousClock.now + timeout
    while kill(process, 0) == 0 {
      guard ContinuousClock.now < deadline else { return false }
      usleep(1000)
    }
    return true
  }

  /// Waits until the program has ended and all it wrote has been read.
  @discardableResult
  public func waitForEnd(timeout: Duration = patience) throws -> ProgramEnd {
    try wait("end of the program", timeout: timeout) { _ in end != nil && captured.isEmpty }
    return end!
  }

  /// Waits until a signal has stopped the program; answers which.
  @discardableResult
  public func waitForStop(timeout: Duration = patience) throws -> Int32 {
    try wait("stop of the program", timeout: timeout) { _ in stop != nil }
    return stop!
  }

  /// Reads all there is, waiting for `timeout` milliseconds at most for something to come.
  @discardableResult
  func receive(timeout: Int32) -> Bool {
    var requests = [pollfd(file: device, events: POLLIN), pollfd(file: control, events: POLLIN)]
    requests += captured.map { pollfd(file: $0.file, events: POLLIN) }
    guard poll(&requests, nfds_t(requests.count), timeout) > 0 else {
      // Keys that are signals make the driver throw away what was not read yet, a mark among it.
      if ContinuousClock.now - lastNews > Self.markPatience { adoptReports(withoutMarks: true) }
      return false
    }
    lastNews = .now
    var hasRead = false
    if requests[0].revents != 0, let bytes = Self.read(device) {
      hasRead = true
      show(bytes)
    }
    if requests[1].revents != 0, let bytes = Self.read(control) {
      hasRead = true
      reports += String(decoding: bytes, as: UTF8.self)
      readReports()
    }
    for (request, (file, path)) in zip(requests.dropFirst(2), captured) where request.revents != 0 {
      hasRead = true
      if let bytes = Self.read(file) {
        self[keyPath: path] += bytes
      } else {
        close(file)
        captured.removeAll { $0.file == file }
      }
    }
    return hasRead
  }

  private static func read(_ file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    #if canImport(Glibc)
      let count = Glibc.read(file, &buffer, buffer.count)
    #else
      let count = Darwin.read(file, &buffer, buffer.count)
    #endif
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func show(_ bytes: [UInt8]) {
    held += bytes
    while let place = held.firstRange(of: Self.mark) {
      forward(held[..<place.lowerBound])
      held.removeSubrange(..<place.upperBound)
      marks += 1
      adoptReports()
    }
    // The beginning of a mark may be the end of what has arrived.
    let start =
      held.indices.suffix(Self.mark.count).first { Self.mark.starts(with: held[$0...]) } ?? held.endIndex
    forward(held[..<start])
    held.removeSubrange(..<start)
  }

  private func forward(_ bytes: ArraySlice<UInt8>) {
    output += bytes
    screen.feed(bytes)
    let replies = screen.takeReplies()
    if !replies.isEmpty { _ = replies.withUnsafeBytes { write(device, $0.baseAddress!, $0.count) } }
  }

  private func readReports() {
    while let end = reports.firstIndex(of: "\n") {
      let words = reports[..<end].split(separator: " ")
      reports.removeSubrange(...end)
      guard words.count == 2, let number = Int32(words[1]) else { continue }
      switch words[0] {
      case "started": process = number
      case "continued": isContinued = true
      default: unmarked.append((Substring(String(words[0])), number))
      }
    }
    adoptReports()
  }

  private func adoptReports(withoutMarks: Bool = false) {
    while !unmarked.isEmpty, marks > 0 || device < 0 || withoutMarks {
      marks = max(0, marks - 1)
      let (what, number) = unmarked.removeFirst()
      switch what {
      case "stopped": stop = number
      case "exited": end = .exited(number)
      default: end = .killed(number)
      }
    }
  }
}

extension pollfd {
  init(file: Int32, events: some BinaryInteger) {
    self.init(fd: file, events: Int16(events), revents: 0)
  }
}
