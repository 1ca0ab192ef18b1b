// Invariants of this file: pointers are valid for the bytes that are read and point to initialised values. Two values
// with the same bits are the same value, so they are equal (equality is reflexive). Different bits say nothing: padding
// and references may differ between equal values, so `==` has the last word.

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  let size = MemoryLayout<Value>.size
  let left = UnsafeRawPointer(first)
  let right = UnsafeRawPointer(second)
  var offset = 0
  while offset &+ 8 <= size {
    let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if a != b { return false }
    offset &+= 8
  }
  while offset < size {
    let a = left.load(fromByteOffset: offset, as: UInt8.self)
    let b = right.load(fromByteOffset: offset, as: UInt8.self)
    if a != b { return false }
    offset &+= 1
  }
  return true
}

/// Whether two values have the same bits.
@inlinable @inline(__always)
func haveEqualBits<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafePointer(to: first) { left in withUnsafePointer(to: second) { haveEqualBits(left, $0) } }
}

/// Whether two values are equal: by their bits if these settle it, by `==` otherwise.
@inlinable @inline(__always)
func isSame<Value: Equatable>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  haveEqualBits(first, second) || first.pointee == second.pointee
}

/// How many bytes are the same from the beginning of two blocks of memory on.
func commonPrefix(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, byteCount: Int) -> Int {
  if first == second { return byteCount }
  var offset = 0
  while offset &+ 64 <= byteCount {
    var difference: UInt64 = 0
    for word in 0..<8 {
      let left = first.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
      difference |= left ^ second.loadUnaligned(fromByteOffset: offset &+ word &* 8, as: UInt64.self)
    }
    if difference != 0 { break }
    offset &+= 64
  }
  while offset &+ 8 <= byteCount {
    let left = first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let difference = left ^ second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    if difference != 0 { return offset &+ difference.littleEndian.trailingZeroBitCount &>> 3 }
    offset &+= 8
  }
  while offset < byteCount,
    first.load(fromByteOffset: offset, as: UInt8.self) == second.load(fromByteOffset: offset, as: UInt8.self)
  {
    offset &+= 1
  }
  return offset
}
