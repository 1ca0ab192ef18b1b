import LibC
import ListKit
import ListKitCurses
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitOptions

/// The options that a program takes from its command line.
@MainActor
@Suite("Options on the command line") struct ScreenOptionsTests {
  private func taken(_ arguments: String...) throws -> (options: ScreenOptions, left: [String]) {
    var left = arguments
    return (try ScreenOptions(taking: &left), left)
  }

  private func refusal(_ arguments: String...) -> String? {
    var left = arguments
    do throws(ScreenOptions.Refusal) {
      _ = try ScreenOptions(taking: &left)
      return nil
    } catch {
      expectEqual(left, arguments, "nothing is taken of what is refused")
      return error.description
    }
  }

  @Test("Known options are removed from the arguments, and the rest remains") func parsing() throws {
    let (options, left) = try taken(
      "--color", "never", "file", "--motion=reduced", "-v", "--accessible", "--script", "down q",
      "--size=60x12",
      "--theme", "light", "--no-mouse", "--height", "40%", "--", "--announce")
    expectEqual(left, ["file", "-v", "--", "--announce"])
    #expect(options.cursesOptions.color == .never && !options.cursesOptions.mouse)
    expectEqual(options.cursesOptions.height, .percent(40))
    #expect(options.cursesOptions.isAccessible == true && !options.announce)
    #expect(options.motion == .reduced && options.theme == .light)
    #expect(options.script?.steps == [.press("down"), .press("q")] && options.size.text == "60x12")
    #expect(try taken().options.cursesOptions.isAccessible == nil)
  }

  @Test("A wrong value is refused with one line, and the arguments remain unchanged") func wrongValues() {
    expectEqual(refusal("--color", "pink"), "'pink' is not a valid value for --color")
    expectEqual(refusal("--size=0x4"), "'0x4' is not a valid value for --size")
    expectEqual(refusal("--height", "0"), "'0' is not a valid value for --height")
    expectEqual(refusal("x", "--motion"), "--motion needs a value")
    #expect(
      refusal("--theme", "/dev/null/none")?.hasSuffix(
        "a theme is dark, light, high-contrast, mono, terminal or a file") == true)
  }

  @Test("An error in a theme file is reported with its path and line") func themeFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("base = light\ntitle = pinkish\n", to: "theme")
    expectEqual(refusal("--theme", path), "\(path):2: 'pinkish' is neither a colour nor an attribute")
  }

  @Test("Options set the announcements, the theme and the motion of a controller") func appearance() throws {
    let controller = TableViewController()
    try taken("--announce", "--theme=mono", "--motion", "none").options.apply(to: controller)
    #expect(controller.announcesChanges && controller.theme == .mono && controller.motion == .none)
  }

  @Test("The help lists every option, and each of them is accepted") func helpText() throws {
    let options = ScreenOptions.help.split(separator: "\n").map { line in String(line.prefix { $0 != " " }) }
    expectEqual(
      Set(options),
      [
        "--theme", "--color", "--motion", "--accessible", "--announce", "--no-mouse", "--script",
        "--dump-screen", "--size", "--height",
      ])
    for option in options {
      let values = [
        "--theme": "dark", "--color": "16", "--motion": "full", "--script": "q", "--size": "10x10",
        "--height": "12",
      ]
      var left = [option] + [values[option]].compactMap(\.self)
      _ = try ScreenOptions(taking: &left)
      #expect(left.isEmpty, "\(option)")
    }
  }
}

private final class PodsController: TableViewController {}

/// The code of the article about the first steps.
@MainActor private func program() -> Never {
  var arguments = Array(CommandLine.arguments.dropFirst())
  ScreenOptions.taking(from: &arguments).main(PodsController())
}
