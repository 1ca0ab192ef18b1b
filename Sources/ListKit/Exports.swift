// Users of ListKit write snapshots and index paths: they need import nothing else for them.

@_exported public import ListDiff

// Places in a table are Foundation's index paths. Nothing else of Foundation is used, so one import serves all
// files here and all users of this module.
#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.IndexPath
#else
  @_exported public import struct Foundation.IndexPath
#endif
