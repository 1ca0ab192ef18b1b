private let library = LoadedLibrary(
  ["libsqlite3.so.0", "libsqlite3.dylib", "libsqlite3.so"],
  package: "SQLite files need SQLite's library: apt install libsqlite3-0")

/// The functions used of SQLite's library.
struct SQLiteLibrary: Sendable {
  typealias Statement = OpaquePointer
  typealias Connection = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

  let open: @convention(c) (Text?, UnsafeMutablePointer<Connection?>?, Int32, Text?) -> Int32 =
    library["sqlite3_open_v2"]
  let close: @convention(c) (Connection?) -> Int32 = library["sqlite3_close_v2"]
  let prepare:
    @convention(c) (
      Connection?, Text?, Int32, UnsafeMutablePointer<Statement?>?, UnsafeMutablePointer<Text?>?
    ) -> Int32 = library["sqlite3_prepare_v2"]
  let step: @convention(c) (Statement?) -> Int32 = library["sqlite3_step"]
  let finalize: @convention(c) (Statement?) -> Int32 = library["sqlite3_finalize"]
  let bindInteger: @convention(c) (Statement?, Int32, Int64) -> Int32 = library["sqlite3_bind_int64"]
  let bindReal: @convention(c) (Statement?, Int32, Double) -> Int32 = library["sqlite3_bind_double"]
  let bindText: @convention(c) (Statement?, Int32, Text?, Int32, Destructor?) -> Int32 =
    library["sqlite3_bind_text"]
  let bindBlob: @convention(c) (Statement?, Int32, UnsafeRawPointer?, Int32, Destructor?) -> Int32 =
    library["sqlite3_bind_blob"]
  let columnCount: @convention(c) (Statement?) -> Int32 = library["sqlite3_column_count"]
  let columnName: @convention(c) (Statement?, Int32) -> Text? = library["sqlite3_column_name"]
  let columnType: @convention(c) (Statement?, Int32) -> Int32 = library["sqlite3_column_type"]
  let columnInteger: @convention(c) (Statement?, Int32) -> Int64 = library["sqlite3_column_int64"]
  let columnReal: @convention(c) (Statement?, Int32) -> Double = library["sqlite3_column_double"]
  let columnText: @convention(c) (Statement?, Int32) -> UnsafePointer<UInt8>? = library["sqlite3_column_text"]
  let columnBlob: @convention(c) (Statement?, Int32) -> UnsafeRawPointer? = library["sqlite3_column_blob"]
  let columnBytes: @convention(c) (Statement?, Int32) -> Int32 = library["sqlite3_column_bytes"]
  let isReadOnly: @convention(c) (Statement?) -> Int32 = library["sqlite3_stmt_readonly"]
  let message: @convention(c) (Connection?) -> Text? = library["sqlite3_errmsg"]
  let interrupt: @convention(c) (Connection?) -> Void = library["sqlite3_interrupt"]
  let busyTimeout: @convention(c) (Connection?, Int32) -> Int32 = library["sqlite3_busy_timeout"]

  /// The library, loaded on first use.
  static let shared = Result { () throws(DatabaseError) in try library.checked(SQLiteLibrary()) }

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
