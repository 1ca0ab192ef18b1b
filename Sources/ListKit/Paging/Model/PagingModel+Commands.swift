extension PagingModel {
  /// Pages that are being read.
  struct Read: Sendable {
    enum Purpose: Hashable, Sendable {
      /// The first rows of another list, or those around a key.
      case search
      /// Rows for a gap.
      case gap(Int, Gap.Side)
      /// What is known already, once more.
      case refresh
    }

    let id: Int
    let purpose: Purpose
    let query: Query
    let requests: [PageRequest<Key>]
    /// How many changes had been told of when it began.
    let changeCount: Int
  }

  enum Command: Sendable {
    case read(Read)
    case cancel(Int)
  }
}
