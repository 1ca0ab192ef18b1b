/// What a cell and the view above or below a section have in common: a content and what lies behind it, made
/// once and used for one row or section after the other.
///
/// Either set ``contentConfiguration``, or the two labels. Subclasses of ``TableViewCell`` and
/// ``TableViewHeaderFooterView`` may override ``draw(in:context:)`` and ``lines(inColumns:metrics:)`` instead.
@MainActor
open class ReusableView {
  /// The name it was registered under.
  public let reuseIdentifier: String?
  /// The text of the row, where no content is set; it is emptied before the view is used for another row.
  public let textLabel: Label? = Label()
  /// The fainter text below the first one, which takes a line of its own; it is emptied likewise.
  public let detailTextLabel: Label? = Label()
  /// What is shown; the labels unless set.
  public var contentConfiguration: (any ContentConfiguration)?
  /// What lies behind the content; nothing but the theme's cursor unless set.
  public var backgroundConfiguration: BackgroundConfiguration?

  init(reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier }

  /// Empties it before it serves another row or section. Overrides call `super`.
  open func prepareForReuse() {
    textLabel?.attributedText = nil
    detailTextLabel?.attributedText = nil
    contentConfiguration = nil
    backgroundConfiguration = nil
  }

  /// Lines it takes in a number of columns, as the terminal counts them; at least one.
  open func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    max(1, content.lines(inColumns: columns, metrics: metrics))
  }

  /// Draws what the view shows into its place; override it to draw by hand, after `super` or instead of it.
  open func draw(in canvas: inout Canvas, context: CellContext) {
    content.draw(in: &canvas, context: context)
  }

  /// The labels as a content.
  var labels: ListContentConfiguration {
    ListContentConfiguration(
      attributedText: textLabel?.attributedText, secondaryAttributedText: detailTextLabel?.attributedText,
      arrangement: .below)
  }

  private var content: any ContentConfiguration { contentConfiguration ?? labels }
}

/// A text that a cell shows, set the way a label is in UIKit.
@MainActor
public final class Label {
  /// The text without styled stretches.
  public var text: String? {
    get { attributedText?.text }
    set { attributedText = newValue.map { StyledText($0) } }
  }
  /// The text with styled stretches.
  public var attributedText: StyledText?

  init() {}
}
