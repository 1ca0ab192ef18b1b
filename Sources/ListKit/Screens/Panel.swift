/// A box of text on top of a list.
public struct Panel: Hashable, Sendable {
  /// The text in the top edge.
  public let title: String
  /// The lines, each with a name and a text; either may be empty.
  let lines: [Line]

  /// A line of a panel: a name and a text.
  public struct Line: Hashable, Sendable {
    let name: String
    var text: StyledText
    /// Words that find the line besides its name and its text.
    var synonyms = ""
    /// Whether the name is the title of the lines below it.
    var isTitle = false
    /// What enter does on the line.
    var action: Action?
    /// Whether the line is about a key without a meaning at the moment.
    var isOff = false

    /// What enter does on a line of a list of keys.
    enum Action: Hashable, Sendable {
      /// Presses a key, if it still has the command.
      case press(KeyPress, Command)
      /// Performs an action of the row's menu, if it still has the title.
      case menu(Int, String)
    }

    /// Creates a line with a name and a text. The panel aligns the texts of its lines.
    public init(_ name: String, _ text: StyledText) {
      self.name = name
      self.text = text
    }

    /// Returns the title of the lines below it.
    static func title(_ title: String) -> Line {
      var line = Line(title, "")
      line.isTitle = true
      return line
    }
  }

  /// Creates a box of text.
  public init(title: String, lines: [Line]) {
    self.title = title
    self.lines = lines
  }
}
