import ArgumentParser
import ListKit

/// `tui-demo reorder`: things to do, moved by hand within a section and to another.
///
/// It shows how an order that a person makes gets back to where it is kept: a transaction tells the sections
/// it touched, each by its difference and by its final snapshot, and either way leads to the same store. The
/// store lives in memory, or in a file that is whole at every moment.
struct ReorderCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Move rows by keys or mouse, within a section and across.",
    discussion: """
      On a pipe it prints the items in their order: section, item. In these, what could steer a terminal is \
      spelled out, and a backslash is doubled.
      """)

  @Option(help: ArgumentHelp("Keep the order in this file from one run to the next.", valueName: "path"))
  var file: String?

  @OptionGroup var display: DisplayOptions

  func makeController() throws -> ViewController {
    if let stored = try stored { ReorderController(keptIn: stored) } else { ReorderController(.initial) }
  }

  func plainLines() throws -> [String] {
    let store = try stored?.store ?? .initial
    return ReorderStore.Section.allCases.flatMap { section in
      store[section].map { "\(section.rawValue)\t\(EscapedText($0.name).field)" }
    }
  }

  private var stored: ReorderFile? {
    get throws { try file.map { try ReorderFile(StoredFile(path: $0)) } }
  }
}
