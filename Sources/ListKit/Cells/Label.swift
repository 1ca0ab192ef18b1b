/// A text that a cell shows, set the way a label is in UIKit.
@MainActor
public final class Label {
  /// The text without styled stretches.
  public var text: String? {
    get { styledText?.text }
    set { styledText = newValue.map { StyledText($0) } }
  }
  /// The text with styled stretches.
  public var styledText: StyledText?

  init() {}
}
