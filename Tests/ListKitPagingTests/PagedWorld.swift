import TestSupport

@testable import ListKitPaging

/// The environment of a ``PagingModel``, without time: a list of numbers that changes by itself, an engine
/// that answers late, in any order and sometimes with an error, and a user at a small screen.
struct PagedWorld {
  typealias Model = PagingModel<Int, Int, Int>
  typealias Item = Model.Listing.Item

  /// The existing numbers and their contents.
  var table: [Int: Int]
  var model: Model
  var generator: SeededGenerator
  /// Reads in progress, each with its answer if the engine has already computed it.
  var begun: [(read: Model.Read, answer: Result<[Page<Int, Int>], PageFailure>?)] = []
  /// Reads that the model cancelled; their answers may still arrive.
  var cancelled: Set<Int> = []
  var failRate = 0.0

  // The screen.
  var listing = Model.Listing()
  var revision = 0
  var cursor: Item?
  var top: Item?
  var room: Int
  /// Numbers that were removed, even if they were inserted again: an engine may have seen either state.
  var removed: Set<Int> = []

  /// Whether the cursor moved to its row while another update, which may lack that row, was waiting to be
  /// shown.
  var isCursorDoubtful = false

  init(rows: Int, room: Int, pageSize: Int, seed: UInt64) {
    table = Dictionary(uniqueKeysWithValues: (0..<rows).map { ($0 * 2, 0) })
    model = Model(query: 0, pageSize: pageSize)
    generator = SeededGenerator(seed: seed)
    self.room = room
  }

  mutating func chance(_ rate: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < rate }

  // MARK: The engine

  /// Returns the numbers that a query finds: the multiples of `query + 1`.
  func found(_ query: Int) -> [Int] { table.keys.filter { $0 % (query + 1) == 0 }.sorted() }

  func page(_ request: PageRequest<Int>, _ query: Int) -> Page<Int, Int> {
    let all = found(query).filter { number in
      let isBehind =
        switch request.after {
        case .edge: true
        case .including(let key): number >= key
        case .excluding(let key): number > key
        }
      return switch request.before {
      case .edge: isBehind
      case .including(let key): isBehind && number <= key
      case .excluding(let key): isBehind && number < key
      }
    }
    let rows = request.isFromEnd ? all.suffix(request.limit) : all.prefix(request.limit)
    return Page(
      rows: rows.map { PageRow(key: $0, content: table[$0] ?? 0) }, isComplete: rows.count == all.count)
  }

  mutating func carryOutCommands() {
    for command in model.commands {
      switch command {
      case .read(let read): begun.append((read, nil))
      case .cancel(let id): cancelled.insert(id)
      }
    }
    model.commands = []
  }

  /// Lets the engine compute the answer of a random read.
  mutating func lookUp() {
    guard let index = begun.indices.randomElement(using: &generator), begun[index].answer == nil else {
      return
    }
    let read = begun[index].read
    begun[index].answer =
      chance(failRate)
      ? .failure(PageFailure(reason: "lost")) : .success(read.requests.map { page($0, read.query) })
  }

  /// Delivers a random answer that is ready.
  mutating func deliver() {
    guard let index = begun.indices.filter({ begun[$0].answer != nil }).randomElement(using: &generator),
      let answer = begun[index].answer
    else { return }
    model.receive(answer, of: begun.remove(at: index).read.id)
    carryOutCommands()
  }

  /// Writes to the table and notifies the model.
  mutating func write() {
    let number = Int.random(in: 0..<(table.keys.max() ?? 0) + 10, using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      table[number] = nil
      removed.insert(number)
    case 1: table[number] = Int.random(in: 0..<100, using: &generator)
    case 2: for number in number..<number + 12 { table[number] = 1 }
    default: for key in table.keys.prefix(3) { table[key] = Int.random(in: 0..<100, using: &generator) }
    }
    model.changed()
  }

  // MARK: The screen

