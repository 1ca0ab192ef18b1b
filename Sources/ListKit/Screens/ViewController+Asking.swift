/// Alerts and panels on top of a screen. Those of a split view are on top of both parts.
extension ViewController {
  /// Shows an alert on top of the screen and of all open alerts.
  ///
  /// - Parameters:
  ///   - alert: an alert that is not on the screen yet.
  ///   - animated: ignored (UIKit has it): alerts appear at once.
  public func present(_ alert: AlertController, animated: Bool = true) {
    trapUnless(
      !asking.alerts.contains { $0 === alert },
      "present(_:): the alert '\(alert.title)' is already presented")
    alert.takesTextUnseen = ChangeCause.current == .user && !alert.textFields.isEmpty
    alert.visibility = .hidden
    asking.alerts.append(alert)
    if isRemoved { return dismiss(alert) }
    setNeedsDisplay()
  }

  /// Closes an alert without an answer; does nothing if it is closed already.
  public func dismiss(_ alert: AlertController) { asking.close(alert, with: nil) }

  /// The alert that has the keyboard focus, if any.
  public var presentedAlert: AlertController? { asking.alerts.last }

  /// Shows a panel on top of the screen; escape, enter or a click outside closes it.
  public func present(_ panel: Panel) { asking.show(ListBox(panel)) }

  /// Closes the panel, if any.
  public func dismiss() { asking.show(nil) }

  /// The panel on top of the content, if any.
  public var panel: Panel? { asking.box?.panel }

  /// Asks the user to confirm an action.
  ///
  /// ```swift
  /// guard await confirm("Kill \(process.name)?", action: "Kill", isDestructive: true) else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - question: the title.
  ///   - message: additional text.
  ///   - action: the title of the answer that confirms.
  ///   - isDestructive: whether the action destroys something; enter then cancels by default.
  /// - Returns: false if the user cancelled, the task was cancelled, or the screen was removed.
  public func confirm(
    _ question: String, message: String? = nil, action: String = "OK", isDestructive: Bool = false
  ) async -> Bool {
    let alert = AlertController(title: question, message: message)
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    let yes = AlertAction(title: action, style: isDestructive ? .destructive : .default)
    alert.addAction(yes)
    return await answer(to: alert) === yes
  }

  /// Lets the user choose one of several values.
  ///
  /// - Parameters:
  ///   - question: the title.
  ///   - message: additional text.
  ///   - choices: the values; enter chooses the first by default.
  ///   - title: returns the title of a choice.
  /// - Returns: nil if the user cancelled, the task was cancelled, or the screen was removed.
  public func choose<Choice>(
    _ question: String, message: String? = nil, from choices: [Choice],
    title: (Choice) -> String = { "\($0)" }
  ) async -> Choice? {
    let alert = AlertController(title: question, message: message, preferredStyle: .actionSheet)
    for choice in choices { alert.addAction(AlertAction(title: title(choice))) }
    guard let answer = await answer(to: alert) else { return nil }
    return alert.actions.firstIndex { $0 === answer }.map { choices[$0] }
  }

  /// Shows a message, and returns when the user closes it with enter or escape.
  ///
  /// ```swift
  /// await alert("Not saved", message: "\(error)")
  /// ```
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - message: additional text.
  ///   - action: the title of the button.
  public func alert(_ title: String, message: String? = nil, action: String = "OK") async {
    let alert = AlertController(title: title, message: message)
    alert.addAction(AlertAction(title: action, style: .cancel))
    _ = await answer(to: alert)
  }

  /// Asks the user for a text.
  ///
  /// ```swift
  /// guard let note = await prompt("Note", text: task.note, multiline: true) else { return }
  /// ```
  ///
  /// ```swift
  /// let path = await prompt("Save as", validator: { $0.isEmpty ? "a file has a name" : nil }, completions: files)
  /// ```
  ///
  /// In a text of several lines, enter adds a line, ctrl-d or alt-enter accepts the text, and ctrl-x ctrl-e
  /// opens it in the editor that `$VISUAL` or `$EDITOR` names.
  ///
  /// - Parameters:
  ///   - question: the title.
  ///   - message: additional text.
  ///   - text: the initial text.
  ///   - placeholder: shown while the text is empty.
  ///   - multiline: whether the text has several lines.
  ///   - validator: returns the reason why a text cannot be accepted, else nil; see ``TextField/validator``.
  ///   - completions: returns the texts that complete a text; tab inserts them, see ``TextField/completions``.
  /// - Returns: the text, which may be empty; nil if the user cancelled, the task was cancelled, or the
  ///   screen was removed.
  public func prompt(
    _ question: String, message: String? = nil, text: String = "", placeholder: String = "",
    multiline: Bool = false, validator: @escaping (String) -> String? = { _ in nil },
    completions: @escaping (String) -> [String] = { _ in [] }
  ) async -> String? {
    let alert = AlertController(title: question, message: message)
    alert.addTextField {
      ($0.isMultiline, $0.text, $0.placeholder) = (multiline, text, placeholder)
      ($0.validator, $0.completions) = (validator, completions)
    }
    return await accepts(alert, action: "OK") ? alert.textFields[0].text : nil
  }

