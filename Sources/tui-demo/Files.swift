import ArgumentParser
import Dispatch
import Files
import LibC
import ListKit
import ProgramOptions
import TextOrder

// MARK: - Model

/// A name or a path as the file system has it: any bytes, whether or not they are text.
struct FileName: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The name for display: characters that could control a terminal are escaped.
  var text: String { EscapedText(bytes).text }

  /// The last name of a path.
  var last: FileName { FileName(bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]) }

  func appending(_ name: FileName) -> FileName {
    FileName(bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name.bytes)
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { fatalError("a C string has an end") }
      return try body(start)
    }
  }

  /// The path without links and dots; the same path if it does not exist.
  var resolved: FileName {
    guard let path = withCString({ realpath($0, nil) }) else { return self }
    defer { free(path) }
    return FileName(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}

/// A file, identified by its path: read again, it is the same item with other facts.
struct FileFacts: Hashable, Sendable {
  enum Kind: String, Sendable {
    case directory, file, link, other
  }

  struct Status: Hashable, Sendable {
    /// Bytes.
    let size: Int64
    /// Seconds since 1970.
    let modified: Int
  }

  // The smallest field last: it takes no memory of its own in a directory of a hundred thousand files.
  let path: FileName
  /// Where a link leads.
  let target: FileName?
  /// Nil if the file can be listed but not examined.
  let status: Status?
  let kind: Kind

  static func == (first: Self, second: Self) -> Bool { first.path == second.path }

  func hash(into hasher: inout Hasher) { hasher.combine(path) }

  func hasContent(of other: Self) -> Bool {
    (kind, status, target) == (other.kind, other.status, other.target)
  }

  var isHidden: Bool { path.last.bytes.first == UInt8(ascii: ".") }
}

// MARK: - Reading

extension FileFacts {
  /// Reads a directory on a thread that may block: a disk may sleep, a server may not respond.
  @Sendable static func read(_ path: FileName) async throws -> [FileFacts] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(with: Result { try all(in: path) })
      }
    }
  }

  /// Reads a directory: directories first, then by name.
  static func all(in path: FileName) throws(SystemError) -> [FileFacts] {
    guard let stream = path.withCString({ opendir($0) }) else { throw .last(path.text) }
    defer { closedir(stream) }
    // One memory block for all keys.
    var (keys, files): ([UInt8], [(key: Range<Int>, facts: FileFacts)]) = ([], [])
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last(path.text) }
        break
      }
      let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
      let name = start.assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { continue }
      guard let facts = FileFacts(name, in: dirfd(stream), path) else { continue }
      let keyStart = keys.count
      keys += String(cString: name).lowercased().utf8
      files.append((keyStart..<keys.count, facts))
    }
    keys.withUnsafeBufferPointer { keys in
      files.sort { one, other in
        let isDirectory = one.facts.kind == .directory
        guard isDirectory == (other.facts.kind == .directory) else { return isDirectory }
        let order = NaturalOrder.compare(
          UnsafeBufferPointer(rebasing: keys[one.key]), UnsafeBufferPointer(rebasing: keys[other.key]))
        guard order == 0 else { return order < 0 }
        return one.facts.path.bytes.lexicographicallyPrecedes(other.facts.path.bytes)
      }
    }
    return files.map(\.facts)
  }

  /// - Returns: nil if the file no longer exists.
  private init?(_ name: UnsafePointer<CChar>, in directory: Int32, _ path: FileName) {
    var status = stat()
    let isExamined = fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if !isExamined, errno == ENOENT { return nil }
    self.path = path.appending(FileName(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .directory
      case S_IFREG: .file
      case S_IFLNK: .link
      default: .other
      }
    #if canImport(Darwin)
      let modified = status.st_mtimespec.tv_sec
    #else
      let modified = status.st_mtim.tv_sec
    #endif
    self.status = isExamined ? Status(size: Int64(status.st_size), modified: modified) : nil
    guard kind == .link else {
      target = nil
      return
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { room in
        count = room.baseAddress.map { max(0, readlinkat(directory, name, $0, room.count)) } ?? 0
      }
    }
    target = FileName(bytes)
  }
}

// MARK: - Cells

extension FileFacts {
  fileprivate static let columns = [
    TableColumn("Name", width: 12...200, priority: 9),
    TableColumn("Size", width: 8...9, alignment: .trailing, priority: 8),
    TableColumn("Changed", width: 16...16, priority: 4, isSecondary: true),
  ]

  fileprivate func content(secondary: TextStyle) -> ColumnContentConfiguration {
    var text = styled(path.last, kind == .directory ? TextStyle(attributes: .bold) : .plain)
    if let target {
      text = text.appending(StyledText(" -> ", style: secondary)).appending(styled(target, secondary))
    }
    return ColumnContentConfiguration([
      text, StyledText(kind == .file ? status.map { Self.shortText(bytes: $0.size) } ?? "" : ""),
      StyledText(dateText),
    ])
  }

  /// A name in which the escaped bytes are marked.
  private func styled(_ name: FileName, _ style: TextStyle) -> StyledText {
    EscapedText(name.bytes).pieces.reduce(StyledText("")) { text, piece in
      let style = piece.isSpelled ? style.over(TextStyle(attributes: .reverse)) : style
      return text.appending(StyledText(piece.text, style: style))
    }
  }

