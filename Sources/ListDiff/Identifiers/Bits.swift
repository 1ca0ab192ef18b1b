// Invariants of this file: both pointers are valid for `MemoryLayout<Value>.size` bytes and point to initialised
// values. Two values with the same bits are the same value, so they are equal (equality is reflexive). Different
// bits say nothing: padding and references may differ between equal values, so `==` has the last word.

/// Whether two values have the same bits.
@inlinable @inline(__always)
func sameBits<Value>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
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
func sameBits<Value>(_ first: Value, _ second: Value) -> Bool {
  withUnsafePointer(to: first) { left in withUnsafePointer(to: second) { sameBits(left, $0) } }
}

/// Whether two values are equal: by their bits if these settle it, by `==` otherwise.
@inlinable @inline(__always)
func isSame<Value: Equatable>(_ first: UnsafePointer<Value>, _ second: UnsafePointer<Value>) -> Bool {
  sameBits(first, second) || first.pointee == second.pointee
}
