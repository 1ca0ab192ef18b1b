import ListKit

/// How a look gets onto a row.
extension Look {
  /// A cell of the style it shows, or of the ordinary one.
  @MainActor
  func dequeueCell(from tableView: TableView) -> TableViewCell {
    let style = if case .style(let style) = self { style } else { TableViewCell.CellStyle.default }
    let identifier = "\(style)"
    // A class that is registered has the default style; so those of other styles are made here.
    return tableView.dequeueReusableCell(withIdentifier: identifier)
      ?? TableViewCell(style: style, reuseIdentifier: identifier)
  }

  /// Gives a cell the look, beside its name.
  ///
  /// - Parameters:
  ///   - nameColumns: where the note stands behind the name.
  ///   - isOn: whether the switch is on.
  ///   - toggle: what a click on it does.
  @MainActor
  func fill(
    _ cell: TableViewCell, nameColumns: Int, isOn: Bool, toggle: @escaping CellAccessory.ActionHandler
  ) {
    cell.contentConfiguration = content(nameColumns: nameColumns)
    switch self {
    case .style:
      cell.textLabel?.text = name
      cell.detailTextLabel?.text = note
    case .accessoryType(let type): cell.accessoryType = type
    case .sign(let sign): cell.accessories = [sign.accessory(isOn: isOn, toggle: toggle)]
    case .background(let background): cell.backgroundConfiguration = background.configuration
    case .state(let state):
      cell.configurationUpdateHandler = { $0.accessories = [.toggle(isOn: state.holds(in: $1))] }
    case .arrival: cell.indentationLevel = 1
    case .progress(let progress):
      cell.contentConfiguration = ProgressContentConfiguration(
        text: name, textColumns: nameColumns, progress: progress)
    case .content, .text, .runs, .editing, .animation: break
    }
  }

  /// The content; nil where the cell's labels are shown.
  private func content(nameColumns: Int) -> ListContentConfiguration? {
    let padding = String(repeating: " ", count: max(0, nameColumns - name.count))
    var content = ListContentConfiguration(
      text: name + padding, secondaryText: note)
    switch self {
    case .style: return nil
    case .content(let arrangement):
      content.arrangement = arrangement
      content.text = name
      content.image = "/\\"
    case .arrival: content.arrangement = .below
    case .text(let properties):
      content = ListContentConfiguration(text: "\(name) - \(Self.prose)")
      content.textProperties = properties
      if properties.alignment != .leading { content.text = name }
    case .runs: content = ListContentConfiguration(attributedText: styledName)
    case .accessoryType, .sign, .progress, .background, .state, .editing, .animation: break
    }
    return content
  }

  /// Words that look as they say.
  private var styledName: StyledText {
    let looks: [(String, Style)] = [
      ("bold", Style(attributes: .bold)), ("dim", Style(attributes: .dim)),
      ("italic", Style(attributes: .italic)), ("underlined", Style(attributes: .underline)),
      ("struck out", Style(attributes: .strikethrough)), ("reversed", Style(attributes: .reverse)),
      ("coloured", Style(foreground: .rgb(0, 160, 140))),
      ("a link", Style(attributes: .underline, link: Link("https://www.swift.org"))),
    ]
    var text = StyledText(name + " - ")
    for (word, style) in looks {
      let start = text.text.count
      text.text += word + "  "
      text.runs.append(StyledText.Run(start..<start + word.count, style))
    }
    return text
  }
}

extension Look.Background {
  /// White on blue, and bold where there are no colours.
  private static let blue = Style(
    foreground: .rgb(255, 255, 255), background: .rgb(28, 72, 128), attributes: .bold)

  fileprivate var configuration: BackgroundConfiguration {
    var background = BackgroundConfiguration.clear()
    switch self {
    case .clear: break
    case .style: background.style = Self.blue
    case .focused: background.focused = Self.blue
    case .selected: background.selected = Self.blue
    case .highlighted: background.highlighted = Self.blue
    }
    return background
  }
}

extension Look.State {
  fileprivate func holds(in state: CellConfigurationState) -> Bool {
    switch self {
    case .isFocused: state.isFocused
    case .isSelected: state.isSelected
    case .isHighlighted: state.isHighlighted
    case .isEditing: state.isEditing
    }
  }
}
