// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
  // Homebrew's libpq is keg-only; SwiftPM finds its .pc file itself.
  let libpqPkgConfig: String? = "libpq"
#else
  let libpqPkgConfig: String? = nil
#endif

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// What each program needs of ListKit.
let listKit: [Target.Dependency] = ["ListKit", "ListKitCurses", "ListSearch"].map {
  .product(name: $0, package: "ListKit")
}
let testing: Target.Dependency = .product(name: "ListKitTesting", package: "ListKit")

// Whole programs, as users write them, and a browser of databases that needs heavier libraries than ListKit's users
// should have to resolve.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListKit", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(name: "procs", dependencies: listKit, swiftSettings: strict),
    .executableTarget(name: "gitlog", dependencies: listKit, swiftSettings: strict),
    .executableTarget(name: "tasks", dependencies: listKit, swiftSettings: strict),
    .testTarget(name: "ProcsTests", dependencies: ["procs", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "GitlogTests", dependencies: ["gitlog", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "TasksTests", dependencies: ["tasks", testing] + listKit, swiftSettings: strict),

    // PostgreSQL's own library for clients.
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: libpqPkgConfig,
      providers: [.apt(["libpq-dev"]), .brew(["libpq"]), .yum(["libpq-devel"])]),
    .executableTarget(
      name: "database-browser",
      dependencies: listKit + [
        "CPostgreSQL",
        .product(name: "SeededRandom", package: "ListKit"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .testTarget(
      name: "DatabaseBrowserTests",
      dependencies: [
        "database-browser", "CPostgreSQL", testing,
        .product(name: "SeededRandom", package: "ListKit"),
        .product(name: "TerminalTesting", package: "ListKit"),
        .product(name: "CPseudoTerminal", package: "ListKit"),
        .product(name: "terminal-session", package: "ListKit"),
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
