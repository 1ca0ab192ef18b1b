// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ListKitBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListKit", path: ".."),
    // Without its traits it builds on machines without jemalloc; its malloc counts are 0 then.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    // A link to the random numbers of ListKit, which are no product.
    .target(name: "BenchmarkRandom"),

    // The identifiers and the changes to measure, which are the same in every run.
    .target(name: "Workloads", dependencies: ["BenchmarkRandom"]),

    // Functions that measure, and print the results.
    .target(name: "Reporting"),

    // A table on a screen without a terminal.
    .target(name: "Screens", dependencies: [.product(name: "ListKit", package: "ListKit")]),

    // `swift run -c release keys FILE PROCESSORS fzf`: the cost of typed letters in a list of lines, compared
    // with fzf.
    .executableTarget(
      name: "keys",
      dependencies: [
        "Reporting", "Screens", .product(name: "ListKit", package: "ListKit"),
        .product(name: "ListSearch", package: "ListKit"),
      ],
      path: "Sources/Keys"),

    // `swift run -c release ratios`: comparisons with building a Dictionary, and with the targets.
    .executableTarget(
      name: "ratios",
      dependencies: [
        "BenchmarkRandom", "Reporting", "Workloads", .product(name: "ListDiff", package: "ListKit"),
      ],
      path: "Sources/Ratios"),

    // `swift run -c release frames`: the cost of a frame for different numbers of rows.
    .executableTarget(
      name: "frames",
      dependencies: ["Reporting", "Screens", .product(name: "ListKit", package: "ListKit")],
      path: "Sources/Frames"),

    // `swift run -c release applies ROWS`: an apply whose instructions Scripts/instructions.py counts.
    .executableTarget(
      name: "applies", dependencies: ["Screens", .product(name: "ListKit", package: "ListKit")],
      path: "Sources/Applies"),

    // `swift package benchmark`: the library's own figures, for baselines.
    .executableTarget(
      name: "Differences",
      dependencies: [
        "Workloads", .product(name: "ListDiff", package: "ListKit"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Differences",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
