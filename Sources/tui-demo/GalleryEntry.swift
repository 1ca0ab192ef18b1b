import ArgumentParser

/// A line of the gallery's outline: a group of lines, or a demo to show.
struct GalleryEntry: Sendable {
  /// What enter does on it.
  enum Content: Sendable {
    /// Opens and closes.
    case group([GalleryEntry])
    /// Shows a subcommand with its arguments.
    case demo(any Demo.Type, [String])
    /// Says how to run what is not in this program.
    case note([String])
  }

  /// What it is called; unlike all others, for it is also its identifier.
  var title: String
  /// What it shows, in a few words.
  var summary: String
  var content: Content

  /// The lines below it.
  var children: [GalleryEntry] {
    if case .group(let entries) = content { entries } else { [] }
  }

  /// How to start it from the shell; nil for a group.
  var commandLine: String? {
    switch content {
    case .group: nil
    case .demo(let demo, let arguments):
      (["tui-demo", demo.configuration.commandName ?? ""] + arguments).joined(separator: " ")
    case .note(let lines): lines.first
    }
  }
}

extension GalleryEntry {
  private static func group(_ title: String, _ summary: String, _ entries: [GalleryEntry]) -> Self {
    Self(title: title, summary: summary, content: .group(entries))
  }

  private static func demo(
    _ title: String, _ summary: String, _ demo: any Demo.Type, _ arguments: String...
  ) -> Self {
    Self(title: title, summary: summary, content: .demo(demo, arguments))
  }

  /// All there is to see.
  static let all = [
    group(
      "Searching", "a query narrows what is shown",
      [
        group(
          "Mountains", "638 of them on seven continents",
          [
            demo("By range", "outlines that a query opens", MountainsCommand.self),
            demo("By height", "one list, sorted", MountainsCommand.self, "--flat"),
          ]),
        Self(
          title: "Database", summary: "an infinite list, filtered by SQLite",
          content: .note(["make demo-database", "", "It is a package of its own, for the database's sake."])),
      ]),
    group(
      "Outlines", "parents that open and close",
      [
        group(
          "Emoji", "3,655 of Unicode 15.0",
          [
            demo("Explorer", "a strip, an outline and a list in one table", EmojiCommand.self),
            demo("Explorer – List", "a section for each group, and a query", EmojiCommand.self, "--list"),
          ]),
        demo("Files", "a directory, read as far as it is opened", FilesCommand.self),
      ]),
    group(
      "Editing", "what a hand does to rows",
      [
        demo("Two lists", "delete, add, move, menus, undo", EditCommand.self),
        demo("Cards", "sections that come, go and change places", CardsCommand.self),
        demo("Order", "rows moved by keys or mouse, and where that is kept", ReorderCommand.self),
      ]),
    group(
      "Live data", "what changes by itself",
      [
        demo(
          "Feed", "an asynchronous sequence of snapshots, and the differences beside it", FeedCommand.self),
        demo("Wi-Fi settings", "rows and whole sections come and go", WiFiCommand.self),
        demo("Insertion sort", "swatches of colour, every step a set of moves", SortCommand.self),
        group(
          "Stress", "how long it all takes",
          [
            demo("A thousand rows", "what a screenful costs", StressCommand.self, "--rows", "1000"),
            demo("A million rows", "what the rest costs", StressCommand.self),
          ]),
      ]),
  ]
}
