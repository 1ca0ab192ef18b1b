import ListKit

/// One look of a row: a value of the type it shows, and the identifier of the row that shows it.
enum Look: Hashable, Sendable {
  case style(TableViewCell.CellStyle)
  case accessoryType(TableViewCell.AccessoryType)
  case sign(Sign)
  case content(ListContentConfiguration.Arrangement)
  case progress(WorkProgress)
  case text(TextProperties)
  /// Stretches of a text, each with its own style.
  case runs
  case background(Background)
  case state(State)
  case editing(TableViewCell.EditingStyle, number: Int)
  case animation(RowAnimation)
  /// A row that came by an animation.
  case arrival(RowAnimation, number: Int)

  /// A member of ``BackgroundConfiguration``.
  enum Background: Hashable, Sendable, CaseIterable {
    case clear
    case style
    case focused
    case selected
    case highlighted
  }

  /// A member of ``CellConfigurationState``.
  enum State: Hashable, Sendable, CaseIterable {
    case isFocused
    case isSelected
    case isHighlighted
    case isEditing
  }
}

extension Look {
  /// How a program writes it.
  var name: String {
    switch self {
    case .style(let style): ".\(style)"
    case .accessoryType(let type): ".\(type)"
    case .sign(let sign): sign.name
    case .content(let arrangement): ".\(arrangement)"
    case .progress(let progress): "progress: .\(progress)"
    case .text(let properties): properties.name
    case .runs: "StyledText(_:runs:)"
    case .background(let background): background == .clear ? ".clear()" : ".\(background)"
    case .state(let state): ".\(state)"
    case .editing(let style, _): ".\(style)"
    case .animation(let animation): ".\(animation.rawValue)"
    case .arrival(let animation, _): "a row that came by .\(animation.rawValue)"
    }
  }

  /// What it does, in a few words.
  var note: String {
    switch self {
    case .style(let style): style.note
    case .accessoryType(let type): type.note
    case .sign(let sign): sign.note
    case .content(let arrangement): arrangement.note
    case .progress: "how far long work has come"
    case .text(let properties): properties.note
    case .runs: "stretches with a style of their own"
    case .background(let background): background.note
    case .state(let state): state.note
    case .editing(let style, let number): style.note(number)
    case .animation(let animation): animation.note
    case .arrival(_, let number): "the \(number.ordinal) one; enter on the row above plays it again"
    }
  }

  /// A text long enough to be broken.
  static let prose =
    "Lines are broken between words and at the text's own line ends; what has no room in the last line ends in "
    + "an ellipsis, at a whole character, however many columns that one takes: 山 is as wide as two letters, "
    + "and é is one, be it written as one or as two."
}

extension TextProperties {
  fileprivate var name: String {
    if alignment != .leading { return "alignment: .\(alignment)" }
    return style == nil ? "numberOfLines: \(numberOfLines)" : "style: Style(foreground:attributes:)"
  }

  fileprivate var note: String {
    if alignment != .leading { return "where its lines stand" }
    if style != nil { return "instead of the theme's" }
    return numberOfLines == 0 ? "as many lines as it needs" : "no more lines than that"
  }
}
