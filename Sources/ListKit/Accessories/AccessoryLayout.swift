/// The columns of a row: where its signs stand, and what is left for the content.
///
/// ```text
///   gutter  indentation  outline  leading   content           trailing
///   ▌+      ····         ▾        ○         Karakoram              ⓘ ›
/// ```
///
/// Drawing and clicking both ask it, so that what is seen is what is hit.
@MainActor
struct AccessoryLayout {
  /// A sign at its place.
  struct Placed {
    var accessory: CellAccessory
    var columns: Range<Int>
  }

  /// Columns an outline's level, and the sign before a row, take.
  static let indentation = 2
  /// Columns the content keeps, whatever signs there are.
  static let leastContent = 4

  private(set) var placed: [Placed] = []
  private(set) var content: Range<Int>

  /// - Parameter bounds: the columns between gutter and right edge.
  init(
    of cell: TableViewCell, outline: OutlinePosition?, bounds: Range<Int>, context: CellContext,
    metrics: TextMetrics
  ) {
    let accessories = cell.shownAccessories
    let indentation = max(0, cell.indentationLevel * cell.indentationWidth)
    let own = accessories.first { $0.outlineStyle != nil }
    var sign = own?.placement == .trailing ? nil : own
    if own == nil, outline?.isExpandable ?? false { sign = .outlineDisclosure() }
    var start = bounds.lowerBound + indentation + (outline?.level ?? 0) * Self.indentation
    if sign != nil || (outline != nil && own == nil) {
      if let sign, outline?.isExpandable ?? true, sign.isShown(in: context.state) {
        placed.append(Placed(accessory: sign, columns: start..<start + Self.indentation - 1))
      }
      start += Self.indentation
    }
    content = start..<max(start, bounds.upperBound)
    for accessory in accessories where accessory.placement == .leading && accessory.outlineStyle == nil {
      let width = accessory.columns(context: context, metrics: metrics)
      guard width > 0, content.count > width + Self.leastContent else { continue }
      placed.append(Placed(accessory: accessory, columns: content.lowerBound..<content.lowerBound + width))
      content = content.lowerBound + width + 1..<content.upperBound
    }
    for accessory in accessories.reversed() where accessory.placement == .trailing {
      if accessory.outlineStyle != nil, !(outline?.isExpandable ?? true) { continue }
      let width = accessory.columns(context: context, metrics: metrics)
      guard width > 0 else { continue }
      guard content.count > width + Self.leastContent else { break }
      placed.append(Placed(accessory: accessory, columns: content.upperBound - width..<content.upperBound))
      content = content.lowerBound..<content.upperBound - width - 1
    }
  }

  /// The sign at a column. The blank behind a sign that opens and closes a row belongs to it.
  func accessory(atColumn column: Int) -> CellAccessory? {
    placed.first { placed in
      let isWide = placed.accessory.outlineStyle != nil && placed.accessory.placement == .leading
      return (placed.columns.lowerBound..<placed.columns.upperBound + (isWide ? 1 : 0)).contains(column)
    }?.accessory
  }

  /// Whether a sign turns.
  var isAnimated: Bool { placed.contains { $0.accessory.kind == .spinner } }
}
