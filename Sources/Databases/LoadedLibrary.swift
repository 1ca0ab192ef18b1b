import LibC

/// A C library that is loaded when it is first needed: programs that use it are not linked to it, and it need
/// not be installed.
struct LoadedLibrary {
  private let handle: UnsafeMutableRawPointer
  private let package: String

  /// Loads the first of these libraries that exists. It stays loaded.
  ///
  /// - Parameters:
  ///   - names: The file names for Linux and macOS.
  ///   - mode: When its symbols are bound: `RTLD_NOW`, or `RTLD_LAZY` for a large library.
  ///   - package: How to install it, for the user.
  /// - Throws: ``DatabaseError``, which names the package.
  init(_ names: [String], mode: Int32 = RTLD_NOW, package: String) throws(DatabaseError) {
    self.package = package
    for name in names {
      if let handle = dlopen(name, mode | RTLD_LOCAL) {
        self.handle = handle
        return
      }
    }
    throw DatabaseError(.unusable, "\(names[0]) is not installed; \(package)")
  }

  /// Returns a function of the library. `Function` must be its type, as `@convention(c)`.
  ///
  /// - Throws: ``DatabaseError`` if the installed library is too old to have the function.
  func function<Function>(_ name: String) throws(DatabaseError) -> Function {
    guard let symbol = dlsym(handle, name) else {
      throw DatabaseError(.unusable, "the installed library is too old: it has no \(name); \(package)")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