  fileprivate var panel: Panel {
    var lines = [Panel.Line("Path", StyledText(path.text)), Panel.Line("Kind", StyledText(kind.rawValue))]
    if let target { lines.append(Panel.Line("Leads to", StyledText(target.text))) }
    if let size = status?.size {
      lines.append(Panel.Line("Size", "\(Int(size).grouped) byte\(size == 1 ? "" : "s")"))
      lines.append(Panel.Line("Changed", StyledText(dateText)))
    }
    return Panel(title: path.last.text, lines: lines)
  }

  /// `12 B`, `4.2 kB`, `120 MB`. A kilobyte is 1000 bytes.
  static func shortText(bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    var (value, tenths, unit) = (bytes, Int64(0), 0)
    while value >= 1000 { (value, tenths, unit) = (value / 1000, value / 100 % 10, unit + 1) }
    return (unit == 0 || value >= 10 ? "\(value)" : "\(value).\(tenths)") + " " + units[unit]
  }

  /// `2026-11-21 16:09`, in the time zone of the user.
  var dateText: String {
    var parts = tm()
    guard var seconds = status?.modified, localtime_r(&seconds, &parts) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}

// MARK: - Controller

/// The files of a directory. A directory is read whenever it opens, while keys are handled.
@MainActor
final class FilesController: TableViewController {
  private enum Section: Hashable, Sendable { case main }

  typealias Outline = DiffableDataSourceSectionSnapshot<FileFacts>

  private let path: FileName
  private var showsHidden: Bool
  private let read: @Sendable (FileName) async throws -> [FileFacts]
  /// The files of each directory that was read, in order.
  private var contents: [FileName: [FileFacts]]
  private var dataSource: TableViewDiffableDataSource<Section, FileFacts>!

  /// - Parameters:
  ///   - files: The files of the directory.
  ///   - read: Reads a directory below it.
  init(
    path: FileName, files: [FileFacts], showsHidden: Bool = false,
    read: @escaping @Sendable (FileName) async throws -> [FileFacts] = FileFacts.read
  ) {
    (self.path, self.showsHidden, self.read) = (path, showsHidden, read)
    contents = [path: files]
    super.init()
    title = path.text
    keyMap.rename(.expandAll, "expand all that was read")
    addKeyCommand(.character("."), title: "show or hide hidden files") { [unowned self] in
      self.showsHidden.toggle()
      show()
    }
    tableView.columns = FileFacts.columns
    tableView.primaryActionTitle = "facts"
    tableView.primaryAction = { [unowned self] _ in openCursorRow() }
    dataSource = TableViewDiffableDataSource(tableView: tableView) { [weak self] file in
      file.content(secondary: self?.theme?.secondaryText ?? TextStyle(attributes: .dim))
    }
    dataSource.contentEqual = { $0.hasContent(of: $1) }
    dataSource.sectionSnapshotHandlers.mayHaveChildren = { $0.kind == .directory }
    dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [weak self] directory, shown in
      guard let self else { return nil }
      contents[directory.path] = try await read(directory.path)
      return outline(of: directory.path).adoptingExpansion(from: shown)
    }
    show()
  }

  /// Returns the files of a directory and of the directories below it that were read.
  private func outline(of directory: FileName) -> Outline {
    var outline = Outline()
    func append(_ directory: FileName, to parent: FileFacts?) {
      let files = contents[directory, default: []].filter { showsHidden || !$0.isHidden }
      outline.append(files, to: parent)
      for file in files where contents[file.path] != nil { append(file.path, to: file) }
    }
    append(directory, to: nil)
    return outline
  }

  private func show() {
    let shown = dataSource.snapshot(for: .main)
    dataSource.apply(
      outline(of: path).adoptingExpansion(from: shown), to: .main, animatingDifferences: !shown.isEmpty)
    let files = contents[path, default: []]
    let hidden = showsHidden ? 0 : files.count(where: \.isHidden)
    let count = files.count - hidden
    statusText = StyledText(
      "\(count.grouped) item\(count == 1 ? "" : "s")" + (hidden > 0 ? ", \(hidden.grouped) hidden" : ""))
    tableView.backgroundContent =
      hidden > 0
      ? ListContentConfiguration(text: "All files here are hidden", secondaryText: ". shows them")
      : ListContentConfiguration(text: "The directory is empty")
  }

  private func openCursorRow() {
    guard let file = dataSource.cursorItemIdentifier else { return }
    if file.kind == .directory { tableView.perform(.toggle) } else { present(file.panel) }
  }
}

// MARK: - Command line

/// `tui-demo files`: a directory as an outline.
///
/// Shows branches that are read off the main actor when they are expanded, with a spinner meanwhile and the
/// reason if that fails.
struct FilesCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "A directory as an outline that is read as it opens.",
    discussion: """
      If the output is a pipe, it prints the files of the directory: kind, size, name, and the destination of a link. Bytes of \
      names that are not text are escaped, and a backslash is doubled.
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "dir"))
  var directory = "."

  @Flag(name: [.customShort("a"), .long], help: "Show hidden files.")
  var all = false

  @OptionGroup var display: DisplayOptions

  private var path: FileName {
    let path = FileName(directory)
    let isOnlyDots = path.bytes.allSatisfy { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    return isOnlyDots ? path.resolved : path
  }

  func makeController() throws -> ViewController {
    FilesController(path: path, files: try FileFacts.all(in: path), showsHidden: all)
  }

  func plainLines() throws -> [String] {
    try FileFacts.all(in: path).filter { all || !$0.isHidden }.map { facts in
      let names = [facts.path.last, facts.target].compactMap { $0.map { EscapedText($0.bytes).field } }
      return ([facts.kind.rawValue, facts.status.map { "\($0.size)" } ?? ""] + names).joined(separator: "\t")
    }
  }
}
