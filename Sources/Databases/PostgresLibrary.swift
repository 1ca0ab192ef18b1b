private let library = LoadedLibrary(
  [
    "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
    "/usr/local/opt/libpq/lib/libpq.5.dylib", "libpq.so",
  ], package: "PostgreSQL needs its client library, of version 14 or newer: apt install libpq5")

/// The functions used of libpq, PostgreSQL's client library.
struct PostgresLibrary: Sendable {
  typealias Connection = OpaquePointer
  typealias Answer = OpaquePointer
  typealias Cancel = OpaquePointer
  typealias Raw = UnsafeMutableRawPointer
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>
  typealias NoticeReceiver = @convention(c) (Raw?, Answer?) -> Void

  let parse: @convention(c) (Text?, Raw?) -> Raw? = library["PQconninfoParse"]
  let freeOptions: @convention(c) (Raw?) -> Void = library["PQconninfoFree"]
  let connect: @convention(c) (Texts?, Texts?, Int32) -> Connection? = library["PQconnectdbParams"]
  let finish: @convention(c) (Connection?) -> Void = library["PQfinish"]
  let status: @convention(c) (Connection?) -> Int32 = library["PQstatus"]
  let message: @convention(c) (Connection?) -> Text? = library["PQerrorMessage"]
  let setNoticeReceiver: @convention(c) (Connection?, NoticeReceiver?, Raw?) -> UnsafeRawPointer? =
    library["PQsetNoticeReceiver"]
  let process: @convention(c) (Connection?) -> Int32 = library["PQbackendPID"]
  let databaseName: @convention(c) (Connection?) -> Text? = library["PQdb"]
  let hostName: @convention(c) (Connection?) -> Text? = library["PQhost"]
  let socket: @convention(c) (Connection?) -> Int32 = library["PQsocket"]
  let execute: @convention(c) (Connection?, Text?) -> Answer? = library["PQexec"]
  let enterPipeline: @convention(c) (Connection?) -> Int32 = library["PQenterPipelineMode"]
  let exitPipeline: @convention(c) (Connection?) -> Int32 = library["PQexitPipelineMode"]
  let syncPipeline: @convention(c) (Connection?) -> Int32 = library["PQpipelineSync"]
  let send:
    @convention(c) (
      Connection?, Text?, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?,
      Int32
    )
      -> Int32 = library["PQsendQueryParams"]
  let answer: @convention(c) (Connection?) -> Answer? = library["PQgetResult"]
  let answerStatus: @convention(c) (Answer?) -> Int32 = library["PQresultStatus"]
  let clear: @convention(c) (Answer?) -> Void = library["PQclear"]
  let errorField: @convention(c) (Answer?, Int32) -> Text? = library["PQresultErrorField"]
  let transactionStatus: @convention(c) (Connection?) -> Int32 = library["PQtransactionStatus"]
  let rowCount: @convention(c) (Answer?) -> Int32 = library["PQntuples"]
  let columnCount: @convention(c) (Answer?) -> Int32 = library["PQnfields"]
  let columnName: @convention(c) (Answer?, Int32) -> Text? = library["PQfname"]
  let columnType: @convention(c) (Answer?, Int32) -> UInt32 = library["PQftype"]
  let isNull: @convention(c) (Answer?, Int32, Int32) -> Int32 = library["PQgetisnull"]
  let value: @convention(c) (Answer?, Int32, Int32) -> UnsafeMutablePointer<CChar>? = library["PQgetvalue"]
  let length: @convention(c) (Answer?, Int32, Int32) -> Int32 = library["PQgetlength"]
  let copiedLine:
    @convention(c) (Connection?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32) -> Int32 =
      library["PQgetCopyData"]
  let consumeInput: @convention(c) (Connection?) -> Int32 = library["PQconsumeInput"]
  let notification: @convention(c) (Connection?) -> Raw? = library["PQnotifies"]
  let freeMemory: @convention(c) (Raw?) -> Void = library["PQfreemem"]
  let makeCancel: @convention(c) (Connection?) -> Cancel? = library["PQgetCancel"]
  let freeCancel: @convention(c) (Cancel?) -> Void = library["PQfreeCancel"]
  let cancel: @convention(c) (Cancel?, UnsafeMutablePointer<CChar>?, Int32) -> Int32 = library["PQcancel"]

  /// The library, loaded on first use.
  static let shared = Result { () throws(DatabaseError) in try library.checked(PostgresLibrary()) }

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
