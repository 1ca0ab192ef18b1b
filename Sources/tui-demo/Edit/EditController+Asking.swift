import ListKit

/// What the lists' user is asked.
extension EditController {
  /// Asks for a mountain's name, and which of several it is, and adds it to the bucket list.
  func addByName() async {
    guard
      let name = await prompt("Which mountain?", message: "A part of its name will do.", placeholder: "name")
    else { return }
    let found = dataSource.missingMountains(named: name)
    guard let first = found.first else {
      return tell("No mountain “\(name)”", "It is in a list already, or not among those known here.")
    }
    let mountain = found.count == 1 ? first : await choose("Which of them?", from: found) { $0.name }
    if let mountain { dataSource.add(mountain) }
  }

  /// Asks whether both lists shall be as they were at the start.
  func startAnew() async {
    let isSure = await confirm(
      "Start anew?", message: "Both lists will be as they were at first; u takes it back.",
      action: "Start anew",
      isDestructive: true)
    if isSure { dataSource.startAnew() }
  }

  private func tell(_ title: String, _ message: String) {
    let alert = AlertController(title: title, message: message)
    let again = AlertAction(title: "Try again") { [weak self] _ in Task { await self?.addByName() } }
    alert.addAction(AlertAction(title: "Close", style: .cancel))
    alert.addAction(again)
    alert.preferredAction = again
    present(alert)
  }
}