  /// Asks the user for the properties of a value: a form on top of the screen.
  ///
  /// ```swift
  /// let network = await prompt(
  ///   "Other network", for: Network(),
  ///   fields: [
  ///     .textField("Name", \.name) { $0.isEmpty ? "a name is required" : nil },
  ///     .secureField("Password", \.password),
  ///   ], action: "Join")
  /// ```
  ///
  /// The keys and the checks are those of ``FormController``. Escape asks before it discards changes.
  ///
  /// - Parameters:
  ///   - question: the title.
  ///   - message: additional text.
  ///   - value: the initial value.
  ///   - fields: the fields, in their order.
  ///   - validator: returns the reason why the value cannot be accepted although each field can, else nil.
  ///   - action: the title of the answer that accepts the value.
  /// - Returns: the edited value; nil if the user cancelled, the task was cancelled, or the screen was removed.
  public func prompt<Value>(
    _ question: String, message: String? = nil, for value: Value, fields: [FormField<Value>],
    validator: @escaping @MainActor (Value) -> String? = { _ in nil }, action: String = "OK"
  ) async -> Value? {
    let form = Form(value, fields, validator)
    let alert = AlertController(question, message, form.fields)
    return await accepts(alert, action: action) ? form.edited : nil
  }

  /// Shows an alert that can be cancelled, and returns whether the user accepted what its fields show.
  private func accepts(_ alert: AlertController, action: String) async -> Bool {
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(AlertAction(title: action))
    return await answer(to: alert)?.style == .default
  }

  /// Shows an alert and waits for its answer.
  private func answer(to alert: AlertController) async -> AlertAction? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { return continuation.resume(returning: nil) }
        alert.didClose = { continuation.resume(returning: $0) }
        present(alert)
      }
    } onCancel: {
      Task { @MainActor in dismiss(alert) }
    }
  }

  /// Asks whether to discard what was typed.
  func discards() async -> Bool { await answer(to: Self.discardQuestion {})?.style == .destructive }

  fileprivate static func discardQuestion(_ discard: @escaping () -> Void) -> AlertController {
    let question = AlertController(title: "Discard the changes?")
    question.addAction(AlertAction(title: "Keep editing", style: .cancel))
    question.addAction(AlertAction(title: "Discard", style: .destructive) { _ in discard() })
    return question
  }
}

extension ScreenChrome {
  /// Passes an event to the alert on top.
  func handle(_ event: Event, with alert: AlertController) {
    switch event {
    case .key(let press): handle(press, with: alert)
    case .paste(let text, _): take(alert.paste(text), of: alert)
    case .mouse(let event): handle(event, with: alert)
    case .resize, .resume, .traitsChange: screen.setNeedsDisplay()
    case .terminate, .hangup: break
    }
  }

  private func handle(_ press: KeyPress, with alert: AlertController) {
    let meaning = keyMap.meaningInText(of: press)
    switch meaning {
    case .quit?, .redraw?: _ = meaning.map(perform)
    default: take(alert.handle(press, meaning: meaning), of: alert)
    }
  }

  private func handle(_ event: MouseEvent, with alert: AlertController) {
    guard alert.visibility == .seen else { return }
    switch event.action {
    case .wheelUp: return take(alert.scroll(by: -TableView.wheelLines), of: alert)
    case .wheelDown: return take(alert.scroll(by: TableView.wheelLines), of: alert)
    case .press: break
    default: return
    }
    take(alert.click(event.location), of: alert)
  }

  func take(_ effect: AlertController.Effect, of alert: AlertController) {
    switch effect {
    case .nothing: break
    case .redraw: screen.setNeedsDisplay()
    case .answered(let action) where action?.style ?? .cancel == .cancel && alert.fieldList.hasChanges():
      askToDiscard { [weak self] in self?.close(alert, with: action) }
    case .answered(let action): close(alert, with: action)
    case .opensEditor(let field): edit(field)
    }
  }

  /// Opens the text of a field in the user's editor.
  func edit(_ field: TextField) {
    Task { [weak screen] in
      await field.edit { [weak screen] in await screen?.application?.edit($0) }
      screen?.setNeedsDisplay()
    }
  }

  /// Asks whether to discard what was typed, and if so calls the function.
  func askToDiscard(_ discard: @escaping () -> Void) {
    screen.present(ViewController.discardQuestion(discard))
  }

  /// Closes an alert; the handler of its answer may present another one.
  func close(_ alert: AlertController, with action: AlertAction?) {
    guard let place = alerts.firstIndex(where: { $0 === alert }) else { return }
    alerts.remove(at: place)
    if place == alerts.count {
      // A key typed with the answer does not answer what was covered by the alert.
      alerts.last?.visibility = .hidden
      box?.visibility = .hidden
    }
    screen.setNeedsDisplay()
    if let action { action.handler?(action) }
    let didClose = alert.didClose
    alert.didClose = { _ in }
    didClose(action)
  }
}
