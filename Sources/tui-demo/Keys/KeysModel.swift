import ListKit

/// What has arrived, and the line of text it has made.
struct KeysModel: Sendable {
  /// An event, as the row it is.
  struct Record: Hashable, Sendable {
    /// The first one is 1.
    var number: Int
    var event: Event
    /// What it means in a list without a query.
    var inList: KeyMap.Meaning?
    /// What it means where there is a query, in which the line is.
    var inQuery: KeyMap.Meaning?
  }

  /// How many events are kept.
  static let limit = 200

  let keyMap: KeyMap
  /// The newest one first.
  private(set) var records: [Record] = []
  /// A line that keys edit as they would a query.
  private(set) var line = LineEditor()
  /// Events so far.
  private(set) var count = 0

  init(keyMap: KeyMap = .standard) { self.keyMap = keyMap }

  /// What arrived last.
  var latest: Event? { records.first?.event }

  /// Keeps an event, and changes the line by it.
  mutating func add(_ event: Event) {
    count += 1
    var record = Record(number: count, event: event)
    switch event {
    case .key(let press):
      record.inList = keyMap.meaning(of: press, under: [.hasNoQuery, .queryIsEmpty])
      record.inQuery = keyMap.meaning(
        of: press, under: [.hasQuery, line.text.isEmpty ? .queryIsEmpty : .queryIsNotEmpty])
    case .paste(let text, _):
      record.inQuery = KeyMap.Meaning(command: .edit(.insert(text)), title: nil)
    case .mouse, .resize, .resume, .traitsChange, .terminate, .hangup: break
    }
    if case .edit(let edit)? = record.inQuery?.command { line.apply(edit) }
    records.insert(record, at: 0)
    if records.count > Self.limit { records.removeLast() }
  }

  /// The event of a number, while it is kept.
  func record(_ number: Int) -> Record? {
    let place = count - number
    return records.indices.contains(place) ? records[place] : nil
  }

  /// All that the key map says of the key that came last, whatever the circumstances.
  var bindingsOfLatest: [KeyBinding] {
    guard case .key(let press)? = latest else { return [] }
    return keyMap.bindings.filter { $0.keys.contains(press) }
  }

  /// What there is to say of the event that came last, besides its bindings.
  var summaryOfLatest: String {
    guard let latest = records.first else { return "" }
    switch latest.event {
    case .key:
      let count = bindingsOfLatest.count
      if count > 0 { return count == 1 ? "one binding" : "\(count) bindings" }
      return latest.inQuery == nil ? "means nothing" : "no binding: goes to the query"
    case .paste(let text, _): return text
    case .mouse, .resize, .resume, .traitsChange, .terminate, .hangup: return latest.event.details
    }
  }
}

extension KeyMap {
  /// What a key means under some circumstances, and what the help calls it.
  struct Meaning: Hashable, Sendable {
    var command: Command
    var title: String?

    /// In the words of the help where it has any, else as one would write it in a program.
    var text: String { title ?? command.sourceText }
  }

  /// What a key means under some circumstances; nil if nothing.
  ///
  /// - Complexity: O(bindings).
  func meaning(of press: KeyPress, under circumstances: KeyBinding.Conditions) -> Meaning? {
    guard let command = command(for: press, under: circumstances) else { return nil }
    let binding = bindings.first {
      $0.keys.contains(press) && circumstances.isSuperset(of: $0.conditions) && $0.command == command
    }
    return Meaning(command: command, title: binding?.title)
  }
}
