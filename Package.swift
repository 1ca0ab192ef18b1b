// swift-tools-version: 6.2
import PackageDescription

#if os(macOS)
  // Homebrew's ncurses is keg-only; SwiftPM finds its .pc file itself.
  let ncursesPkgConfig: String? = "ncursesw"
  let simdjsonPkgConfig: String? = "simdjson"
#else
  // On Linux the .pc files contain only -D flags, which SwiftPM rejects with a warning in every build.
  let ncursesPkgConfig: String? = nil
  let simdjsonPkgConfig: String? = nil
#endif

/// What the scripts build: programs quickly (`quick`), or programs and libraries for their tests (`test`).
let build = Context.environment["LISTKIT_BUILD"]

let strict: [SwiftSetting] =
  [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (build == "quick" ? [.define("QUICK_BUILD")] : [])

/// Builds for tests optimise ListKit, which draws every frame of nearly all tests, and keep the assertions. Packages
/// that depend on this one never see these flags, which SwiftPM does not allow in dependencies.
let drawing: [SwiftSetting] =
  strict + (build == "test" ? [.unsafeFlags(["-Xfrontend", "-O", "-assert-config", "Debug"])] : [])

/// Targets that process all rows of a list: quick builds of the programs optimise only these, builds for tests
/// these too.
let engine: [SwiftSetting] =
  drawing + (build == "quick" ? [.unsafeFlags(["-Xfrontend", "-O"])] : [])

let package = Package(
  name: "ListKit",
  platforms: [.macOS(.v15)],
  // No executable: packages that depend on the libraries would compile it with its dependencies for their
  // tests.
  products: [
    .library(name: "ListDiff", targets: ["ListDiff"]),
    .library(name: "ListKit", targets: ["ListKit"]),
    .library(name: "ListKitCurses", targets: ["ListKitCurses"]),
    .library(name: "ListKitOptions", targets: ["ListKitOptions"]),
    .library(name: "ListKitPaging", targets: ["ListKitPaging"]),
    .library(name: "ListKitTesting", targets: ["ListKitTesting"]),
    .library(name: "ListSearch", targets: ["ListSearch"]),
  ],
  traits: [
    .trait(
      name: "OwnIndexPath",
      description: "IndexPath is ListKit's own and not Foundation's: static executables are 6.5 MB smaller.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    // The libraries for the terminal.
    .systemLibrary(
      name: "CNcurses", pkgConfig: ncursesPkgConfig,
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"]), .yum(["ncurses-devel"])]),
    .target(name: "CTerminal", cSettings: [.treatAllWarnings(as: .error)]),
    // JSON, read by a C++ library with a C interface.
    .systemLibrary(
      name: "CSimdJSONLibrary", pkgConfig: simdjsonPkgConfig,
      providers: [.apt(["libsimdjson-dev"]), .brew(["simdjson"]), .yum(["simdjson-devel"])]),
    .target(
      name: "CSimdJSON", dependencies: ["CSimdJSONLibrary"],
      cxxSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("simdjson")]),

    // The C library under one name: Glibc, Musl or Darwin.
    .target(name: "LibC", swiftSettings: strict),

    // The replacement for FoundationEssentials in the programs that Scripts/build-program.sh builds, and with the
    // trait.
    .target(name: "SmallFoundation", path: "Packaging/FoundationEssentials", swiftSettings: strict),

    // The products.
    .target(
      name: "ListData", dependencies: ["CSimdJSON", "CharacterWidths", "Parallel", "TextOrder"],
      swiftSettings: engine),
    .target(name: "ListDiff", dependencies: ["LibC", "PositionSets"], swiftSettings: engine),
    .target(
      name: "ListKit",
      dependencies: [
        "ListDiff", .target(name: "SmallFoundation", condition: .when(traits: ["OwnIndexPath"])),
      ],
      swiftSettings: drawing),
    .target(
      name: "ListKitCurses", dependencies: ["CNcurses", "CTerminal", "Files", "LibC", "ListKit"],
      swiftSettings: strict,
      // The library on which ncurses is based: a shared ncurses names it itself, an archive does not.
      linkerSettings: [.linkedLibrary("tinfo", .when(platforms: [.linux]))]),
    // Apart from ListKit, because it takes a tenth of the time to compile that and few programs need it.
    .target(name: "ListKitPaging", dependencies: ["ListKit"], swiftSettings: strict),
    .target(name: "ListKitTesting", dependencies: ["CharacterWidths", "ListKit"], swiftSettings: strict),
    .target(name: "ListSearch", dependencies: ["Parallel", "PositionSets"], swiftSettings: engine),
    // Work on all processors: search, and sorting by a column.
    .target(name: "Parallel", swiftSettings: engine),
    // The sets of positions that search and snapshots share.
    .target(name: "PositionSets", swiftSettings: engine),
    // Reproducible random numbers for demos, tests and benchmarks.
    .target(name: "SeededRandom", swiftSettings: strict),
    // The columns that characters take on a screen.
    .target(name: "CharacterWidths", swiftSettings: engine),
    // The order of names and of cells.
    .target(name: "TextOrder", swiftSettings: engine),
    // Follows files; both programs use it.
    .target(name: "Files", dependencies: ["CTerminal", "LibC"], swiftSettings: strict),
    // SQLite, PostgreSQL and DuckDB, with their own libraries, which are loaded when an argument names a database.
    .target(name: "CDuckDB", dependencies: ["CTerminal"], cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "Databases",
      dependencies: ["CDuckDB", "Files", "LibC", "ListKit", "ListKitPaging", "ListSearch"],
      swiftSettings: strict),
    // Commands with the values of a row: which columns a text names, how a shell reads a value, and where it would
    // be code.
    .target(name: "ShellCommands", dependencies: ["ListKit"], swiftSettings: strict),
    // The rows of a list, as values: how they are identified, arranged, compared and written. Without files,
    // processes, options of a command line and screens.
    .target(
      name: "Rows",
      dependencies: [
        "LibC", "ListData", "ListDiff", "ListKit", "ListSearch", "Parallel", "ShellCommands", "TextOrder",
      ],
      swiftSettings: strict),
    // Where rows come from: files, pipes, commands; their history, recordings and conditions.
    .target(
      name: "Runs", dependencies: ["Files", "LibC", "ListData", "ListSearch", "Rows"],
      swiftSettings: strict),
    // The command-line options of programs with a screen, and how both programs read them.
    .target(
      name: "ListKitOptions", dependencies: ["Files", "LibC", "ListKit", "ListKitCurses"],
      swiftSettings: strict),
    .target(
      name: "ProgramOptions",
      dependencies: [
        "LibC", "ListKit", "ListKitCurses", "ListKitOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // The demo's data, in C: Swift would compile it as an array literal.
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
        "Databases", "Files", "LibC", "ListData", "ListKit", "ListKitCurses", "ListKitPaging",
        "ListSearch", "ListKitOptions", "ProgramOptions", "Rows", "Runs",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    // The README's program.
    .executableTarget(
      name: "readme-example", dependencies: ["ListKit", "ListKitCurses"], path: "Examples/Readme",
      swiftSettings: strict),

    // A list with a slow source, read page by page.
    .executableTarget(
      name: "paged-example", dependencies: ["ListKit", "ListKitCurses", "ListKitPaging"],
      path: "Examples/Paged",
      swiftSettings: strict),

    // Tests, and the terminal for them: a pseudo-terminal and an emulator that reads it.
    .systemLibrary(
      name: "CVTerm", path: "Tests/CVTerm",
      providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(
      name: "CPseudoTerminal", path: "Tests/CPseudoTerminal",
      cSettings: [.treatAllWarnings(as: .error)]),
    // A shell for one program, and a program that shows its input and ends on request.
    .executableTarget(
      name: "terminal-session", path: "Tests/TerminalSession",
      cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "CRaces", path: "Tests/CRaces", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["ListKit", "ListKitCurses", "CRaces", "LibC"],
      path: "Tests/TerminalProbe",
      swiftSettings: strict),
    .target(
      name: "TerminalTesting",
      dependencies: ["CVTerm", "CPseudoTerminal", "LibC", "SeededRandom", "terminal-session"],
      path: "Tests/TerminalTesting", swiftSettings: strict),
    // Counting identifiers, trap messages: code that several test targets need.
    .testTarget(
      name: "TestSupport", dependencies: ["LibC", "SeededRandom", "TerminalTesting"], swiftSettings: strict),
    .testTarget(
      name: "ListDataTests", dependencies: ["CharacterWidths", "ListData", "TestSupport", "TextOrder"],
      exclude: ["Tables"],
      swiftSettings: strict),
    // Databases that tests create, and servers that they start.
    .testTarget(
      name: "DatabaseTesting",
      dependencies: ["Databases", "CPseudoTerminal", "LibC", "ListKitPaging", "TerminalTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "DatabasesTests",
      dependencies: [
        "CDuckDB", "DatabaseTesting", "Databases", "Files", "LibC", "ListData", "ListKit", "ListKitPaging",
        "Rows", "SeededRandom", "TerminalTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ListKitOptionsTests",
      dependencies: [
        "LibC", "ListKit", "ListKitCurses", "ListKitOptions", "TerminalTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "ListDiffTests", dependencies: ["ListDiff", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ListKitTests", dependencies: ["LibC", "ListKit", "ListKitTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ListKitPagingTests",
      dependencies: ["ListKit", "ListKitPaging", "ListKitTesting", "SeededRandom", "TestSupport"],
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
        "ListKitCurses", "ListKit", "ListKitTesting", "CNcurses", "LibC", "TerminalTesting", "TestSupport",
        "terminal-probe", "readme-example",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PositionSetsTests", dependencies: ["PositionSets", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "TuiDemoTests",
      dependencies: [
        "tui-demo", "Files", "LibC", "ListKit", "ListKitOptions", "ListKitTesting", "SeededRandom",
        "TerminalTesting", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MusterTests",
      dependencies: [
        "muster", "DatabaseTesting", "Databases", "Files", "LibC", "ListData", "ListKit", "ListKitPaging",
        "ListKitTesting",
        "ListSearch", "ProgramOptions", "Rows", "Runs", "RunsTesting", "TerminalTesting",
        "TestSupport",
      ],
      exclude: ["Options/Pairs"],
      swiftSettings: strict),
    .testTarget(
      name: "ShellCommandsTests", dependencies: ["ShellCommands", "TerminalTesting", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RowsTests", dependencies: ["ListData", "ListSearch", "Rows", "TestSupport"],
      swiftSettings: strict),
    // Runs made from texts, and sources of files and commands.
    .testTarget(
      name: "RunsTesting", dependencies: ["Files", "ListData", "Rows", "Runs"], swiftSettings: strict),
    .testTarget(
      name: "RunsTests",
      dependencies: [
        "Files", "LibC", "ListData", "ListDiff", "ListKit", "ListKitTesting", "Rows", "Runs", "RunsTesting",
        "SeededRandom",
        "TerminalTesting", "TestSupport",
      ],
      exclude: [
        "Traces/programs.txt", "Traces/repeated.txt", "Traces/sources.txt", "Traces/streams.txt",
      ],
      swiftSettings: strict),
    .testTarget(name: "SmallFoundationTests", dependencies: ["SmallFoundation"], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
