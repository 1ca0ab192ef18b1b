/// A switch in a row: on or off.
///
/// ```swift
/// var enabled = Switch(isOn: settings.isEnabled)
/// enabled.addAction { [weak self] in self?.toggle() }
/// cell.accessoryView = enabled
/// ```
///
/// A click and enter perform its actions; whoever owns the value configures the row again. It is a value, made anew
/// whenever the cell is configured.
public struct Switch: AccessoryContent {
  /// Whether it is on. Setting it calls no action.
  public var isOn: Bool
  private var actions: [CellAccessory.ActionHandler] = []

  /// Creates a switch that does nothing yet.
  public init(isOn: Bool = false) { self.isOn = isOn }

  /// Adds what happens when a person turns it.
  public mutating func addAction(_ action: @escaping CellAccessory.ActionHandler) { actions.append(action) }

  /// As many as its sign takes.
  public func columns(context: CellContext) -> Int { sign(context).count }

  /// Draws it on or off.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    canvas.write(StyledText(sign(context)), style: context.theme.secondaryText)
  }

  private func sign(_ context: CellContext) -> String {
    isOn ? context.symbols.switchOn : context.symbols.switchOff
  }

  func accessory(_ displayed: CellAccessory.DisplayedState) -> CellAccessory {
    let actions = actions
    let all: CellAccessory.ActionHandler = { for action in actions { action() } }
    return .toggle(isOn: isOn, displayed: displayed, actionHandler: actions.isEmpty ? nil : all)
  }
}
