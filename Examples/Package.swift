// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The products of ListKit that each program uses.
let listKit: [Target.Dependency] = ["ListKit", "ListKitCurses", "ListKitOptions", "ListSearch"].map {
  .product(name: $0, package: "ListKit")
}
let testing: Target.Dependency = .product(name: "ListKitTesting", package: "ListKit")

// Complete programs, as users write them.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ListKit", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .executableTarget(name: "procs", dependencies: listKit, swiftSettings: strict),
    .executableTarget(name: "gitlog", dependencies: listKit, swiftSettings: strict),
    .executableTarget(name: "tasks", dependencies: listKit, swiftSettings: strict),
    .executableTarget(
      name: "pick", dependencies: listKit, swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "climate", dependencies: listKit, swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "settings",
      dependencies: listKit + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "ProcsTests", dependencies: ["procs", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "GitlogTests", dependencies: ["gitlog", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "TasksTests", dependencies: ["tasks", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "PickTests", dependencies: ["pick", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "ClimateTests", dependencies: ["climate", testing] + listKit, swiftSettings: strict),
    .testTarget(name: "SettingsTests", dependencies: ["settings", testing] + listKit, swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
