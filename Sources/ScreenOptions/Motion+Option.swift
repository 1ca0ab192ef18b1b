public import ArgumentParser
public import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Motion: ExpressibleByArgument {
  /// What `LISTKIT_MOTION` says; full where it says nothing that is known.
  package static var environment: Motion {
    getenv("LISTKIT_MOTION").flatMap { Motion(rawValue: String(cString: $0)) } ?? .full
  }
}
