// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What needs heavier libraries than ListKit's users should have to resolve. Examples without any are targets of
// the package above.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListKit", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "database-browser",
      dependencies: [
        .product(name: "ListKit", package: "ListKit"),
        .product(name: "ListKitCurses", package: "ListKit"),
        .product(name: "ListSearch", package: "ListKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    // Real terminals for tests: links to the package above, which has no product for it, for its users have none
    // for libvterm.
    .systemLibrary(
      name: "CVTerm", path: "Tests/CVTerm",
      providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .executableTarget(name: "terminal-session", path: "Tests/TerminalSession"),
    .testTarget(
      name: "TerminalTesting", dependencies: ["CVTerm", "CPseudoTerminal", "terminal-session"],
      swiftSettings: strict),
    .testTarget(
      name: "DatabaseBrowserTests",
      dependencies: [
        "database-browser", "TerminalTesting",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
