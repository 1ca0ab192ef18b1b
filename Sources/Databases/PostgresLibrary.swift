/// The functions used of libpq, PostgreSQL's client library.
struct PostgresLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Answer = OpaquePointer
  typealias Cancel = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, Answer?) -> Void

  /// `PQconninfoOption`
  struct Option {
    var keyword: Text?
    var variable: Text?
    var compiled: Text?
    var value: Text?
    var label: Text?
    var display: Text?
    var size: Int32
  }

  let parse: @convention(c) (Text?, UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let connect: @convention(c) (Texts?, Texts?, Int32) -> Connection?
  let finish: @convention(c) (Connection?) -> Void
  let status: @convention(c) (Connection?) -> Int32
  let message: @convention(c) (Connection?) -> Text?
  let setNoticeReceiver:
    @convention(c) (Connection?, NoticeReceiver?, UnsafeMutableRawPointer?) -> UnsafeRawPointer?
  let serverVersion: @convention(c) (Connection?) -> Int32
  let process: @convention(c) (Connection?) -> Int32
  let databaseName: @convention(c) (Connection?) -> Text?
  let hostName: @convention(c) (Connection?) -> Text?
  let socket: @convention(c) (Connection?) -> Int32
  let execute: @convention(c) (Connection?, Text?) -> Answer?
  let enterPipeline: @convention(c) (Connection?) -> Int32
  let exitPipeline: @convention(c) (Connection?) -> Int32
  let syncPipeline: @convention(c) (Connection?) -> Int32
  let send:
    @convention(c) (
      Connection?, Text?, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?,
      Int32
    )
      -> Int32
  let answer: @convention(c) (Connection?) -> Answer?
  let answerStatus: @convention(c) (Answer?) -> Int32
  let clear: @convention(c) (Answer?) -> Void
  let errorField: @convention(c) (Answer?, Int32) -> Text?
  let transactionStatus: @convention(c) (Connection?) -> Int32
  let rowCount: @convention(c) (Answer?) -> Int32
  let columnCount: @convention(c) (Answer?) -> Int32
  let columnName: @convention(c) (Answer?, Int32) -> Text?
  let columnType: @convention(c) (Answer?, Int32) -> UInt32
  let isNull: @convention(c) (Answer?, Int32, Int32) -> Int32
  let value: @convention(c) (Answer?, Int32, Int32) -> UnsafeMutablePointer<CChar>?
  let length: @convention(c) (Answer?, Int32, Int32) -> Int32
  let copiedLine:
    @convention(c) (Connection?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32) -> Int32
  let consumeInput: @convention(c) (Connection?) -> Int32
  let notification: @convention(c) (Connection?) -> UnsafeMutableRawPointer?
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let makeCancel: @convention(c) (Connection?) -> Cancel?
  let freeCancel: @convention(c) (Cancel?) -> Void
  let cancel: @convention(c) (Cancel?, UnsafeMutablePointer<CChar>?, Int32) -> Int32

  /// The library, loaded on first use.
  static let shared = Result { () throws(DatabaseError) in try PostgresLibrary() }

  private init() throws(DatabaseError) {
    let library = try LoadedLibrary(
      [
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib", "libpq.so",
      ], package: "PostgreSQL needs its client library, of version 14 or newer: apt install libpq5")
    parse = try library.function("PQconninfoParse")
    freeOptions = try library.function("PQconninfoFree")
    connect = try library.function("PQconnectdbParams")
    finish = try library.function("PQfinish")
    status = try library.function("PQstatus")
    message = try library.function("PQerrorMessage")
    setNoticeReceiver = try library.function("PQsetNoticeReceiver")
    serverVersion = try library.function("PQserverVersion")
    process = try library.function("PQbackendPID")
    databaseName = try library.function("PQdb")
    hostName = try library.function("PQhost")
    socket = try library.function("PQsocket")
    execute = try library.function("PQexec")
    enterPipeline = try library.function("PQenterPipelineMode")
    exitPipeline = try library.function("PQexitPipelineMode")
    syncPipeline = try library.function("PQpipelineSync")
    send = try library.function("PQsendQueryParams")
    answer = try library.function("PQgetResult")
    answerStatus = try library.function("PQresultStatus")
    clear = try library.function("PQclear")
    errorField = try library.function("PQresultErrorField")
    transactionStatus = try library.function("PQtransactionStatus")
    rowCount = try library.function("PQntuples")
    columnCount = try library.function("PQnfields")
    columnName = try library.function("PQfname")
    columnType = try library.function("PQftype")
    isNull = try library.function("PQgetisnull")
    value = try library.function("PQgetvalue")
    length = try library.function("PQgetlength")
    copiedLine = try library.function("PQgetCopyData")
    consumeInput = try library.function("PQconsumeInput")
    notification = try library.function("PQnotifies")
    freeMemory = try library.function("PQfreemem")
    makeCancel = try library.function("PQgetCancel")
    freeCancel = try library.function("PQfreeCancel")
    cancel = try library.function("PQcancel")
  }

  // MARK: Constants of libpq-fe.h

  static let connectionOK: Int32 = 0
  static let connectionBad: Int32 = 1
  static let transactionIdle: Int32 = 0
  /// `ExecStatusType`
  enum AnswerStatus {
    static let commandOK: Int32 = 1
    static let tuplesOK: Int32 = 2
    static let copyOut: Int32 = 3
    static let pipelineSync: Int32 = 10
    static let pipelineAborted: Int32 = 11
  }

  /// Calls `body` with an array of C strings that ends with a null pointer.
  static func withTexts<Result>(_ texts: [[UInt8]?], _ body: (Texts) throws -> Result) rethrows -> Result {
    let bytes = texts.map { text in text.map { $0 + [0] } }
    let starts = bytes.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1?.count ?? 0)) }
    return try bytes.flatMap { $0 ?? [] }.withUnsafeBufferPointer { all in
      try all.withMemoryRebound(to: CChar.self) { all in
        let pointers = zip(bytes, starts).map { text, start in
          text == nil ? nil : all.baseAddress.map { $0 + start }
        }
        return try (pointers + [nil]).withUnsafeBufferPointer { pointers in
          guard let start = pointers.baseAddress else { fatalError("an array with a nil has an address") }
          return try body(start)
        }
      }
    }
  }
}
