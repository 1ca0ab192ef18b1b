import ListKit

/// What the lists' user is asked.
extension EditController {
  /// Asks for a mountain's name, and which of several it is, and adds it to the bucket list.
  func addByName() async {
    let name = await prompt("Which mountain?", message: "A part of its name will do.", placeholder: "name")
    if let name { await add(named: name) }
  }

  private func add(named name: String) async {
    let found = dataSource.missingMountains(named: name)
    guard let first = found.first else { return tellNothingFound(name) }
    let mountain = found.count == 1 ? first : await choose("Which of them?", from: found) { $0.name }
    if let mountain { dataSource.add(mountain) }
  }

  /// As UIKit has it: an alert with actions, for an answer that nobody waits for.
  private func tellNothingFound(_ name: String) {
    let alert = AlertController(
      title: "No mountain “\(name)”", message: "It is in a list already, or not among those known here.",
      preferredStyle: .alert)
    alert.addTextField { (field: TextField) in field.text = name }
    alert.addAction(AlertAction(title: "Close", style: .cancel))
    alert.addAction(
      AlertAction(title: "Try again") { [weak self, unowned alert] _ in
        let name = alert.textFields[0].text
        Task { await self?.add(named: name) }
      })
    present(alert)
  }

  /// Asks whether both lists shall be as they were at the start.
  func startAnew() async {
    let isSure = await confirm(
      "Start anew?", message: "Both lists will be as they were at first; u takes it back.",
      action: "Start anew", isDestructive: true)
    if isSure { dataSource.startAnew() }
  }
}