  var visible: [Item] {
    let start = top.flatMap(listing.items.firstIndex) ?? 0
    return Array(listing.items[min(start, listing.items.count)...].prefix(room))
  }

  /// Shows the next update, if there is one, and reports the visible rows to the model.
  mutating func draw(_ check: (Model.Update, Model.Listing) -> Void = { _, _ in }) {
    if !model.updates.isEmpty {
      let update = model.updates.removeFirst()
      check(update, listing)
      revision += update.steps
      show(update)
    }
    model.look(PageFocus(visible: visible, cursor: cursor, room: room), at: revision)
    carryOutCommands()
  }

  private mutating func show(_ update: Model.Update) {
    let former = listing
    let line = cursor.flatMap(visible.firstIndex)
    let before = cursor
    listing = update.listing
    if case .replaced(let key) = update.kind {
      setCursor(key.map { .row($0) } ?? listing.items.first)
      top = cursor
    }
    if case .gap(let id)? = cursor, let key = update.successors[id] { setCursor(.row(key)) }
    let next = successor(of: cursor, in: former)
    if next != before { setCursor(next) }
    top = successor(of: top, in: former)
    // The cursor stays on its line.
    if let line, let index = cursor.flatMap(listing.items.firstIndex) {
      top = listing.items[max(0, index - line)]
    }
    switch update.jump {
    case .first?:
      setCursor(listing.items.first)
      top = cursor
    case .last?:
      setCursor(listing.items.last)
      top = listing.items.suffix(room).first
    case nil: break
    }
  }

  private func successor(of item: Item?, in former: Model.Listing) -> Item? {
    guard let item, !listing.items.contains(item), let index = former.items.firstIndex(of: item) else {
      return item ?? listing.items.first
    }
    let there = Set(listing.items)
    return former.items[index...].first(where: there.contains) ?? former.items[..<index].last(
      where: there.contains)
      ?? listing.items.first
  }

  private mutating func setCursor(_ item: Item?) {
    (cursor, isCursorDoubtful) = (item, !model.updates.isEmpty)
    model.moveCursor(to: item)
  }

  /// Performs a random user action.
  mutating func act() {
    guard !listing.items.isEmpty else { return }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0...3: moveCursor(by: Int.random(in: -room...room, using: &generator))
    case 4, 5: scroll(by: Int.random(in: -3 * room...3 * room, using: &generator))
    case 6:
      model.jump(to: .first)
      moveCursor(by: -listing.items.count)
    case 7:
      model.jump(to: .last)
      moveCursor(by: listing.items.count)
    case 8:
      if let gap = listing.failures.keys.min() { model.retry(gap) }
    default:
      guard chance(0.3) else { return }
      let kept = chance(0.5) ? cursor?.key : nil
      model.search(Int.random(in: 0..<3, using: &generator), keeping: kept)
    }
    carryOutCommands()
  }

  mutating func moveCursor(by count: Int) {
    let index = cursor.flatMap(listing.items.firstIndex) ?? 0
    let next = min(max(index + count, 0), listing.items.count - 1)
    setCursor(listing.items[next])
    // Scrolls as far as needed to show the cursor.
    let start = top.flatMap(listing.items.firstIndex) ?? 0
    top = listing.items[min(max(start, next - room + 1), next)]
  }

  mutating func scroll(by count: Int) {
    let start = top.flatMap(listing.items.firstIndex) ?? 0
    top = listing.items[min(max(start + count, 0), listing.items.count - 1)]
  }

  /// Lets everything come to rest: nothing changes, no read fails, and failed reads are tried again.
  mutating func settle() -> Bool {
    failRate = 0
    for _ in 0..<10_000 {
      while !model.updates.isEmpty { draw() }
      draw()
      if let gap = listing.failures.keys.min() {
        model.retry(gap)
        carryOutCommands()
      }
      model.refresh()
      carryOutCommands()
      if begun.isEmpty, model.updates.isEmpty, !model.needsRefresh { return true }
      for _ in begun { lookUp() }
      deliver()
    }
    return false
  }
}
