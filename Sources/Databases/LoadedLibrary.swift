import LibC

/// A C library that is loaded when it is first needed: programs that use it are not linked to it, and it need
/// not be installed.
// `@unchecked`: only the initialization of the structure with its functions uses it, once.
final class LoadedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer?
  private let package: String
  /// Why it cannot be used: it is not installed, or too old to have one of the functions.
  private var problem: DatabaseError?

  /// Loads the first of these libraries that exists. It stays loaded.
  ///
  /// - Parameters:
  ///   - names: The file names for Linux and macOS.
  ///   - mode: When its symbols are bound: `RTLD_NOW`, or `RTLD_LAZY` for a large library.
  ///   - package: How to install it, for the user.
  init(_ names: [String], mode: Int32 = RTLD_NOW, package: String) {
    self.package = package
    handle = names.lazy.compactMap { dlopen($0, mode | RTLD_LOCAL) }.first
    if handle == nil {
      let reason = access(names[0], F_OK) == 0 ? dlerror().map { String(cString: $0) } : nil
      problem = DatabaseError(.unusable, "\(reason ?? "\(names[0]) is not installed"); \(package)")
    }
  }

  /// The function with a name. `Function` must be its type, as `@convention(c)`.
  subscript<Function>(name: String) -> Function {
    let symbol = handle.flatMap { dlsym($0, name) }
    if symbol == nil, problem == nil {
      problem = DatabaseError(
        .unusable, "the installed library is too old: it has no \(name); \(package)")
    }
    // A missing function is never called, because ``checked(_:)`` throws.
    return unsafeBitCast(symbol ?? UnsafeMutableRawPointer(bitPattern: 1), to: Function.self)
  }

  /// Returns the functions, if the library has all of them.
  ///
  /// - Throws: ``DatabaseError``, which names the package.
  func checked<Functions>(_ functions: Functions) throws(DatabaseError) -> Functions {
    if let problem { throw problem }
    return functions
  }
}
