// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
  // Homebrew's ncurses is keg-only; SwiftPM finds its .pc file itself.
  let ncursesPkgConfig: String? = "ncursesw"
  let simdjsonPkgConfig: String? = "simdjson"
#else
  // On Linux the .pc files add only -D flags, which SwiftPM refuses with a warning on every build.
  let ncursesPkgConfig: String? = nil
  let simdjsonPkgConfig: String? = nil
#endif

let isQuickBuild = Context.environment["LISTKIT_BUILD"] == "quick"

let strict: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isQuickBuild ? [.define("QUICK_BUILD")] : [])

/// Targets that work on all rows of a list: quick builds of the programs optimise only these. Packages that depend on this one
/// never see these flags, which SwiftPM refuses in dependencies.
let engine: [SwiftSetting] = strict + (isQuickBuild ? [.unsafeFlags(["-Xfrontend", "-O"])] : [])

let package = Package(
  name: "ListKit",
  platforms: [.macOS(.v15)],
  // No executable: who depends on the libraries would compile it, and what it depends on, for his own tests.
  products: [
    .library(name: "ListData", targets: ["ListData"]),
    .library(name: "ListDiff", targets: ["ListDiff"]),
    .library(name: "ListKit", targets: ["ListKit"]),
    .library(name: "ListKitCurses", targets: ["ListKitCurses"]),
    .library(name: "ListKitOptions", targets: ["ListKitOptions"]),
    .library(name: "ListKitTesting", targets: ["ListKitTesting"]),
    .library(name: "ListSearch", targets: ["ListSearch"]),
    // For Benchmarks.
    .library(name: "SeededRandom", targets: ["SeededRandom"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Without its trait it does without Foundation.
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    // What paths are in its interface.
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
  ],
  targets: [
    // The terminal's own libraries.
    .systemLibrary(
      name: "CNcurses", pkgConfig: ncursesPkgConfig,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"]), .yum(["ncurses-devel"])]),
    .target(name: "CTerminal", cSettings: [.treatAllWarnings(as: .error)]),
    // JSON, read by a library in C++ behind an interface in C.
    .systemLibrary(
      name: "CSimdJSONLibrary", pkgConfig: simdjsonPkgConfig,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"]), .yum(["simdjson-devel"])]),
    .target(
      name: "CSimdJSON", dependencies: ["CSimdJSONLibrary"],
      cxxSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("simdjson")]),

    // The C library under one name: Glibc, Musl or Darwin.
    .target(name: "LibC", swiftSettings: strict),

    // What the programs as Scripts/build-program.sh makes them have in place of FoundationEssentials.
    .target(name: "SmallFoundation", path: "Packaging/FoundationEssentials", swiftSettings: strict),

    // The product.
    .target(name: "ListData", dependencies: ["CSimdJSON", "Parallel", "TextOrder"], swiftSettings: engine),
    .target(name: "ListDiff", dependencies: ["PositionSets"], swiftSettings: engine),
    .target(name: "ListKit", dependencies: ["ListDiff"], swiftSettings: strict),
    .target(
      name: "ListKitCurses", dependencies: ["ListKit", "CNcurses", "CTerminal", "LibC"],
      swiftSettings: strict,
      // What ncurses is built on: a shared library knows that itself, an archive does not.
      linkerSettings: [.linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    .target(name: "ListKitTesting", dependencies: ["ListKit"], swiftSettings: strict),
    .target(name: "ListSearch", dependencies: ["Parallel", "PositionSets"], swiftSettings: engine),
    // Work on all processors: search, and the order of a column.
    .target(name: "Parallel", swiftSettings: engine),
    // What both search and snapshots speak of.
    .target(name: "PositionSets", swiftSettings: engine),
    // Random numbers that repeat: for demos, tests and benchmarks.
    .target(name: "SeededRandom", swiftSettings: strict),
    // The order of names and of cells.
    .target(name: "TextOrder", swiftSettings: engine),
    // Follows files in both programs.
    .target(name: "Files", dependencies: ["LibC"], swiftSettings: strict),
    // SQLite and PostgreSQL, by their own libraries, which are loaded when an argument names a database.
    .target(name: "Databases", dependencies: ["Files", "LibC", "ListKit"], swiftSettings: strict),
    // What programs with a screen understand on their command lines, and how both programs read it.
    .target(
      name: "ListKitOptions", dependencies: ["Files", "LibC", "ListKit", "ListKitCurses"],
      swiftSettings: strict),
    .target(
      name: "ProgramOptions",
      dependencies: [
        "LibC", "ListKit", "ListKitOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // The demo's data: Swift would compile an array literal of them.
    .target(name: "CDemoFiles", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "tui-demo",
      dependencies: [
        "CDemoFiles", "Files", "LibC", "ListKit", "ListKitCurses", "ListSearch", "PositionSets",
        "ListKitOptions", "ProgramOptions", "SeededRandom", "TextOrder",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Data"],
      swiftSettings: strict),
    .executableTarget(
      name: "muster",
      dependencies: [
        "CTerminal", "Databases", "Files", "LibC", "ListData", "ListKit", "ListKitCurses",
        "ListSearch",
        "ListKitOptions", "Parallel", "ProgramOptions", "TextOrder",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: strict),
    // The README's program.
    .executableTarget(
      name: "readme-example", dependencies: ["ListKit", "ListKitCurses"], path: "Examples/Readme",
      swiftSettings: strict),

    // A list over a slow source, read page by page.
    .executableTarget(
      name: "paged-example", dependencies: ["ListKit", "ListKitCurses"], path: "Examples/Paged",
      swiftSettings: strict),

    // Tests, and what they need of a terminal: a pseudo-terminal and an emulator that reads it.
    .systemLibrary(
      name: "CVTerm", path: "Tests/CVTerm",
      providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(
      name: "CPseudoTerminal", path: "Tests/CPseudoTerminal",
      cSettings: [.treatAllWarnings(as: .error)]),
    // A shell for one program, and a program that shows what arrives and ends as it is told.
    .executableTarget(
      name: "terminal-session", path: "Tests/TerminalSession",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CSlowRead", path: "Tests/CSlowRead", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["ListKit", "ListKitCurses", "CSlowRead", "LibC"],
      path: "Tests/TerminalProbe",
      swiftSettings: strict),
    .target(
      name: "TerminalTesting",
      dependencies: ["CVTerm", "CPseudoTerminal", "LibC", "SeededRandom", "terminal-session"],
      path: "Tests/TerminalTesting", swiftSettings: strict),
    // Identifiers that count, messages of traps: what several test targets need.
    .testTarget(name: "TestSupport", dependencies: ["LibC", "SeededRandom"], swiftSettings: strict),
    .testTarget(
      name: "ListDataTests", dependencies: ["ListData", "TestSupport", "TextOrder"], exclude: ["Tables"],
      swiftSettings: strict),
    // Databases that are made for a test, and servers that are started for one.
    .testTarget(
      name: "DatabaseTesting",
      dependencies: ["Databases", "CPseudoTerminal", "LibC", "ListKit", "TerminalTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "DatabasesTests",
      dependencies: ["DatabaseTesting", "Databases", "LibC", "ListKit", "SeededRandom"],
      swiftSettings: strict),
    .testTarget(
      name: "ListKitOptionsTests", dependencies: ["LibC", "ListKit", "ListKitCurses", "ListKitOptions"],
      swiftSettings: strict),
    .testTarget(name: "ListDiffTests", dependencies: ["ListDiff", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ListKitTests", dependencies: ["LibC", "ListKit", "ListKitTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ListKitTestingTests", dependencies: ["ListKit", "ListKitTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ListSearchTests", dependencies: ["ListSearch", "PositionSets", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ListKitCursesTests",
      dependencies: [
        "ListKitCurses", "ListKit", "CNcurses", "LibC", "TerminalTesting", "TestSupport", "terminal-probe",
        "readme-example",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PositionSetsTests", dependencies: ["PositionSets", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TuiDemoTests",
      dependencies: [
        "tui-demo", "Files", "LibC", "ListKit", "ListKitOptions", "ListKitTesting", "SeededRandom",
        "TerminalTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MusterTests",
      dependencies: [
        "muster", "DatabaseTesting", "LibC", "ListData", "ListKit", "ListKitTesting", "ListSearch",
        "TerminalTesting",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "SmallFoundationTests", dependencies: ["SmallFoundation"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
