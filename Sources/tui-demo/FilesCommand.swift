import ArgumentParser
import Dispatch
import ListKit
import ScreenOptions

/// `tui-demo files`: what is in a directory, as an outline that is read as far as it is opened.
///
/// It shows an outline whose branches are found off the main actor while keys go on working, are known by small
/// identifiers however many they are, and are kept true: what other programs do to the files is seen in place.
struct FilesCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "A directory as an outline, kept true.",
    discussion: """
      On a pipe it prints what is in the directory: kind, size, name, and where a link leads. In names, what is \
      no text is spelled out, and a backslash is doubled.
      """)

  @Argument(help: ArgumentHelp("The directory.", valueName: "dir"))
  var directory = "."

  @Flag(name: [.customShort("a"), .long], help: "Show hidden files, too.")
  var all = false

  @Option(help: ArgumentHelp("Sort by name, size or time.", valueName: "key"))
  var sort = FileArrangement.Key.name

  @Flag(
    help:
      "Look every two seconds, where the kernel is not told of changes: on file systems of other machines.")
  var poll = false

  @Flag(help: "Enter ends it and prints the path of the row: cd \"$(tui-demo files --pick)\".")
  var pick = false

  @OptionGroup var display: DisplayOptions

  func makeController() throws -> ViewController { try makeController(didPick: nil) }

  @MainActor
  private func makeController(didPick: ((FileName) -> Void)?) throws -> FilesController {
    try open { _ in }
    // A hundred thousand files are sorted and compared in one thread after the other.
    Heap.share()
    Heap.returnLargeBlocks(of: 1 << 18)
    let live = LiveFileTree(
      path: path.isOnlyDots ? path.resolved : path,
      watcher: poll ? DirectoryWatcher(limit: 0) : DirectoryWatcher())
    return FilesController(files: live, arrangement: arrangement, didPick: didPick)
  }

  /// With `--pick` it shows the files on the terminal, wherever the output goes, and prints what was picked. Escape
  /// is a cancel.
  func start() -> Never {
    guard pick else { Session.run(self) }
    var picked: FileName?
    Task {
      await Session.choose(settings: display.settings) {
        try makeController { picked = $0 }
      } answer: {
        picked.map { $0.bytes + [UInt8(ascii: "\n")] }
      }
    }
    dispatchMain()
  }

  func plainLines() throws -> [String] {
    let folder = Folder(
      number: FileTree.top, try open { directory throws(FileProblem) in try directory.entries() })
    let listing = arrangement.listing(of: folder)
    return (listing.directories + listing.others).compactMap { folder[$0].map(plainLine) }
  }

  private func plainLine(of facts: FileFacts) -> String {
    let size = facts.status.map { "\($0.size)" } ?? ""
    let fields = [facts.kind.word, size, facts.name.escaped]
    return (fields + [facts.target?.escaped].compactMap(\.self)).joined(separator: "\t")
  }

  /// Opens the directory.
  ///
  /// - Throws: why that is impossible, in one line.
  private func open<Result>(_ body: (borrowing Directory) throws(FileProblem) -> Result) throws -> Result {
    do throws(FileProblem) {
      return try body(Directory(FileTree(path: path).openingPath))
    } catch {
      throw FileRefusal(path: path, problem: error)
    }
  }

  private var path: FileName { FileName(directory) }
  private var arrangement: FileArrangement { FileArrangement(key: sort, showsHidden: all) }
}

extension FileArrangement.Key: ExpressibleByArgument {}
