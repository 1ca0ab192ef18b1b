import ListKit

/// What each look does, in a few words.
extension TableViewCell.CellStyle {
  var note: String {
    switch self {
    case .default: "the text alone"
    case .value1: "the second text at the right edge"
    case .value2: "the second text is named by the first"
    case .subtitle: "the second text on a line below"
    }
  }
}

extension TableViewCell.AccessoryType {
  var note: String {
    switch self {
    case .none: "no sign"
    case .disclosureIndicator: "enter leads to more"
    case .detailButton: "has details: alt-i, or a click"
    case .detailDisclosureButton: "both"
    case .checkmark: "chosen"
    }
  }
}

extension ListContentConfiguration.Arrangement {
  var note: String {
    switch self {
    case .inline: "the second text beside the first"
    case .trailing: "the second text at the right edge"
    case .below: "the second text on a line below"
    case .caption: "the first text names the second"
    }
  }
}

extension Look.Background {
  var note: String {
    switch self {
    case .clear: "nothing behind the row, except under the cursor"
    case .style: "behind the ordinary row"
    case .focused: "under the cursor, instead of the theme's"
    case .selected: "while the row is selected"
    case .highlighted: "while the row is pressed, by enter or the mouse"
    }
  }
}

extension Look.State {
  var note: String {
    switch self {
    case .isFocused: "the cursor is on the row"
    case .isSelected: "the row is selected"
    case .isHighlighted: "the row is pressed"
    case .isEditing: "the table is being edited"
    }
  }
}

extension TableViewCell.EditingStyle {
  func note(_ number: Int) -> String {
    switch self {
    case .none: "no control"
    case .insert: "adds a row below"
    case .delete: number == 1 ? "removes the row" : "removes the row, the \(number.ordinal) one"
    }
  }
}

extension RowAnimation {
  var note: String {
    switch self {
    case .automatic: "the table chooses: .fade"
    case .fade: "a colour fades out"
    case .left: "the text wipes in from the left"
    case .right: "the text wipes in from the right"
    case .top: "the row opens from its upper edge"
    case .bottom: "the row opens from its lower edge"
    case .middle: "the row opens from its middle"
    case .none: "no animation at all"
    }
  }
}

extension Int {
  /// The number as one of a series: 1st, 2nd, 3rd, 4th, … 11th.
  var ordinal: String {
    let ending =
      switch (self % 10, self % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    return "\(self)\(ending)"
  }
}
