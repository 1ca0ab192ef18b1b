// What a developer who knows Apple's frameworks types and does not find: the compiler says what to write instead.

/// What ``DiffableDataSourceSnapshot`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "DiffableDataSourceSnapshot")
public typealias NSDiffableDataSourceSnapshot = DiffableDataSourceSnapshot
/// What ``DiffableDataSourceSectionSnapshot`` is called in Apple's frameworks.
@available(*, unavailable, renamed: "DiffableDataSourceSectionSnapshot")
public typealias NSDiffableDataSourceSectionSnapshot = DiffableDataSourceSectionSnapshot
