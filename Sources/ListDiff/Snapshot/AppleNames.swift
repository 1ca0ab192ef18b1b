// What a developer who knows Apple's frameworks types and does not find: the compiler says what to write instead.

@available(*, unavailable, renamed: "DiffableDataSourceSnapshot")
public typealias NSDiffableDataSourceSnapshot = DiffableDataSourceSnapshot
@available(*, unavailable, renamed: "DiffableDataSourceSectionSnapshot")
public typealias NSDiffableDataSourceSectionSnapshot = DiffableDataSourceSectionSnapshot
