import Files
import LibC
import ListData
import Rows

/// A small file of lines that muster keeps for the user.
struct UserFile: Hashable, Sendable {
  private let file: StoredFile

  /// The maximum size: a view of 100,000 columns with long names fits.
  private static let mostBytes = 4 << 20

  var path: String { file.path }

  init(path: String) { file = StoredFile(path: path) }

  /// Creates a file of muster in a base directory of the user.
  ///
  /// - Parameters:
  ///   - variable: the environment variable with the directory: `XDG_CONFIG_HOME`.
  ///   - fallback: the directory, relative to the home directory, if the variable has no absolute path.
  /// - Returns: nil without a home directory.
  init?(in variable: String, or fallback: String, _ name: String) {
    func directory(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = directory(variable) ?? directory("HOME").map({ "\($0)/\(fallback)" }) else { return nil }
    file = StoredFile(path: "\(base)/muster/\(name)")
  }

  /// Returns the lines, which need not be UTF-8; none if the file does not exist.
  func lines() throws(Refusal) -> [[UInt8]] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      bytes = try file.contentsIfAny(atMost: Self.mostBytes) ?? []
    } catch {
      switch error.code {
      // If a part of the path is not a directory, the file does not exist either.
      case ENOTDIR: break
      case ENOTSUP: throw Refusal("\(path): not a file but a device, a pipe or a socket")
      case EFBIG: throw Refusal("\(path): larger than \(Self.mostBytes >> 20) MiB")
      default: throw Refusal("\(error)")
      }
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropLast(lines.last?.isEmpty ?? true ? 1 : 0).map { Array($0) }
  }

  /// Writes the entire file, or nothing. Only the user may read a new file, or enter a new directory.
  func write(_ lines: [[UInt8]]) throws {
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    // It could not be read again.
    guard bytes.count <= Self.mostBytes else { throw SystemError(subject: path, code: EFBIG) }
    try file.createDirectories()
    try file.replace(with: bytes, isPrivate: true)
  }

  /// Changes the lines of the file, while no other muster does.
  func change(_ body: (inout [[UInt8]]) throws -> Void) throws {
    try file.createDirectories()
    try file.exclusively {
      var lines = try lines()
      try body(&lines)
      try write(lines)
    }
  }
}

/// Options that always apply: those of `MUSTER_OPTS`, or of the file `$XDG_CONFIG_HOME/muster/config` or
/// `~/.config/muster/config`, in which options stand on any number of lines, and a line that starts with `#` is ignored.
struct StandingOptions: Sendable {
  /// The variable or the path of the file, for messages.
  let name: String
  private let read: Result<[String], any Error>

  init(text: String, name: String) {
    self.name = name
    read = Result { try CommandLineWords(text).words }
  }

  /// - Returns: nil without a file.
  init?(_ file: UserFile?) {
    guard let file else { return nil }
    name = file.path
    read = Result {
      let lines = try file.lines().filter { $0.first { $0 != 0x20 && $0 != 0x09 } != UInt8(ascii: "#") }
      return try CommandLineWords.words(Array(lines.joined(separator: [UInt8(ascii: "\n")]))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  func words() throws -> [String] { try read.get() }

  var isEmpty: Bool { (try? words().isEmpty) ?? true }

  /// The options and where they are from: `--theme light   from MUSTER_OPTS`.
  var description: String { "\(CommandLineWords.joined((try? words()) ?? []))   from \(name)" }
}

/// The saved view of a list: its columns, order, groups and key, stored under the name of `--name`.
///
/// The file `$XDG_STATE_HOME/muster/NAME` or `~/.local/state/muster/NAME` contains options:
/// `-c NAME,AGE -s -AGE`. The command line takes precedence over them. Columns that the list no longer has are
/// ignored.
struct KeptView: Hashable, Sendable {
  var words: [String] = []

  init(words: [String]) { self.words = words }

  /// - Parameters:
  ///   - key: the columns of the key that the user chose.
  ///   - names: the names of the columns of the list.
  ///   - computed: those that the user added.
  init(
    _ arrangement: Arrangement, key: String?, columns names: ColumnNames, computed: [ComputedColumn] = []
  ) {
    let names = names.names
    func name(_ column: Int) -> String? {
      guard names.indices.contains(column), case let name = names[column], !name.contains(","),
        !name.hasPrefix("-")
      else { return nil }
      return name
    }
    func add(_ option: String, _ columns: [String]) {
      if !columns.isEmpty { words += [option, columns.joined(separator: ",")] }
    }
    add(
      "-c",
      (arrangement.columns ?? []).compactMap(name).map { name in
        computed.first { $0.name == name }.map { "\($0.name)=\($0.expression)" } ?? name
      })
    add(
      "-s",
      arrangement.sorts.compactMap { sort in name(sort.column).map { (sort.isDescending ? "-" : "") + $0 } })
    switch arrangement.structure {
    case .groups(let columns): add("-g", columns.compactMap(name))
    case .tree(let column): add("-t", [column].compactMap(name))
    case .paths(let column): add("--tree-path", [column].compactMap(name))
    case .natural, .flat: break
    }
    add("-k", [key].compactMap(\.self))
  }

  /// Returns the file for a name; nil without a home directory.
  static func file(_ name: String) -> UserFile? {
    UserFile(in: "XDG_STATE_HOME", or: ".local/state", name)
  }

  /// Reads a saved view; empty if the file does not exist.
  ///
  /// - Throws: an error if the file cannot be read, or is no view.
  init(_ file: UserFile) throws(Refusal) {
    for line in try file.lines() {
      do throws(CommandLineWords.OpenQuote) {
        words += try CommandLineWords.words(line).map { String(decoding: $0, as: UTF8.self) }
      } catch {
        throw Refusal("\(file.path): \(error)")
      }
      // A view has a few options, and many words are read slowly.
      guard words.count <= Self.mostWords else {
        throw Refusal("\(file.path): more than \(Self.mostWords) words")
      }
    }
  }

  private static let mostWords = 100

  /// Saves the view in a file that only the user may read.
  func save(to file: UserFile) throws { try file.write([Array(CommandLineWords.joined(words).utf8)]) }
}
