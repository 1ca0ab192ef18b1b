/// A one-line picture of numbers: a sparkline, a bar, or a percentage.
///
/// ```swift
/// cell.accessories = [.custom(Chart.sparkline(loads, columns: 12)), .custom(Chart.percentage(loads.last ?? 0))]
/// ```
///
/// ```text
///   sparkline   ▁▂▂▃▅▆▇▆▄        in ASCII   _..:=+*+-
///   bar         ━━━━━━╸          in ASCII   ######
///   percentage    65%
/// ```
///
/// Tabular lists show charts in columns: ``ColumnContentConfiguration/charts``. A chart has the colour of the
/// theme's ``Theme/prompt``, if that has one; it is readable without colours too.
public struct Chart: AccessoryContent, Hashable {
  private enum Kind: Hashable {
    case sparkline([Double?], ClosedRange<Double>?)
    case bar(Double)
    case percentage(Double)
  }

  private let kind: Kind
  /// The width in columns; at least six for a percentage.
  public var columns: Int

  /// Returns a sparkline: a column for each value, the newest last.
  ///
  /// - Parameters:
  ///   - values: the values in order; nil and values that are not numbers leave a gap. If there are more
  ///     values than columns, only the last ones are drawn.
  ///   - range: the values of the lowest and the highest symbol; by default the minimum and the maximum
  ///     value.
  ///   - columns: the width. Fewer values are drawn at its end.
  public static func sparkline(
    _ values: [Double?], in range: ClosedRange<Double>? = nil, columns: Int = 30
  ) -> Chart {
    Chart(kind: .sparkline(values, range), columns: max(0, columns))
  }

  /// Returns a bar that shows a fraction, from the left edge.
  ///
  /// - Parameters:
  ///   - fraction: the fraction, clamped to 0...1. A fraction above 0 is never drawn as empty.
  ///   - columns: the width of a full bar.
  public static func bar(_ fraction: Double, columns: Int = 10) -> Chart {
    Chart(kind: .bar(clamped(fraction)), columns: max(0, columns))
  }

  /// Returns a percentage: `65%`, `4.2%`, `<0.1%`.
  ///
  /// - Parameter fraction: the fraction; 1 is 100 percent.
  public static func percentage(_ fraction: Double) -> Chart {
    Chart(kind: .percentage(fraction), columns: percentColumns)
  }

  private static let percentColumns = 6

  private static func clamped(_ fraction: Double) -> Double {
    fraction.isFinite ? min(max(fraction, 0), 1) : 0
  }

  /// Returns ``columns``, or the width of the words for screen readers.
  public func columns(context: CellContext) -> Int {
    context.symbols.areWords ? text(symbols: context.symbols).count : columns
  }

  /// Draws the chart over all columns of the canvas.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    let text = text(columns: canvas.size.columns, symbols: context.symbols)
    switch kind {
    case .sparkline, .percentage:
      canvas.write(StyledText(text), style: style(context.theme), alignment: .trailing)
    case .bar: canvas.write(StyledText(text), style: style(context.theme))
    }
  }

  private func style(_ theme: Theme) -> TextStyle {
    let color = theme.prompt.foreground
    if case .percentage = kind { return theme.secondaryText }
    return color == .default ? theme.secondaryText : TextStyle(foreground: color)
  }

  /// Returns the chart as text, for panels and status lines.
  ///
  /// - Parameters:
  ///   - theme: the styles of the screen.
  ///   - symbols: the symbols of the screen.
  public func styledText(theme: Theme, symbols: Symbols) -> StyledText {
    StyledText(text(symbols: symbols), style: style(theme))
  }

  func text(columns: Int? = nil, symbols: Symbols) -> String {
    let columns = columns ?? self.columns
    if symbols.areWords { return words }
    switch kind {
    case .sparkline(let values, let range):
      return Self.sparkline(
        values.suffix(columns).map { $0.flatMap { $0.isFinite ? $0 : nil } }, range, symbols)
    case .bar(let fraction): return Self.bar(fraction, columns, symbols)
    case .percentage(let fraction): return Self.percent(fraction)
    }
  }

  /// The chart in words, for screen readers.
  private var words: String {
    switch kind {
    case .sparkline(let values, _):
      let known = values.compactMap(\.self).filter(\.isFinite)
      guard let last = known.last, let least = known.min(), let most = known.max() else { return "" }
      return "last \(Self.short(last)), least \(Self.short(least)), most \(Self.short(most))"
    case .bar(let fraction), .percentage(let fraction): return Self.percent(fraction)
    }
  }

  /// Formats a number with at most two decimals.
  private static func short(_ number: Double) -> String {
    guard number.magnitude < 1e15 else { return "\(number)" }
    let hundredths = (number * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
  }

  private static func sparkline(_ values: [Double?], _ range: ClosedRange<Double>?, _ symbols: Symbols)
    -> String
  {
    let known = values.compactMap(\.self)
    guard let least = range?.lowerBound ?? known.min(), let most = range?.upperBound ?? known.max() else {
      return ""
    }
    // The highest level leaves a gap to the row above.
    let levels: [Character] = Array(symbols.isUnicode ? "▁▂▃▄▅▆▇" : "_.-:=+*")
    let top = Double(levels.count - 1)
    return String(
      values.map { value in
        guard let value else { return " " }
        guard most > least else { return levels[0] }
        // Halve the values, because the difference of two very large numbers overflows.
        let part = (value / 2 - least / 2) / (most / 2 - least / 2)
        return levels[Int((clamped(part) * top).rounded())]
      })
  }

  private static func bar(_ fraction: Double, _ columns: Int, _ symbols: Symbols) -> String {
    guard columns > 0, fraction > 0 else { return "" }
    let parts: [Character] = symbols.isUnicode ? ["╸", "━"] : ["#"]
    let steps = max(1, Int((fraction * Double(columns * parts.count)).rounded()))
    let full = String(repeating: parts[parts.count - 1], count: steps / parts.count)
    let rest = steps % parts.count
    return rest == 0 ? full : full + String(parts[rest - 1])
  }

  private static func percent(_ fraction: Double) -> String {
    let percent = fraction * 100
    guard percent.isFinite, percent.magnitude < 1e9 else { return "" }
    let tenths = Int((percent * 10).rounded())
    if percent > 0, tenths == 0 { return "<0.1%" }
    // A fraction below 1 is never shown as 100%.
    if fraction < 1, tenths >= 995 { return tenths >= 1000 ? ">99.9%" : "99.\(tenths % 10)%" }
    if tenths == 0 || tenths.magnitude >= 100 { return "\(Int(percent.rounded()))%" }
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)%"
  }
}
