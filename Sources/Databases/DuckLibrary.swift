internal import CDuckDB
import Files
import LibC
import ListKit

/// The functions used of DuckDB's library.
struct DuckLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Out = UnsafeMutablePointer<OpaquePointer?>?
  typealias Text = UnsafePointer<CChar>
  typealias Result = UnsafeMutablePointer<duckdb_result>?

  let open: @convention(c) (Text?, Out, Handle?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32
  let close: @convention(c) (Out) -> Void
  let connect: @convention(c) (Handle?, Out) -> Int32
  let disconnect: @convention(c) (Out) -> Void
  let interrupt: @convention(c) (Handle?) -> Void
  let createConfiguration: @convention(c) (Out) -> Int32
  let setConfiguration: @convention(c) (Handle?, Text?, Text?) -> Int32
  let destroyConfiguration: @convention(c) (Out) -> Void
  let extract: @convention(c) (Handle?, Text?, Out) -> UInt64
  let extractError: @convention(c) (Handle?) -> Text?
  let destroyExtracted: @convention(c) (Out) -> Void
  let prepare: @convention(c) (Handle?, Handle?, UInt64, Out) -> Int32
  let prepareError: @convention(c) (Handle?) -> Text?
  let statementType: @convention(c) (Handle?) -> UInt32
  let destroyPrepared: @convention(c) (Out) -> Void
  let bindText: @convention(c) (Handle?, UInt64, Text?, UInt64) -> Int32
  let execute: @convention(c) (Handle?, Result) -> Int32
  let executeStreaming: @convention(c) (Handle?, Result) -> Int32
  let resultError: @convention(c) (Result) -> Text?
  let destroyResult: @convention(c) (Result) -> Void
  let columnCount: @convention(c) (Result) -> UInt64
  let columnType: @convention(c) (Result, UInt64) -> UInt32
  let fetchChunk: @convention(c) (duckdb_result) -> Handle?
  let chunkSize: @convention(c) (Handle?) -> UInt64
  let vector: @convention(c) (Handle?, UInt64) -> Handle?
  let data: @convention(c) (Handle?) -> UnsafeRawPointer?
  let validity: @convention(c) (Handle?) -> UnsafePointer<UInt64>?
  let destroyChunk: @convention(c) (Out) -> Void
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The library, loaded on first use.
  static let shared = Swift.Result { () throws(DatabaseError) in try DuckLibrary() }

  private init() throws(DatabaseError) {
    let library = try LoadedLibrary(Self.candidates(), mode: RTLD_LAZY, package: Self.package)
    open = try library.function("duckdb_open_ext")
    close = try library.function("duckdb_close")
    connect = try library.function("duckdb_connect")
    disconnect = try library.function("duckdb_disconnect")
    interrupt = try library.function("duckdb_interrupt")
    createConfiguration = try library.function("duckdb_create_config")
    setConfiguration = try library.function("duckdb_set_config")
    destroyConfiguration = try library.function("duckdb_destroy_config")
    extract = try library.function("duckdb_extract_statements")
    extractError = try library.function("duckdb_extract_statements_error")
    destroyExtracted = try library.function("duckdb_destroy_extracted")
    prepare = try library.function("duckdb_prepare_extracted_statement")
    prepareError = try library.function("duckdb_prepare_error")
    statementType = try library.function("duckdb_prepared_statement_type")
    destroyPrepared = try library.function("duckdb_destroy_prepare")
    bindText = try library.function("duckdb_bind_varchar_length")
    execute = try library.function("duckdb_execute_prepared")
    executeStreaming = try library.function("duckdb_execute_prepared_streaming")
    resultError = try library.function("duckdb_result_error")
    destroyResult = try library.function("duckdb_destroy_result")
    columnCount = try library.function("duckdb_column_count")
    columnType = try library.function("duckdb_column_type")
    fetchChunk = try library.function("duckdb_fetch_chunk")
    chunkSize = try library.function("duckdb_data_chunk_get_size")
    vector = try library.function("duckdb_data_chunk_get_vector")
    data = try library.function("duckdb_vector_get_data")
    validity = try library.function("duckdb_vector_get_validity")
    destroyChunk = try library.function("duckdb_destroy_data_chunk")
    free = try library.function("duckdb_free")
  }

  // MARK: Constants of duckdb.h

  static let (select, create, multiple): (UInt32, UInt32, UInt32) = (1, 7, 27)
  static let (text, blob): (UInt32, UInt32) = (17, 18)

  // MARK: Where it is

  private static let package = """
    Parquet files, SQL over files and .duckdb files need DuckDB: pip install duckdb, or brew install duckdb, or \
    libduckdb from duckdb.org; $MUSTER_DUCKDB names its library or the folder of Python's package
    """

  /// Returns the files in which the library may be: what the user names, or else that of the system, of
  /// Homebrew, and of Python's package, whose module exports the same functions.
  private static func candidates() -> [String] {
    let named = getenv("MUSTER_DUCKDB").map { String(cString: $0) } ?? ""
    let system = ["libduckdb.so", "libduckdb.dylib", "/opt/homebrew/lib/libduckdb.dylib"]
    if !named.isEmpty, FileState(of: named)?.isFolder != true, !isModule(named) { return [named] }
    if named.isEmpty, let name = system.first(where: { dlopen($0, RTLD_LAZY | RTLD_LOCAL) != nil }) {
      return [name]
    }
    let found = (try? moduleOfPython(named)) ?? []
    // The module refers to symbols of Python's library, which is loaded but never used.
    for python in found.dropFirst() where dlopen(python, RTLD_LAZY | RTLD_GLOBAL) != nil { break }
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
