import ListData

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a file again whenever it changes, or a pipe to its end, and hands on what is in it.
struct FileRuns: Sendable {
  let source: Source
  let channel: RunChannel
  let signal: StopSignal

  /// How long what changes together is gathered.
  private static let gathering = Duration.milliseconds(50)

  /// Reads until nobody listens any more.
  func go() {
    do {
      switch source.kind {
      case .file(let path):
        let descriptor = try FileReading.open(path)
        if FileStatus(descriptor: descriptor)?.isRegular ?? false, !source.isReadOnce {
          source.isStream ? try follow(path, descriptor) : try watch(path, descriptor)
        } else {
          try readStream(descriptor, path.text)
        }
      default: try readStream(STDIN_FILENO, "standard input")
      }
      channel.finish()
    } catch {
      channel.finish(throwing: error)
    }
  }

  /// Reads a pipe to its end.
  private func readStream(_ descriptor: Int32, _ name: String) throws {
    var growth = source.growth()
    var reading = try FileReading(descriptor, name: name)
    let end = try reading.read(signal) { store in
      if let run = try growth.grow(to: store.text, total: nil) { channel.send(run) }
    }
    guard end != .stopped else { return }
    channel.send(try growth.finish(RunBuilder.Reading(bytes: reading.store.text, isCut: end == .cut)))
  }

  // MARK: A file that is read again

  private func watch(_ path: FilePathBytes, _ descriptor: Int32) throws {
    let watch = FileWatch(path)
    var builder = source.builder()
    var status = FileStatus(descriptor: descriptor)
    guard var last = try read(path, descriptor, &builder, isFirst: true) else { return }
    var problem: SystemError?
    while watch.wait(signal, atMost: source.reading.interval.duration) {
      guard !source.gate.isPaused, problem != nil || FileStatus(path: path) != status else { continue }
      guard signal.wait(for: -1, atMost: Self.gathering) != .stop else { return }
      do {
        let descriptor = try FileReading.open(path)
        status = FileStatus(descriptor: descriptor)
        guard let bytes = try read(path, descriptor, &builder, unless: problem == nil ? last : nil) else {
          return
        }
        (last, problem) = (bytes, nil)
      } catch let error as SystemError {
        // It may be there again in a moment: others put a new file in its place.
        if problem != error { channel.send(builder.repeatGood(.unreadable(error))) }
        (problem, status) = (error, nil)
      }
    }
  }

  /// Reads all of a file.
  ///
  /// - Parameter former: What was in it; the same again is no run.
  /// - Returns: what is in it; nil where nobody listens any more.
  private func read(
    _ path: FilePathBytes, _ descriptor: Int32, _ builder: inout RunBuilder, isFirst: Bool = false,
    unless former: TextBytes? = nil
  ) throws -> TextBytes? {
    let total = FileStatus(descriptor: descriptor)?.size
    var reading = try FileReading(descriptor, name: path.text)
    let end = try reading.read(signal) { store in
      guard isFirst else { return }
      channel.send(try builder.grow(to: store.text, progress: Run.Progress(bytes: store.count, total: total)))
    }
    guard end != .stopped else { return nil }
    let bytes = reading.store.text
    if let former, former.isSame(as: bytes) { return former }
    channel.send(try builder.finish(RunBuilder.Reading(bytes: bytes, isCut: end == .cut)))
    return bytes
  }

  // MARK: A file that grows

  /// Reads what is added to a file; one that becomes shorter, or another one, is read from its beginning.
  private func follow(_ path: FilePathBytes, _ descriptor: Int32) throws {
    let watch = FileWatch(path)
    var descriptor = descriptor
    var growth = source.growth()
    while true {
      var reading = try FileReading(descriptor, name: path.text)
      let opened = FileStatus(descriptor: descriptor)
      while true {
        let end = try reading.read(signal) { store in
          if let run = try growth.grow(to: store.text, total: nil) { channel.send(run) }
        }
        if end == .cut { channel.send(try growth.finish(.init(bytes: reading.store.text, isCut: true))) }
        guard end == .end else { return }
        if let run = try reading.unshown().flatMap({ try growth.grow(to: $0, total: nil) }) {
          channel.send(run)
        }
        guard watch.wait(signal, atMost: source.reading.interval.duration) else { return }
        guard let status = FileStatus(path: path) else { continue }
        let isSame = status.number == opened?.number && status.device == opened?.device
        if !isSame || status.size < reading.store.count { break }
      }
      descriptor = try FileReading.open(path)
      growth = source.growth(after: growth.number)
    }
  }
}

extension TextBytes {
  fileprivate func isSame(as other: TextBytes) -> Bool {
    count == other.count && (count == 0 || memcmp(base, other.base, count) == 0)
  }
}
