import ListKit

/// The catalogue, and what became of it: rows that were added, removed or played.
struct LooksModel: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<LookKind, Look>

  /// Whether the switch among the signs is on.
  var isSwitchOn = true
  private var looks: [LookKind: [Look]]
  /// How many rows came by playing an animation, or by the control that adds some.
  private var (arrivals, additions) = (0, 1)
  private var lastChange: (kind: LookKind, summary: ChangeSummary)?

  init() {
    looks = [
      .styles: [.default, .value1, .value2, .subtitle].map(Look.style),
      .accessoryTypes: [.none, .disclosureIndicator, .detailButton, .detailDisclosureButton, .checkmark]
        .map(Look.accessoryType),
      .signs: [
        .label(.always), .label(.whenEditing), .checkmark(.leading), .toggle, .spinner,
        .battery(charge: 0.82),
        .sparkline([0, 0.2, 0.35, 0.3, 0.55, 0.8, 1, 0.9, 0.6, 0.7, 0.4, 0.2]), .battery(charge: 0.34),
      ].map(Look.sign),
      .contents: [.inline, .trailing, .below, .caption].map(Look.content)
        + [.progress(.fraction(0.41)), .progress(.indeterminate)],
      .texts: [
        TextProperties(numberOfLines: 1), TextProperties(numberOfLines: 2), TextProperties(numberOfLines: 0),
        TextProperties(alignment: .center), TextProperties(alignment: .trailing),
        TextProperties(style: Style(foreground: .palette(5), attributes: .italic)),
      ].map(Look.text) + [.runs],
      .backgrounds: Look.Background.allCases.map(Look.background),
      .states: Look.State.allCases.map(Look.state),
      .editing: [.editing(.none, number: 1), .editing(.insert, number: 1), .editing(.delete, number: 1)],
      .animations: RowAnimation.allCases.map(Look.animation),
    ]
  }

  /// The looks of a kind, in their order.
  subscript(kind: LookKind) -> [Look] { looks[kind] ?? [] }

  /// What there is to show now.
  var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.appendSections(LookKind.allCases)
    for kind in LookKind.allCases { snapshot.appendItems(self[kind], toSection: kind) }
    return snapshot
  }

  /// What a section is called, and what came and went in it last.
  func title(of kind: LookKind) -> String {
    guard let lastChange, lastChange.kind == kind else { return kind.rawValue }
    return "\(kind.rawValue): \(lastChange.summary.words)"
  }

  /// Takes the row that came last away again, and lets one come below the name of an animation.
  mutating func play(_ animation: RowAnimation) {
    arrivals += 1
    let arrival = Look.arrival(animation, number: arrivals)
    change(.animations) { looks in
      looks.removeAll { if case .arrival = $0 { true } else { false } }
      guard let index = looks.firstIndex(of: .animation(animation)) else { return }
      looks.insert(arrival, at: index + 1)
    }
  }

  /// Does what the control of a row is for: a row that can be deleted comes, or goes.
  mutating func edit(_ look: Look, _ style: TableViewCell.EditingStyle) {
    guard style != .none, let index = self[.editing].firstIndex(of: look) else { return }
    if style == .insert { additions += 1 }
    let addition = Look.editing(.delete, number: additions)
    change(.editing) { looks in
      if style == .insert { looks.insert(addition, at: index + 1) } else { looks.remove(at: index) }
    }
  }

  private mutating func change(_ kind: LookKind, _ change: (inout [Look]) -> Void) {
    let before = snapshot
    change(&looks[kind, default: []])
    let difference = snapshot.difference(from: before)
    let summary = ChangeSummary(
      inserted: difference.insertedItems.count, deleted: difference.deletedItems.count)
    lastChange = (kind, summary)
  }
}
