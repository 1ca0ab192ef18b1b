import ListKit

/// The strength of a signal as bars: `▂▄▆█` at best, `▂▁▁▁` at worst.
struct SignalBars: AccessoryContent {
  /// How many of the four bars there are.
  let bars: Int

  private static let steps = Array("▂▄▆█")

  func columns(context: CellContext) -> Int { Self.steps.count }

  func draw(in canvas: inout Canvas, context: CellContext) {
    let isUnicode = canvas.traits.isUnicode
    let strong = isUnicode ? String(Self.steps.prefix(bars)) : String(repeating: "#", count: bars)
    let weak = String(repeating: isUnicode ? "▁" : ".", count: Self.steps.count - bars)
    canvas.write(StyledText(strong), style: context.theme.text)
    canvas.write(StyledText(weak), column: bars, style: context.theme.secondaryText)
  }
}
