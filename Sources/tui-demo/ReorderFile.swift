/// A file that keeps the order, and what it is known to keep.
///
/// Two programs may keep theirs in the same file. Neither undoes what the other one did: the file is replaced only
/// while it is what it is known to be, and otherwise what was moved here is moved there as well.
struct ReorderFile: Sendable {
  let file: StoredFile
  /// What the file keeps, as it was read or written last.
  private(set) var store: ReorderStore
  /// The same as it stands there; nil while there is no file.
  private var bytes: [UInt8]?

  /// Reads the order a file keeps; the initial one while there is no file.
  ///
  /// Items that only the file has stay where it has them; items that it lacks come at the end of the section
  /// they were in initially.
  ///
  /// - Throws: why the file cannot be read, or could not be written later, in one line. It stays as it is.
  init(_ file: StoredFile) throws {
    self.file = file
    try file.checkIsReplaceable()
    bytes = try file.contentsIfAny()
    store = try Self.store(bytes, in: file)
  }

  /// Reads the file once more.
  ///
  /// - Throws: why it cannot be read; what is known stays as it was.
  mutating func reload() throws {
    let bytes = try file.contentsIfAny()
    store = try Self.store(bytes, in: file)
    self.bytes = bytes
  }

  /// Saves an order, so that a crash leaves either this one or the one before.
  ///
  /// - Returns: What the file keeps now: the order, or where somebody else wrote another one meanwhile, that one with
  ///   the moves that lead from the known order to this one.
  /// - Throws: why it cannot be saved: the system refuses, or what is there now is no order.
  mutating func save(_ order: ReorderStore) throws -> ReorderStore {
    var order = order
    while true {
      let new = Array(order.text.utf8)
      guard let theirs = try file.replace(bytes, with: new) else {
        (store, bytes) = (order, new)
        return order
      }
      let other = try Self.store(theirs, in: file)
      order = other.moving(as: order, from: store)
      (store, bytes) = (other, theirs)
    }
  }

  private static func store(_ bytes: [UInt8]?, in file: StoredFile) throws -> ReorderStore {
    guard let bytes else { return .initial }
    do throws(ReorderTextError) {
      var store = try ReorderStore(text: bytes)
      store.merge(.initial)
      return store
    } catch {
      throw Damage(path: file.path, error: error)
    }
  }

  /// A file that is no order.
  struct Damage: Error, CustomStringConvertible {
    var path: String
    var error: ReorderTextError

    var description: String { "\(path), \(error)" }
  }
}

extension ReorderStore {
  /// This order with the moves of another one: what stands elsewhere in `moved` than in `former` comes behind the item
  /// it is behind there, as far as that one is here; what is first there is first.
  ///
  /// Nothing that is here is lost, nor what was moved.
  ///
  /// - Complexity: O(n²) at most for n items.
  func moving(as moved: ReorderStore, from former: ReorderStore) -> ReorderStore {
    var result = self
    let items = moved.itemsMoved(from: former)
    for section in Section.allCases { result[section].removeAll(where: items.contains) }
    for section in Section.allCases {
      let order = moved[section]
      for (index, item) in order.enumerated() where items.contains(item) {
        let places = result[section]
        let place =
          index == 0
          ? 0
          : order[..<index].reversed().lazy.compactMap { places.firstIndex(of: $0) }.first.map { $0 + 1 }
            ?? order[(index + 1)...].lazy.compactMap { places.firstIndex(of: $0) }.first ?? places.count
        result[section].insert(item, at: place)
      }
    }
    return result
  }

  /// The items, as few as may be, by whose moves this order came out of another one.
  private func itemsMoved(from former: ReorderStore) -> Set<Item> {
    Set(
      Section.allCases.flatMap { section in
        self[section].difference(from: former[section]).insertions.map { change in
          switch change {
          case .insert(_, let item, _), .remove(_, let item, _): item
          }
        }
      })
  }
}
