/// How many rows a change touched.
public struct ChangeSummary: Hashable, Sendable {
  /// How many rows came, in view or not.
  public var inserted: Int
  /// How many rows left, in view or not.
  public var deleted: Int
  /// Rows that stand elsewhere, relative to those around them.
  public var moved: Int
  /// How many rows stayed and have other content.
  public var changed: Int

  /// Creates a summary from numbers of rows, none of them negative.
  public init(inserted: Int = 0, deleted: Int = 0, moved: Int = 0, changed: Int = 0) {
    self.inserted = inserted
    self.deleted = deleted
    self.moved = moved
    self.changed = changed
  }

  /// Whether no row came, left, moved or changed.
  public var isEmpty: Bool { inserted + deleted + moved + changed == 0 }

  /// The numbers with their signs, such as `+120 −34 ↕7 ~2`.
  public func text(_ symbols: Symbols) -> String {
    [
      (symbols.inserted, inserted), (symbols.minus, deleted), (symbols.moved, moved),
      (symbols.changed, changed),
    ]
    .filter { $0.1 > 0 }.map { "\($0)\($1)" }.joined(separator: " ")
  }
}

extension ChangeSummary {
  /// The numbers in words, such as `2 added, 1 moved`.
  public var words: String {
    [(inserted, "added"), (deleted, "removed"), (moved, "moved"), (changed, "changed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
