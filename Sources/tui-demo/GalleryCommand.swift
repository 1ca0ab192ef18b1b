import ArgumentParser
import ListKit

/// `tui-demo gallery`: a menu of all demos.
///
/// It is itself a demo: of an outline made by appending entries below their parents, closed at first, in
/// which groups open and close and leaves show another screen on top.
struct GalleryCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "A menu of all demos.",
    discussion: "On a pipe it prints the demos with the commands that start them.",
    aliases: ["outline"])

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController {
    GalleryController(entries: GalleryEntry.all, display: display)
  }

  func plainLines() -> [String] { lines(of: GalleryEntry.all) }

  private func lines(of entries: [GalleryEntry]) -> [String] {
    entries.flatMap { entry in
      let line = entry.commandLine.map { "\(entry.title)\t\(entry.summary)\t\($0)" }
      return [line].compactMap(\.self) + lines(of: entry.children)
    }
  }
}
