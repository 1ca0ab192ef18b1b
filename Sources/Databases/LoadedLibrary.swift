import LibC

/// A library in C that is loaded at run time, when it is needed first: programs that use it are neither linked to it
/// nor need it to be installed.
struct LoadedLibrary {
  private let handle: UnsafeMutableRawPointer
  private let package: String

  /// Loads the first library of these names that there is; it stays loaded.
  ///
  /// - Parameters:
  ///   - names: the file names, those of Linux and of macOS.
  ///   - package: what brings it, for the user.
  /// - Throws: ``DatabaseError``, which names the package.
  init(_ names: [String], package: String) throws(DatabaseError) {
    self.package = package
    for name in names {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        return
      }
    }
    throw DatabaseError(.unusable, "\(names[0]) is not installed; \(package)")
  }

  /// A function of the library; `Function` has to be its type, as `@convention(c)`.
  ///
  /// - Throws: ``DatabaseError`` where the library is older than the function.
  func function<Function>(_ name: String) throws(DatabaseError) -> Function {
    guard let symbol = dlsym(handle, name) else {
      throw DatabaseError(.unusable, "the installed library is too old: it has no \(name); \(package)")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
