import ListKit

/// How events and bindings look as rows.
enum KeysRow {
  static let columns = [
    TableColumn("Event", width: 13...16, priority: 9),
    TableColumn("Key", width: 16...24, priority: 4),
    TableColumn("In a list", width: 14...34, priority: 7),
    TableColumn("In a query", width: 19...34, priority: 8),
  ]

  /// Of keys there are meanings to tell; of all else only what came with it.
  static func content(of record: KeysModel.Record) -> ColumnContentConfiguration {
    let name = StyledText(record.event.name, style: Style(attributes: .bold))
    guard case .key = record.event else {
      return ColumnContentConfiguration([name.appending("  \(record.event.details)")])
    }
    return ColumnContentConfiguration([
      name, StyledText(record.event.details), text(of: record.inList), text(of: record.inQuery),
    ])
  }

  private static func text(of meaning: KeyMap.Meaning?) -> StyledText { StyledText(meaning?.text ?? "-") }

  static let bindingColumns = [
    TableColumn("Means", width: 18...34, priority: 9),
    TableColumn("Command", width: 16...32, priority: 5, isSecondary: true),
    TableColumn("When", width: 16...50, priority: 7, isSecondary: true),
  ]

  static func content(of binding: KeyBinding) -> ColumnContentConfiguration {
    let command = binding.command.sourceText
    let conditions = binding.conditions.isEmpty ? "always" : binding.conditions.sourceText
    return ColumnContentConfiguration([
      StyledText(binding.title ?? command), StyledText(command), StyledText(conditions),
    ])
  }
}
