import ListData
import TestSupport
import Testing

@testable import Runs

@Suite("A byte store that only grows") struct ByteStoreTests {
  @Test("Returned text keeps its address while more bytes arrive") func staysInPlace() throws {
    let store = try ByteStore()
    try store.append("first".utf8)
    let text = store.text
    for _ in 0..<40 { try store.append([UInt8](repeating: 7, count: 1 << 18)) }
    expectEqual(store.count, 5 + (40 << 18))
    expectEqual(store.text.base, text.base)
    expectEqual(text.count, 5)
    expectEqual(Array(text[0..<5]), Array("first".utf8))
    expectEqual(store.text[store.count - 1], 7)
  }

  @Test("A store is full at its capacity") func full() throws {
    let store = try ByteStore(capacity: 100_000)
    let count = store.capacity
    try store.append([UInt8](repeating: 1, count: count))
    #expect(throws: ByteStore.Full(capacity: count)) { try store.append([1]) }
    #expect(throws: ByteStore.Full(capacity: count)) { try store.append(1) { _ in 1 } }
    expectEqual(store.count, count)
  }

  @Test("A line counts for more than its bytes, because it is a row") func lines() throws {
    let (text, lines) = (try ByteStore(capacity: 1 << 20), try ByteStore(capacity: 1 << 20))
    while !text.isFull { try text.append([UInt8](repeating: 0x41, count: 1 << 10)) }
    while !lines.isFull { try lines.append([UInt8](repeating: 0x0A, count: 1 << 10)) }
    expectEqual(text.count, text.capacity)
    #expect((lines.capacity / 65...lines.capacity / 65 + 1024).contains(lines.count))
  }

  @Test("Unused space of a buffer is filled by the next write") func partialWrites() throws {
    let store = try ByteStore(capacity: 1 << 20)
    for byte in 0..<200 {
      try store.append(4096) { room in
        room[0] = UInt8(byte)
        return 1
      }
    }
    #expect((0..<200).allSatisfy { store.text[$0] == UInt8($0) })
  }
}
