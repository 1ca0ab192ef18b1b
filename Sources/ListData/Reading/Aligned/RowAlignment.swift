/// Assigns the words of a line to columns, in their order, at the lowest price.
///
/// An overlong cell moves the cells behind it, and an empty cell leaves a gap, so that neither positions nor the
/// number of words alone tell the columns. Each cell is priced by its edges, its kind and the gaps in it:
///
/// ```text
/// USER  PID   RSS CMD
/// ann   812   100 vim
/// ann  9999 123456789 cc      a number ends behind its column, and `cc` follows it
/// bob             200 ed      a number ends where numbers of that column do
/// ```
struct RowAlignment {
  private let screen: ScreenLine
  private let places: [AlignedCut.Place]
  private let words: [Range<Int>]
  /// The number of gaps of several blanks before each word.
  private let gaps: [Int]

  /// The prices of what is seldom in a row.
  private enum Price {
    /// Several blanks inside a cell.
    static let gap = 20
    /// A cell with other contents than those of its column in all other rows: no value, several words, nothing.
    static let unlike = 10
    /// A cell away from the edge of its column; moved as far as the cell before it, or by it.
    static let far = 6
    static let moved = 1
    /// An empty cell in a column that has others, and one behind the last word in a column without.
    static let empty = 2
    static let ended = 4
  }

  /// The maximum number of words of a cell, except the last.
  private static let mostWords = 12

  /// The cheapest assignment of the first words to the first columns.
  private struct State {
    var price: Int
    /// The number of words before the last of these columns.
    var former = 0
    /// The distance of the last cell from the edge of its column.
    var shift = 0
  }

  init(_ screen: ScreenLine, _ places: [AlignedCut.Place]) {
    self.screen = screen
    self.places = places
    words = screen.words()
    var gaps = [0]
    for (one, other) in zip(words, words.dropFirst()) {
      gaps.append(gaps[gaps.count - 1] + (other.lowerBound - one.upperBound > 1 ? 1 : 0))
    }
    self.gaps = gaps
  }

  /// Returns the ranges of the bytes of each cell; nil if there is no assignment.
  func cells() -> [Range<Int>]? {
    var states: [State?] = [State(price: 0)]
    var steps: [[State?]] = []
    for (number, place) in places.enumerated() {
      let isLast = number == places.count - 1
      var next = [State?](
        repeating: nil, count: isLast ? words.count + 1 : min(states.count + Self.mostWords, words.count + 1))
      func take(_ state: State, _ end: Int) {
        if next[end].map({ state.price < $0.price }) ?? true { next[end] = state }
      }
      for (start, state) in states.enumerated() {
        guard let state else { continue }
        let empty = !place.isFull ? Price.empty : start < words.count ? Price.unlike : Price.ended
        take(State(price: state.price + empty, former: start, shift: state.shift), start)
        guard start < words.count else { continue }
        for end in isLast ? words.count...words.count : start + 1...min(start + Self.mostWords, words.count) {
          let (price, shift) = price(start..<end, in: number, after: state)
          take(State(price: state.price + price, former: start, shift: shift), end)
        }
      }
      steps.append(next)
      states = next
    }
    guard states.count > words.count, states[words.count] != nil else { return nil }
    var end = words.count
    var cells: [Range<Int>] = []
    for step in steps.reversed() {
      guard let start = step[end]?.former else { return nil }
      let last =
        start < end ? words[end - 1].upperBound : start < words.count ? words[start].lowerBound : screen.width
      cells.append(screen.range((start < end ? words[start].lowerBound : last)..<last))
      end = start
    }
    return cells.reversed()
  }

  /// Returns the price of some words as the cell of a column, and their distance from its edge.
  private func price(_ cell: Range<Int>, in number: Int, after state: State) -> (Int, shift: Int) {
    let place = places[number]
    let start = words[cell.lowerBound].lowerBound
    let end = words[cell.upperBound - 1].upperBound
    let former = cell.lowerBound > 0 ? words[cell.lowerBound - 1].upperBound : -2
    var price = place.hasGaps ? 0 : (gaps[cell.upperBound - 1] - gaps[cell.lowerBound]) * Price.gap
    if place.isSingle, place.isKnown, cell.count > 1 { price += Price.unlike }
    if place.areValues, !screen.isLiteral(words[cell.lowerBound]) { price += Price.unlike }
    // The cell before it may leave no room.
    let isPushed = former >= place.start && start - former <= 2
    let shifts = [place.leading.map { start - $0 }, place.trailing.map { end - $0 }].compactMap { $0 }
    guard let least = shifts.min(by: { abs($0) < abs($1) }) else {
      // Nothing is known but where the column is.
      let next = number + 1 < places.count ? places[number + 1].start : Int.max
      let away = [start, start - state.shift].map { max(place.start - $0, $0 - next + 1, 0) }
      return (price + (isPushed ? Price.moved : min(away[0], away[1], Price.far)), state.shift)
    }
    if least == 0 { return (price, 0) }
    if state.shift != 0, shifts.contains(state.shift) { return (price + Price.moved, state.shift) }
    if least > 0, former >= place.start { return (price + (isPushed ? Price.moved : Price.far / 2), least) }
    return (price + Price.far + min(abs(least) / 4, Price.far), least)
  }
}
