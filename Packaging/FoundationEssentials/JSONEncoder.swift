/// Writes values as JSON.
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  public func encode(_ value: some Encodable) throws -> Data {
    let encoder = ValueEncoder()
    try value.encode(to: encoder)
    var text = ""
    encoder.write(to: &text, formatting: outputFormatting, indentation: "")
    return Data(bytes: Array(text.utf8))
  }
}

/// Bytes.
public struct Data: Sendable {
  let bytes: [UInt8]
}

extension String {
  public struct Encoding: Sendable {
    public static let utf8 = Encoding()
  }

  public init?(data: Data, encoding: Encoding) {
    guard let text = String(validating: data.bytes, as: UTF8.self) else { return nil }
    self = text
  }
}

/// A value that is being encoded: a text, or values by key or by index.
private final class ValueEncoder: Encoder {
  private enum Content {
    case text(String)
    case members([(key: String, value: ValueEncoder)])
    case elements([ValueEncoder])
  }

  private var content: Content?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if content == nil { content = .members([]) }
    return KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if content == nil { content = .elements([]) }
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  func member(_ key: some CodingKey) -> ValueEncoder {
    guard case .members(var members) = content else { preconditionFailure("a member of what has none") }
    let value = ValueEncoder()
    members.removeAll { $0.key == key.stringValue }
    members.append((key.stringValue, value))
    content = .members(members)
    return value
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  func element() -> ValueEncoder {
    guard case .elements(let elements) = content else { preconditionFailure("an element of what has none") }
    let value = ValueEncoder()
    content = .elements(elements + [value])
    return value
  }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let text as String: content = .text(Self.quoted(text))
    case let flag as Bool: content = .text(flag ? "true" : "false")
    case let number as any BinaryInteger: content = .text(String(number))
    case let number as Double:
      guard number.isFinite else {
        throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "JSON has no \(number)"))
      }
      content = .text(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    case let number as Float: try encode(Double(number))
    default: try value.encode(to: self)
    }
  }

  func encodeNil() { content = .text("null") }

  func write(to text: inout String, formatting: JSONEncoder.OutputFormatting, indentation: String) {
    let isPretty = formatting.contains(.prettyPrinted)
    let inner = isPretty ? "\n" + indentation + "  " : ""
    let end = isPretty ? "\n" + indentation : ""
    switch content {
    case .text(let own): text += own
    case .members(var members):
      if formatting.contains(.sortedKeys) { members.sort { $0.key < $1.key } }
      text += "{"
      for (place, member) in members.enumerated() {
        text += (place == 0 ? "" : ",") + inner + Self.quoted(member.key) + (isPretty ? " : " : ":")
        member.value.write(to: &text, formatting: formatting, indentation: indentation + "  ")
      }
      text += (members.isEmpty && isPretty ? "\n" : "") + end + "}"
    case .elements(let elements):
      text += "["
      for (place, element) in elements.enumerated() {
        text += (place == 0 ? "" : ",") + inner
        element.write(to: &text, formatting: formatting, indentation: indentation + "  ")
      }
      text += (elements.isEmpty && isPretty ? "\n" : "") + end + "]"
    case nil: text += isPretty ? "{\n\n" + indentation + "}" : "{}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "/": quoted += "\\" + String(scalar)
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{C}": quoted += "\\f"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { encoder.member(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.member(key).encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.member(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

private struct Elements: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.count }

  func encodeNil() { encoder.element().encodeNil() }
  func encode(_ value: some Encodable) throws { try encoder.element().encode(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder.element() }
}

private struct Single: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.encodeNil() }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
