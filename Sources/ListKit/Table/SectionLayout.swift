/// The arrangement of a section's items.
///
/// ```text
///   list       strip
///   ▌ one      ▌ one    two    thr…
///     two
/// ```
public struct SectionLayout: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case list
    case strip(itemWidth: Int, lines: Int)
  }

  let kind: Kind
  /// Whether items have columns beside their content for the cursor and marks.
  private(set) var hasMargins = true

  /// Items below each other, each as wide as the screen.
  public static let list = SectionLayout(kind: .list)

  /// Returns a layout with all items on one line, which scrolls sideways.
  ///
  /// - Parameters:
  ///   - itemWidth: the screen columns of an item's content.
  ///   - lines: the lines of each item.
  public static func strip(itemWidth: Int = 12, lines: Int = 1) -> Self {
    Self(kind: .strip(itemWidth: itemWidth, lines: lines))
  }

  /// The same layout without margins: items touch each other, and their content has all of their columns.
  ///
  /// The cursor and marks have no columns of their own. The cursor is painted over the content, unless the
  /// cell's background defines how it looks. A list keeps its margins.
  public var withoutMargins: Self {
    var layout = self
    layout.hasMargins = kind == .list
    return layout
  }
}

extension SectionLayout {
  /// Returns the arrangement of items in a number of columns, gutters included.
  func geometry(in columns: Int) -> LineGeometry {
    switch kind {
    case .list: .list(columns: columns)
    case .strip(let width, _): .strip(slotColumns: min(max(1, width) + margins.columns, columns))
    }
  }

  /// The lines of each item; nil if its content determines them.
  var itemLines: Int? { if case .strip(_, let lines) = kind { max(1, lines) } else { nil } }

  /// The columns beside the content of each item.
  var margins: RowMargins { hasMargins ? .standard : .none }
}

/// The columns of a row outside its content: the gutter before it, and the scroll bar's after it.
struct RowMargins: Equatable {
  var leading: Int
  var trailing: Int

  /// Columns for the cursor and marks on one side, and for the scroll bar on the other.
  static let standard = RowMargins(leading: TableView.gutterColumns, trailing: TableView.scrollBarColumns)

  /// Columns for a word that describes a change, after the content: a screen reader begins with the row's own
  /// text. On a narrow screen, only rows with such a word have these columns.
  static func words(columns: Int) -> RowMargins {
    columns < 40 ? .none : RowMargins(leading: 0, trailing: 11)
  }

  /// No margins: the content has all columns, and items touch each other.
  static let none = RowMargins(leading: 0, trailing: 0)

  /// The number of columns on both sides.
  var columns: Int { leading + trailing }

  /// Whether there is a gutter for symbols.
  var hasGutter: Bool { leading > 0 }

  /// Returns the columns between the margins, in a row of a number of columns.
  func content(of columns: Int) -> Range<Int> { leading..<max(leading, columns - trailing) }
}
