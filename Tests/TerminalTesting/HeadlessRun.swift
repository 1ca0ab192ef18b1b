import CPseudoTerminal
import LibC

/// A run of a program to its end without any terminal, as in a script or a service.
public struct HeadlessRun: Sendable {
  /// The program's standard output.
  public let standardOutput: String
  /// The program's standard error.
  public let standardError: String
  /// How the program ended.
  public let end: ProgramEnd

  /// Runs a program in a session without a terminal.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Changes to a plain environment; nil removes a variable.
  ///   - patience: When to give up and kill the program.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    patience: Patience = Patience()
  ) throws {
    var output: [Int32] = [-1, -1]
    var errors: [Int32] = [-1, -1]
    session_pipe(&output)
    session_pipe(&errors)
    defer {
      close(output[0])
      close(errors[0])
    }
    let started = Result {
      try StartedProcess(program, arguments, environment: environment, files: [-1, output[1], errors[1]])
    }
    close(output[1])
    close(errors[1])
    let process = try started.get()
    guard let texts = Self.readAll([output[0], errors[0]], of: process.number, patience: patience) else {
      throw WaitFailure(description: "\(program) did not end")
    }
    standardOutput = String(decoding: texts[0], as: UTF8.self)
    standardError = String(decoding: texts[1], as: UTF8.self)
    end = process.wait()
  }

  /// - Returns: The bytes of each file, or nil if the test gave up.
  private static func readAll(_ files: [Int32], of session: pid_t, patience: Patience) -> [[UInt8]]? {
    var count = Patience.Count(session: session)
    var texts: [[UInt8]] = files.map { _ in [] }
    var open = Set(files.indices)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !open.isEmpty {
      var requests = files.indices.map { pollfd(file: open.contains($0) ? files[$0] : -1, events: POLLIN) }
      guard poll(&requests, nfds_t(requests.count), Patience.interval) > 0 else {
        count.look()
        if count.exceeds(patience) { return nil }
        continue
      }
      for index in files.indices where requests[index].revents != 0 {
        let count = read(files[index], &buffer, buffer.count)
        if count > 0 { texts[index] += buffer[..<count] } else { open.remove(index) }
      }
    }
    return texts
  }
}
