import Synchronization

/// Where a text leads when somebody clicks it, in terminals that know links (OSC 8); others show the text alone.
///
/// ```swift
/// content.attributedText = StyledText("Release notes", style: Style(link: Link("https://example.org/notes")))
/// ```
///
/// The terminal opens it, usually on a click with ctrl or command, and the program hears nothing of it. The text should
/// say where it leads: on a terminal without links nobody sees the address.
///
/// Addresses are kept as long as the process runs, each once: make links of what is shown, in the cell provider, not of
/// every row there is.
public struct Link: Hashable, Sendable {
  /// The longest address terminals take, in bytes.
  static let longestAddress = 2083

  /// Its number among all addresses, from 1.
  let number: Int

  /// Creates a link; nil where `address` has no scheme (`https:`, `mailto:`, `file:`), or is longer than 2,083 bytes.
  ///
  /// What may not stand in an address (blanks, control characters, letters beyond ASCII) is written as `%20` and the like.
  ///
  /// - Complexity: O(length of the address).
  public init?(_ address: String) {
    let text = Self.escaped(address.utf8)
    guard text.count <= Self.longestAddress, Self.hasScheme(text) else { return nil }
    guard let number = Addresses.shared.number(of: String(decoding: text, as: UTF8.self)) else { return nil }
    self.number = number
  }

  init(number: Int) { self.number = number }

  /// The address, as the terminal gets it.
  package var address: String { Addresses.shared[number] }

  private static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      (0x21...0x7E).contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte) >> 4], digits[Int(byte) & 15]]
    }
  }

  private static func hasScheme(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first else { return false }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(first) && bytes.count > colon + 1
      && bytes[..<colon].allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }
}

/// The addresses of all links there are. A style holds the number only, so that pictures stay plain memory.
private final class Addresses: Sendable {
  static let shared = Addresses()
  /// What fits into a style.
  private static let most = 1 << 24

  private struct State {
    var addresses: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// The number of an address; nil where there are too many.
  func number(of address: String) -> Int? {
    state.withLock { state in
      if let number = state.numbers[address] { return number }
      guard state.addresses.count + 1 < Self.most else { return nil }
      state.addresses.append(address)
      state.numbers[address] = state.addresses.count
      return state.addresses.count
    }
  }

  subscript(number: Int) -> String { state.withLock { $0.addresses[number - 1] } }
}
