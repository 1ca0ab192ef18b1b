package import Files
import LibC
import Rows

/// A command for each of several hosts.
///
/// ```text
///  --each 'web-1 web-2' -- ssh {} ps aux     ▶  ssh web-1 ps aux,  ssh web-2 ps aux
/// ```
///
/// Where the hosts are the lines of a file, they are those that it has now; see ``entries(unlike:)``.
package struct HostCommand: Hashable, Sendable {
  /// The command for a host.
  struct Entry: Hashable, Sendable {
    var host: String
    var command: ChildCommand
  }

  /// The command of each host, as they were at the start.
  let entries: [Entry]
  /// The words of the command.
  private let words: [String]
  /// The file whose lines are the hosts; nil if they stay.
  private let file: StoredFile?
  let column: String
  /// The maximum number of commands that run at the same time.
  let jobs: Int
  let title: String

  /// - Parameters:
  ///   - words: The words of the command, in which `{}` stands for the host. A value is refused where
  ///     ``ExecTemplate`` refuses it: as the program, as code, or where it would be an option.
  ///   - hosts: The hosts; each counts once.
  ///   - file: The file whose lines these are, and which may get others; nil if the hosts stay.
  /// - Throws: The reason why a command cannot run.
  package init(
    _ words: [String], hosts: [String], file: StoredFile? = nil, column: String, jobs: Int
  ) throws {
    (self.words, self.file, self.column, self.jobs) = (words, file, column, jobs)
    entries = try Self.entries(words, hosts)
    let count = entries.count == 1 ? entries[0].host : "\(entries.count) hosts"
    title = (Self.script(words) ?? words.joined(separator: " ")) + " · \(file?.name ?? count)"
  }

  /// Returns how many commands of some can run at the same time.
  ///
  /// - Parameter files: The number of files that the program may have open.
  package static func possibleJobs(_ jobs: Int, openFiles files: Int) -> Int {
    min(jobs, max(1, (files - min(reserve, files / 2)) / filesOfCommand))
  }

  /// Returns the number of files that the program has open while some commands run.
  package static func openFiles(jobs: Int) -> Int { jobs * filesOfCommand + reserve }

  /// Two pipes, and what tells its end.
  private static let filesOfCommand = 3
  /// The files of the terminal and of hooks, and those that are open while a command starts.
  private static let reserve = 64

  /// Reads the hosts of the file again.
  ///
  /// - Parameter known: The commands of the hosts that it had.
  /// - Returns: The commands of its hosts; nil if these are the same, or cannot have changed.
  /// - Throws: The reason why they are not known, or why a command cannot run.
  func entries(unlike known: [Entry]) throws -> [Entry]? {
    guard let file else { return nil }
    let text: [UInt8]?
    do {
      text = try file.contentsIfAny(atMost: Self.mostBytes)
    } catch {
      // What a pipe or a device has printed does not come again.
      if error.code == ENOTSUP { return nil }
      throw error
    }
    guard let text else { throw SystemError(subject: file.path, code: ENOENT) }
    let hosts = Self.hosts(in: text)
    return hosts == known.map(\.host) ? nil : try Self.entries(words, hosts)
  }

  /// The maximum number of bytes of a file of hosts that is read again.
  private static let mostBytes = 16 << 20

  /// Returns the hosts that lines of text name: all but blank lines and those that begin with `#`.
  package static func hosts(in text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.drop { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }.map { String($0) }
  }

  /// Returns the word that a shell reads; nil if none does.
  private static func script(_ words: [String]) -> String? {
    words.count == 3 && words[..<2] == ["sh", "-c"] ? words[2] : nil
  }

  private static func entries(_ words: [String], _ hosts: [String]) throws -> [Entry] {
    var seen: Set<String> = []
    let hosts = hosts.filter { seen.insert($0).inserted }
    guard !hosts.isEmpty else { throw Refusal("no hosts to run the command for") }
    guard words.contains(where: { replacing(in: $0, with: "") != $0 }) else {
      throw Refusal("the command has no {} for the host")
    }
    // A word that a shell reads is quoted as the shell reads it. In other words a host stands as it is, and
    // the template only refuses the hosts that are not safe; characters that control a terminal mean nothing
    // to it.
    let script = script(words)
    let checked = CommandLineWords.joined(words.map { String($0.map { $0.isASCII && $0 < " " ? " " : $0 }) })
    var template = ExecTemplate(Self.replacing(in: script ?? checked, with: "{\(Self.name)}"))
    template.isShell = script != nil
    let names = ColumnNames([Self.name])
    return try hosts.map { host in
      do {
        let text = try template.commands(for: [0], names: names) { _ in
          []
        } value: { _, _ in
          Array(host.utf8)
        }[0].text
        let substituted = words.map { Array(Self.replacing(in: $0, with: host).utf8) }
        return Entry(
          host: host,
          command: try ChildCommand(script == nil ? substituted : Array(substituted[..<2]) + [text]))
      } catch let refusal as ExecTemplate.Refusal {
        throw Refusal(Self.description(of: refusal, for: host))
      }
    }
  }

  /// The name of the placeholder in messages: `{PLACE}`.
  private static let name = "PLACE"

  private static func description(of refusal: ExecTemplate.Refusal, for host: String) -> String {
    switch refusal {
    case .program: "{} would choose the program; name it"
    case .option: "'\(host)' starts like an option; write -- before {}"
    case .code(_, let program): "{} would be code of \(program)"
    case .unsafe(_, let construct): "{} is not safe after \(construct)"
    case .nul, .noColumn, .notWords, .mixed: "'\(host)' cannot be a part of the command"
    }
  }

  /// Replaces each `{}`.
  private static func replacing(in text: String, with other: String) -> String {
    var (result, isOpen) = ("", false)
    for character in text {
      if isOpen, character == "}" {
        result += other
        isOpen = false
        continue
      }
      if isOpen { result += "{" }
      isOpen = character == "{"
      if !isOpen { result.append(character) }
    }
    return isOpen ? result + "{" : result
  }
}
