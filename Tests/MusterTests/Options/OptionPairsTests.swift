import ArgumentParser
import Databases
import ProgramOptions
import RunsTesting
import Testing

@testable import muster

// A group that is a command is parsed without one around it, which takes a quarter of the time in debug builds.
extension ReadingArguments: ParsableCommand {}
extension StartArguments: ParsableCommand {}
extension UseArguments: ParsableCommand {}
extension ScreenArguments: ParsableCommand {}

/// What is said about every option and every pair of options, for each kind of input.
///
/// A pair stands in the committed text only where it says something else than its options alone. Where both
/// options are wrong, the text has a checksum of the options that yield to the first.
@Suite("Every pair of options has its message") struct OptionPairsTests {
  private static let reading = [
    "-n 5", "--once", "-k a", "-k line", "-k none", "-f csv", "-f json", "-d ;", "--header 1", "--table 1",
    "--rows a", "--runs head", "--runs off", "-u", "--gone a", "-F", "--sql a", "--history 1", "--all",
    "--each a", "--each-file a", "--each-line a", "--as a", "--jobs 3", "--jobs 0",
    "--memory 128", "--memory 1",
  ]
  private static let start = [
    "-s a", "-g a", "-t a", "--tree-path a", "--closed", "-q a", "--context 1", "--context -1", "-c a",
    "-c a=b*2", "--limit 5", "--limit 0", "--last", "--name a", "--name /", "--title a", "--keep 5s",
    "--total a=sum", "--meter a=sum", "--meter a=share",
  ]
  private static let use = [
    "-1", "-m", "--select-1", "--exit-0", "--print-query", "--keep-order", "-x a", "-x k=a", "-x alt-x=a",
    "-x enter=a", "-x ctrl-c=a", "-x foo=a", "--bind k=s", "--bind ctrl-c=s", "--preview a", "-p", "-o raw",
    "-o json", "-o {a}", "--explain",
    "--until a", "--until change", "--alert a", "--timeout 5s", "--quiet", "--on-new a", "--on-gone a",
    "--on-change a=b", "--events", "--record a", "--replay", "--speed 2", "--course a", "--save a",
    "--save /", "--shell bash",
  ]
  private static let screen = [
    "--motion none", "--theme dark", "--color 16", "--accessible", "--announce", "--no-mouse", "--height 5",
    "--script a", "--dump-screen", "--size 60x9",
  ]

  private static let inputs = [
    "nothing": [], "file": ["a.csv"], "standard input": ["-"], "two files": ["a", "b"],
    "command": ["--", "ps"],
    "database": ["postgres://h/d"], "table": ["postgres://h/d", "t"], "statement": ["--sql", "a"],
  ]

  /// Options of one group or of two, with the words that give them.
  private struct Given {
    var parts: [String]
    var change: (inout MusterOptions) -> Void

    var words: String { parts.joined(separator: " ") }
  }

  private static func given<Group: ParsableArguments>(
    _ options: [String], _ group: WritableKeyPath<MusterOptions, Group>
  ) throws -> (alone: [Given], pairs: [Given]) {
    func one(_ words: [String]) throws -> Given {
      let value = try Group.parse(words.flatMap { $0.split(separator: " ").map(String.init) })
      return Given(parts: words) { $0[keyPath: group] = value }
    }
    let pairs = options.indices.flatMap { first in options[(first + 1)...].map { [options[first], $0] } }
    return (try options.map { try one([$0]) }, try pairs.map(one))
  }

  private static func message(_ options: [Given], _ input: MusterOptions) -> String? {
    var command = input
    for option in options { option.change(&command) }
    do {
      try command.check()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("An input with an option, or with two, is accepted or refused as before") func pairs() throws {
    let groups = [
      try Self.given(Self.reading, \.reading), try Self.given(Self.start, \.start),
      try Self.given(Self.use, \.use), try Self.given(Self.screen, \.screen),
    ]
    let alone = groups.flatMap(\.alone)
    var pairs = groups.flatMap(\.pairs).map { [$0] }
    for (number, group) in groups.enumerated() {
      for other in groups[(number + 1)...] {
        pairs += group.alone.flatMap { one in other.alone.map { [one, $0] } }
      }
    }
    var lines: [String] = []
    for (name, words) in Self.inputs.sorted(by: { $0.key < $1.key }) {
      let input = try MusterOptions.parse(words)
      var said: [String: [String]] = [:]
      let singles = Dictionary(
        uniqueKeysWithValues: alone.map { ($0.words, Self.message([$0], input)) })
      for (words, message) in singles { said[message ?? "accepted", default: []].append(words) }
      lines += Self.lines(said, "\(name): ")
      said = [:]
      var yielding: [String: [String]] = [:]
      for pair in pairs {
        let parts = pair.flatMap(\.parts)
        let words = parts.joined(separator: " ")
        let message = Self.message(pair, input)
        let expected = parts.compactMap { singles[$0] ?? nil }
        if Set(expected).count < 2 {
          if message != expected.first { said[message ?? "accepted", default: []].append(words) }
        } else {
          yielding[message ?? "accepted", default: []].append(words)
        }
      }
      lines += Self.lines(said, "\(name), together: ")
      lines += yielding.sorted { $0.key < $1.key }.map { message, words in
        "\(name), both wrong: \(message): \(words.count) pairs \(Self.checksum(words))"
      }
    }
    try CommittedText.expect(lines, in: "MusterTests/Options/Pairs/pairs.txt")
  }

  private static func lines(_ said: [String: [String]], _ title: String) -> [String] {
    said.sorted { $0.key < $1.key }.map { "\(title)\($0.key): \($0.value.sorted().joined(separator: ", "))" }
  }

  private static func checksum(_ words: [String]) -> String {
    String(
      words.joined(separator: ",").utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 },
      radix: 36)
  }
}
