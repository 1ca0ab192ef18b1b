/// The functions used of SQLite's library.
struct SQLiteLibrary: Sendable {
  typealias Statement = OpaquePointer
  typealias Connection = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

  let open: @convention(c) (Text?, UnsafeMutablePointer<Connection?>?, Int32, Text?) -> Int32
  let close: @convention(c) (Connection?) -> Int32
  let prepare:
    @convention(c) (
      Connection?, Text?, Int32, UnsafeMutablePointer<Statement?>?, UnsafeMutablePointer<Text?>?
    ) -> Int32
  let step: @convention(c) (Statement?) -> Int32
  let finalize: @convention(c) (Statement?) -> Int32
  let bindInteger: @convention(c) (Statement?, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Statement?, Int32, Double) -> Int32
  let bindText: @convention(c) (Statement?, Int32, Text?, Int32, Destructor?) -> Int32
  let bindBlob: @convention(c) (Statement?, Int32, UnsafeRawPointer?, Int32, Destructor?) -> Int32
  let columnCount: @convention(c) (Statement?) -> Int32
  let columnName: @convention(c) (Statement?, Int32) -> Text?
  let columnType: @convention(c) (Statement?, Int32) -> Int32
  let columnInteger: @convention(c) (Statement?, Int32) -> Int64
  let columnReal: @convention(c) (Statement?, Int32) -> Double
  let columnText: @convention(c) (Statement?, Int32) -> UnsafePointer<UInt8>?
  let columnBlob: @convention(c) (Statement?, Int32) -> UnsafeRawPointer?
  let columnBytes: @convention(c) (Statement?, Int32) -> Int32
  let isReadOnly: @convention(c) (Statement?) -> Int32
  let message: @convention(c) (Connection?) -> Text?
  let interrupt: @convention(c) (Connection?) -> Void
  let busyTimeout: @convention(c) (Connection?, Int32) -> Int32

  /// The library, loaded on first use.
  static let shared = Result { () throws(DatabaseError) in try SQLiteLibrary() }

  private init() throws(DatabaseError) {
    let library = try LoadedLibrary(
      ["libsqlite3.so.0", "libsqlite3.dylib", "libsqlite3.so"],
      package: "SQLite files need SQLite's library: apt install libsqlite3-0")
    open = try library.function("sqlite3_open_v2")
    close = try library.function("sqlite3_close_v2")
    prepare = try library.function("sqlite3_prepare_v2")
    step = try library.function("sqlite3_step")
    finalize = try library.function("sqlite3_finalize")
    bindInteger = try library.function("sqlite3_bind_int64")
    bindReal = try library.function("sqlite3_bind_double")
    bindText = try library.function("sqlite3_bind_text")
    bindBlob = try library.function("sqlite3_bind_blob")
    columnCount = try library.function("sqlite3_column_count")
    columnName = try library.function("sqlite3_column_name")
    columnType = try library.function("sqlite3_column_type")
    columnInteger = try library.function("sqlite3_column_int64")
    columnReal = try library.function("sqlite3_column_double")
    columnText = try library.function("sqlite3_column_text")
    columnBlob = try library.function("sqlite3_column_blob")
    columnBytes = try library.function("sqlite3_column_bytes")
    isReadOnly = try library.function("sqlite3_stmt_readonly")
    message = try library.function("sqlite3_errmsg")
    interrupt = try library.function("sqlite3_interrupt")
    busyTimeout = try library.function("sqlite3_busy_timeout")
  }

  // MARK: Constants of sqlite3.h

  static let row: Int32 = 100
  static let done: Int32 = 101
  static let (busy, locked, interrupted): (Int32, Int32, Int32) = (5, 6, 9)
  static let (integer, real, text, blob): (Int32, Int32, Int32, Int32) = (1, 2, 3, 4)
  static let (openReadOnly, openReadWrite, openCreate, openURI): (Int32, Int32, Int32, Int32) = (
    1, 2, 4, 0x40
  )
  static let openFullMutex: Int32 = 0x10000
  /// Makes SQLite copy bound values.
  static var transient: Destructor { unsafeBitCast(-1, to: Destructor.self) }
}
