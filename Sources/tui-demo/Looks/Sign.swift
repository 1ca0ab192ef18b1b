import ListKit

/// A sign beside a row, standard or of one's own.
enum Sign: Hashable, Sendable {
  case label(CellAccessory.DisplayedState)
  case checkmark(CellAccessory.Placement)
  case toggle
  case spinner
  case battery(charge: Double)
  case sparkline([Double])

  /// How a program writes it.
  var name: String {
    switch self {
    case .label(let displayed): ".label(displayed: .\(displayed))"
    case .checkmark(let placement): ".checkmark(placement: .\(placement))"
    case .toggle: ".toggle(isOn:)"
    case .spinner: ".spinner()"
    case .battery: ".custom(Battery(charge:))"
    case .sparkline: ".custom(Sparkline(values:))"
    }
  }

  /// What it does, in a few words.
  var note: String {
    switch self {
    case .label(.always): "a short text"
    case .label(.whenEditing): "seen while the table is edited: e"
    case .label(.whenNotEditing): "seen while it is not"
    case .checkmark(.leading): "before the content"
    case .checkmark(.trailing): "behind it"
    case .toggle: "a switch: enter, or a click"
    case .spinner: "something is under way"
    case .battery, .sparkline: "a sign that draws itself"
    }
  }

  /// The sign.
  func accessory(isOn: Bool, toggle: @escaping CellAccessory.ActionHandler) -> CellAccessory {
    switch self {
    case .label(let displayed): .label(text: "6,190 m", displayed: displayed)
    case .checkmark(let placement): .checkmark(placement: placement)
    case .toggle: .toggle(isOn: isOn, actionHandler: toggle)
    case .spinner: .spinner()
    case .battery(let charge): .custom(Battery(charge: charge))
    case .sparkline(let values): .custom(Sparkline(values: values))
    }
  }
}

/// A charge as a bar, its colour by how much is left, and as a number.
struct Battery: AccessoryContent {
  /// 0 for empty, 1 for full.
  var charge: Double

  private static let bar = 10

  func columns(context: CellContext) -> Int { Self.bar + " 100%".count }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let full = Int((charge * Double(Self.bar)).rounded())
    let (left, used) = canvas.traits.isUnicode ? ("━", "─") : ("#", ".")
    let color = Style(foreground: change(context.theme).mark.foreground)
    let end = canvas.write(StyledText(String(repeating: left, count: full)), style: color)
    canvas.write(
      StyledText(String(repeating: used, count: Self.bar - full)), column: end,
      style: context.theme.secondaryText)
    canvas.write(
      "\(Int((charge * 100).rounded()))%", column: Self.bar, style: context.theme.text, alignment: .trailing)
  }

  /// Which colours of the theme say how much is left.
  private func change(_ theme: Theme) -> Theme.Change {
    charge > 0.5 ? theme.inserted : charge > 0.2 ? theme.changed : theme.deleted
  }
}

/// Some values as a row of bars, a column each.
struct Sparkline: AccessoryContent {
  /// From 0, the lowest bar, to 1, the highest.
  var values: [Double]

  func columns(context: CellContext) -> Int { values.count }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let bars = Array(canvas.traits.isUnicode ? "▁▂▃▄▅▆▇█" : "_.-~=+*#")
    let text = values.map { bars[Int(min(max($0, 0), 1) * Double(bars.count - 1))] }
    canvas.write(StyledText(String(text)), style: Style(foreground: context.theme.header.foreground))
  }
}
