import Files
import LibC

/// A small file of text that muster keeps for the user.
struct UserFile: Hashable, Sendable {
  private let file: StoredFile

  var path: String { file.path }

  init(path: String) { file = StoredFile(path: path) }

  /// A file below a directory for programs.
  ///
  /// - Parameters:
  ///   - variable: names the directory: `XDG_CONFIG_HOME`.
  ///   - fallback: where it is in the home directory without that.
  /// - Returns: nil without a home.
  init?(in variable: String, or fallback: String, _ name: String) {
    func directory(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let base = directory(variable) ?? directory("HOME").map({ "\($0)/\(fallback)" }) else { return nil }
    file = StoredFile(path: "\(base)/muster/\(name)")
  }

  /// The lines; none where there is no file.
  func lines() throws(SystemError) -> [String] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      bytes = try file.contentsIfAny() ?? []
    } catch {
      // Nor is there one below what is no directory.
      guard error.code == ENOTDIR else { throw error }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init).dropLast(bytes.last == UInt8(ascii: "\n") || bytes.isEmpty ? 1 : 0)
  }

  /// Writes the file as a whole or not at all.
  ///
  /// - Parameter isPrivate: whether only the user may read a file that is new.
  func write(_ text: String, isPrivate: Bool = false) throws(SystemError) {
    try file.createDirectories()
    try file.replace(with: Array(text.utf8), isPrivate: isPrivate)
  }
}

/// How a list was looked at last: columns, order, groups and key, kept under the name of `--name`.
///
/// It stands in `$XDG_STATE_HOME/muster/NAME`, or in `~/.local/state/muster/NAME`, as options: `-c NAME,AGE -s -AGE`. What the
/// command line asks for comes first; a column that the list has no more is left out.
struct KeptView: Hashable, Sendable {
  /// Why it cannot be used.
  struct Refusal: Error, Hashable, CustomStringConvertible {
    var description: String
  }

  var words: [String] = []

  init(words: [String]) { self.words = words }

  /// - Parameters:
  ///   - key: the columns of the key that the user chose.
  ///   - names: the columns of the list.
  init(_ arrangement: Arrangement, key: String?, columns names: ColumnNames) {
    let names = names.names
    func name(_ column: Int) -> String? {
      guard names.indices.contains(column), case let name = names[column], !name.contains(","),
        !name.hasPrefix("-"), !name.contains("\n")
      else { return nil }
      return name
    }
    func add(_ option: String, _ columns: [String]) {
      if !columns.isEmpty { words += [option, columns.joined(separator: ",")] }
    }
    add("-c", (arrangement.columns ?? []).compactMap(name))
    add(
      "-s",
      arrangement.sorts.compactMap { sort in name(sort.column).map { (sort.isDescending ? "-" : "") + $0 } })
    switch arrangement.structure {
    case .groups(let column): add("-g", [column].compactMap(name))
    case .tree(let column): add("-t", [column].compactMap(name))
    case .natural, .flat: break
    }
    add("-k", [key].compactMap(\.self))
  }

  /// The file of a name; nil without a home.
  static func file(_ name: String) -> UserFile? {
    UserFile(in: "XDG_STATE_HOME", or: ".local/state", name)
  }

  /// What was kept; empty where nothing was.
  ///
  /// - Throws: why it cannot be read.
  init(_ file: UserFile) throws {
    for line in try file.lines() {
      do {
        words += try CommandLineWords(line).words
      } catch {
        throw Refusal(description: "\(file.path): \(error)")
      }
    }
  }

  /// Keeps it, for the user alone to read.
  func save(to file: UserFile) throws(SystemError) {
    try file.write(CommandLineWords.joined(words) + "\n", isPrivate: true)
  }
}
