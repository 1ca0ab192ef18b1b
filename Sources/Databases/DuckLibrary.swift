internal import CDuckDB
import Files
import LibC
import ListKit

private let library = LoadedLibrary(
  DuckLibrary.candidates(), mode: RTLD_LAZY, package: DuckLibrary.package)

/// The functions used of DuckDB's library.
struct DuckLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Out = UnsafeMutablePointer<OpaquePointer?>?
  typealias Text = UnsafePointer<CChar>
  typealias Result = UnsafeMutablePointer<duckdb_result>?

  let open:
    @convention(c) (Text?, Out, Handle?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 =
      library["duckdb_open_ext"]
  let close: @convention(c) (Out) -> Void = library["duckdb_close"]
  let connect: @convention(c) (Handle?, Out) -> Int32 = library["duckdb_connect"]
  let disconnect: @convention(c) (Out) -> Void = library["duckdb_disconnect"]
  let interrupt: @convention(c) (Handle?) -> Void = library["duckdb_interrupt"]
  let createConfiguration: @convention(c) (Out) -> Int32 = library["duckdb_create_config"]
  let setConfiguration: @convention(c) (Handle?, Text?, Text?) -> Int32 = library["duckdb_set_config"]
  let destroyConfiguration: @convention(c) (Out) -> Void = library["duckdb_destroy_config"]
  let extract: @convention(c) (Handle?, Text?, Out) -> UInt64 = library["duckdb_extract_statements"]
  let extractError: @convention(c) (Handle?) -> Text? = library["duckdb_extract_statements_error"]
  let destroyExtracted: @convention(c) (Out) -> Void = library["duckdb_destroy_extracted"]
  let prepare: @convention(c) (Handle?, Handle?, UInt64, Out) -> Int32 =
    library["duckdb_prepare_extracted_statement"]
  let prepareError: @convention(c) (Handle?) -> Text? = library["duckdb_prepare_error"]
  let statementType: @convention(c) (Handle?) -> UInt32 = library["duckdb_prepared_statement_type"]
  let destroyPrepared: @convention(c) (Out) -> Void = library["duckdb_destroy_prepare"]
  let bindText: @convention(c) (Handle?, UInt64, Text?, UInt64) -> Int32 =
    library["duckdb_bind_varchar_length"]
  let execute: @convention(c) (Handle?, Result) -> Int32 = library["duckdb_execute_prepared"]
  let executeStreaming: @convention(c) (Handle?, Result) -> Int32 =
    library["duckdb_execute_prepared_streaming"]
  let resultError: @convention(c) (Result) -> Text? = library["duckdb_result_error"]
  let destroyResult: @convention(c) (Result) -> Void = library["duckdb_destroy_result"]
  let columnCount: @convention(c) (Result) -> UInt64 = library["duckdb_column_count"]
  let columnType: @convention(c) (Result, UInt64) -> UInt32 = library["duckdb_column_type"]
  let fetchChunk: @convention(c) (duckdb_result) -> Handle? = library["duckdb_fetch_chunk"]
  let chunkSize: @convention(c) (Handle?) -> UInt64 = library["duckdb_data_chunk_get_size"]
  let vector: @convention(c) (Handle?, UInt64) -> Handle? = library["duckdb_data_chunk_get_vector"]
  let data: @convention(c) (Handle?) -> UnsafeRawPointer? = library["duckdb_vector_get_data"]
  let validity: @convention(c) (Handle?) -> UnsafePointer<UInt64>? = library["duckdb_vector_get_validity"]
  let destroyChunk: @convention(c) (Out) -> Void = library["duckdb_destroy_data_chunk"]
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void = library["duckdb_free"]

  /// The library, loaded on first use.
  static let shared = Swift.Result { () throws(DatabaseError) in try library.checked(DuckLibrary()) }

  // MARK: Constants of duckdb.h

  static let (select, create, multiple): (UInt32, UInt32, UInt32) = (1, 7, 27)
  static let (text, blob): (UInt32, UInt32) = (17, 18)

  // MARK: Where it is

  fileprivate static let package = """
    Parquet files, SQL over files and .duckdb files need DuckDB: pip install duckdb, or brew install duckdb, or \
    libduckdb from duckdb.org; $MUSTER_DUCKDB names its library or the folder of Python's package
    """

  /// Returns the files in which the library may be: what the user names, or else that of the system, of
  /// Homebrew, and of Python's package, whose module exports the same functions.
  fileprivate static func candidates() -> [String] {
    let named = getenv("MUSTER_DUCKDB").map { String(cString: $0) } ?? ""
    let system = ["libduckdb.so", "libduckdb.dylib", "/opt/homebrew/lib/libduckdb.dylib"]
    if !named.isEmpty, FileStatus(path: named)?.isDirectory != true, !isModule(named) { return [named] }
    if named.isEmpty, let name = system.first(where: { dlopen($0, RTLD_LAZY | RTLD_LOCAL) != nil }) {
      return [name]
    }
    let found = (try? moduleOfPython(named)) ?? []
    // The module refers to Python, which is never used.
    if let module = found.first, !python_symbols_load(module) {
      for python in found.dropFirst() where dlopen(python, RTLD_LAZY | RTLD_GLOBAL) != nil { break }
    }
    return found.first.map { [$0] } ?? [named.isEmpty ? system[0] : named]
  }

  private static func isModule(_ path: String) -> Bool { path.place(of: "_duckdb.") != nil }

  /// Asks Python where its module of DuckDB and its own library are. Nothing of the working directory is run.
  ///
  /// - Parameter named: The module, a folder to search first, or an empty text.
  private static func moduleOfPython(_ named: String) throws(SystemError) -> [String] {
    let question = """
      import sys
      sys.path[0:1] = sys.argv[1:2] if sys.argv[1] else []
      import importlib.util, sysconfig
      named = sys.argv[1]
      found = importlib.util.find_spec("_duckdb")
      value = sysconfig.get_config_var
      library = value("INSTSONAME") or value("LDLIBRARY") or ""
      print(*[named if "_duckdb." in named else found.origin, f"{value('LIBDIR')}/{library}", library], sep="\\n")
      """
    let words = ["env", "python3", "-c", question, named].map { Array($0.utf8) }
    let (reading, writing) = try ChildProcess.pipe()
    defer { LibC.close(reading) }
    let nothing = LibC.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { LibC.close(nothing) }
    let process: pid_t
    do {
      defer { LibC.close(writing) }
      // Ctrl-c ends this program, not its question.
      process = try ChildProcess.start(
        "/usr/bin/env", words, descriptors: [nothing, writing, nothing], leading: .group)
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(reading, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    guard ChildProcess.end(of: process) == .exited(0) else { return [] }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
