/// How the items of a section stand.
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
  /// Whether items have room beside their content for the cursor and marks.
  private(set) var hasMargins = true

  /// Items one below the other, each as wide as the screen.
  public static let list = SectionLayout(kind: .list)

  /// All on one line, which scrolls sideways.
  ///
  /// - Parameters:
  ///   - itemWidth: the screen columns an item's content takes.
  ///   - lines: the lines all of them take.
  public static func strip(itemWidth: Int = 12, lines: Int = 1) -> Self {
    Self(kind: .strip(itemWidth: itemWidth, lines: lines))
  }

  /// The same layout of items that touch each other: their content has all of their columns.
  ///
  /// There is no room beside it for the cursor and for marks. The cursor is painted over the content, unless
  /// the cell's background says how it looks. A list keeps its margins.
  public var withoutMargins: Self {
    var layout = self
    layout.hasMargins = kind == .list
    return layout
  }
}

extension SectionLayout {
  /// How items stand in a number of columns, gutters included.
  func geometry(in columns: Int) -> LineGeometry {
    switch kind {
    case .list: .list(columns: columns)
    case .strip(let width, _): .strip(slotColumns: min(max(1, width) + margins.columns, columns))
    }
  }

  /// The columns beside the content of each item.
  var margins: RowMargins { hasMargins ? .standard : .none }
}

/// The columns of a row that are not its content's: the gutter before it, and those of the scroll bar behind.
struct RowMargins: Hashable {
  var leading: Int
  var trailing: Int

  /// Room for the cursor and marks on one side, and for the scroll bar on the other.
  static let standard = RowMargins(leading: TableView.gutterColumns, trailing: TableView.scrollBarColumns)

  /// Room for a word on what happened, behind the content: a screen reader begins with the row's own text. On a narrow
  /// screen only the rows with such a word have it.
  static func words(columns: Int) -> RowMargins {
    columns < 40 ? .none : RowMargins(leading: 0, trailing: 11)
  }

  /// The content has all columns: items touch each other.
  static let none = RowMargins(leading: 0, trailing: 0)

  /// How many they are.
  var columns: Int { leading + trailing }

  /// Whether there is a gutter to draw signs in.
  var hasGutter: Bool { leading > 0 }

  /// The columns between them, in a row of a number of columns.
  func content(of columns: Int) -> Range<Int> { leading..<max(leading, columns - trailing) }
}
