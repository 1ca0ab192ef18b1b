import ListKit
import ListSearch

/// How emoji and their groups look as rows.
@MainActor
enum EmojiRow {
  static func fill(_ cell: TableViewCell, with item: EmojiController.Item, of model: EmojiModel) {
    switch item {
    case .recent(let id):
      cell.contentConfiguration = ListContentConfiguration(text: model.emoji(id).sequence)
      cell.accessories = []
    case .group(let name):
      let count = model.catalog.groups.first { $0.name == name }?.emoji.count ?? 0
      fill(cell, withParent: name, count)
    case .subgroup(let name):
      let count = model.catalog.groups.lazy.flatMap(\.subgroups).first { $0.name == name }?.emoji.count ?? 0
      fill(cell, withParent: name, count)
    case .outlined(let id):
      cell.contentConfiguration = ListContentConfiguration(
        text: model.emoji(id).name, image: StyledText(model.emoji(id).sequence))
      cell.accessories = [.disclosureIndicator()]
    case .listed(let id):
      fill(cell, with: model.emoji(id), isStarred: model.starred.contains(id), in: model)
    }
  }

  /// A row that opens and closes as a whole, like a header.
  private static func fill(_ cell: TableViewCell, withParent name: String, _ count: Int) {
    cell.contentConfiguration = ListContentConfiguration(
      text: name, secondaryText: "\(count)", arrangement: .inline)
    cell.accessories = [.outlineDisclosure(style: .header)]
  }

  private static func fill(_ cell: TableViewCell, with emoji: Emoji, isStarred: Bool, in model: EmojiModel) {
    var content = ListContentConfiguration.valueCell()
    content.image = StyledText(emoji.sequence)
    content.attributedText = StyledText(
      emoji.name, matches: model.query.highlights(in: emoji.name, column: 0))
    content.secondaryAttributedText = StyledText(
      emoji.subgroup, matches: model.query.highlights(in: emoji.subgroup, column: 1))
    cell.contentConfiguration = content
    cell.accessories = (isStarred ? [.label(text: "★")] : []) + [.disclosureIndicator()]
  }
}
