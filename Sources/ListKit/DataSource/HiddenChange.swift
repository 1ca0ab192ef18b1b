#if DEBUG
  /// A change of content that a table does not show, because the identity's `==` hides it.
  ///
  /// Only debug builds look for it, in the rows on the screen, until one of a type was found. Items with other bits
  /// than before are compared by reflection, which takes about 50 µs for each property, of at most ``mostParts``.
  enum HiddenChange {
    private static let mostParts = 64
    @MainActor private static var reportedTypes: Set<ObjectIdentifier> = []

    @MainActor
    static func isReported<Item>(_ type: Item.Type) -> Bool { reportedTypes.contains(ObjectIdentifier(type)) }

    /// Says once per type, on standard error, that a property of equal items differs. The terminal's screen keeps
    /// such lines until the program has ended.
    ///
    /// - Parameter pairs: the items on the screen and the applied ones that equal them.
    @MainActor
    static func report<Item>(in pairs: [(old: Item, new: Item)]) {
      guard let property = pairs.lazy.compactMap({ property(of: $0.old, differingIn: $0.new) }).first,
        reportedTypes.insert(ObjectIdentifier(Item.self)).inserted
      else { return }
      writeToStandardError(
        """
        ListKit: '\(property)' of an applied \(Item.self) differs from the equal one on the screen, whose cell stays \
        as it is. Set contentEqual of the data source, which tells what cells show, or mark the item with \
        reconfigureItems. (Said in debug builds, once per type.)

        """)
    }

    /// Returns the name of the first property that differs, such as `title` or `owner.name`; nil if there is none, or
    /// if it cannot be found.
    static func property(of old: Any, differingIn new: Any) -> String? {
      var parts = mostParts
      return path(old, new, &parts).map { $0.joined(separator: ".") }
    }

    private static func path(_ old: Any, _ new: Any, _ parts: inout Int) -> [String]? {
      let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
      switch before.displayStyle {
      // The order of sets and dictionaries says nothing, and objects may hold anything.
      case .class, .set, .dictionary: return isDifferent(old, new) ? [] : nil
      default: if before.children.isEmpty, after.children.isEmpty { return isDifferent(old, new) ? [] : nil }
      }
      guard before.children.count == after.children.count else { return [] }
      for (one, other) in zip(before.children, after.children) {
        parts -= 1
        if parts < 0 { return nil }
        if one.label != other.label { return [] }
        guard let rest = path(one.value, other.value, &parts) else { continue }
        return [one.label].compactMap(\.self) + rest
      }
      return nil
    }

    private static func isDifferent(_ old: Any, _ new: Any) -> Bool {
      func differs<Value: Equatable>(_ old: Value) -> Bool { (new as? Value).map { $0 != old } ?? false }
      guard let old = old as? any Equatable else { return false }
      return differs(old)
    }
  }

  extension TableViewDiffableDataSource {
    /// Looks for a change of content that the change does not show.
    func reportHiddenChanges(in change: SnapshotChange<SectionIdentifierType, ItemIdentifierType>) {
      guard contentEqual == nil, !HiddenChange.isReported(ItemIdentifierType.self), let tableView,
        let difference = change.knownDifference
      else { return }
      var pairs: [(old: ItemIdentifierType, new: ItemIdentifierType)] = []
      for position in tableView.indexPathsForVisibleRows.map(\.position) {
        guard let old = difference.old.itemIdentifier(at: position),
          let index = difference.destination(ofItemAt: difference.old.index(ofItemAt: position)),
          !difference.isReconfigured(itemAt: index), !difference.isReloaded(itemAt: index),
          let new = difference.new.itemIdentifier(at: index),
          !withUnsafeBytes(of: old, { bits in withUnsafeBytes(of: new, bits.elementsEqual) })
        else { continue }
        pairs.append((old, new))
      }
      HiddenChange.report(in: pairs)
    }
  }
#endif
