/// A screen with a form: fields for the properties of a value, one below the other.
///
/// ```swift
/// let form = FormController(
///   Server(), title: "New server",
///   fields: [
///     .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
///     .numberField("Port", \.port, in: 1...65_535),
///     .picker("Log level", \.level, from: Level.allCases),
///     .toggle("Starts by itself", \.startsByItself),
///   ]
/// ) { server in try save(server) }
/// navigationController?.pushViewController(form)
/// ```
///
/// It can be pushed, be a part of a split view, or be the only screen of a program; on top of a list, a form is
/// ``ViewController/prompt(_:message:for:fields:validator:action:)``.
///
/// Tab and enter go to the next field, shift-tab to the previous one, and so do the arrows where they do not change
/// the value. Ctrl-s, or enter in the last field, saves. A field is checked when it is left, and all of them before
/// they are saved: an error is shown below its field, and the first field with an error gets the focus. Escape asks
/// before it discards changes.
@MainActor
public final class FormController<Value>: ViewController {
  private let form: Form<Value>
  private let saveHandler: (Value) throws -> Void

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - value: the initial value.
  ///   - title: the title of the screen.
  ///   - fields: the fields, in their order on the screen; at least one.
  ///   - validator: returns the reason why the value cannot be accepted although each field can, such as an end
  ///     before the start, else nil. It is shown below the field with the focus.
  ///   - saveHandler: called with the value when the user saves; then the screen goes back, as after escape. If it
  ///     throws, the error is shown and the form stays.
  public init(
    _ value: Value, title: String, fields: [FormField<Value>],
    validator: @escaping @MainActor (Value) -> String? = { _ in nil },
    saveHandler: @escaping @MainActor (Value) throws -> Void
  ) {
    trapUnless(!fields.isEmpty, "FormController init: the form '\(title)' has no fields")
    form = Form(value, fields, validator)
    self.saveHandler = saveHandler
    super.init()
    self.title = title
    // Letters are text.
    for index in keyMap.bindings.indices { keyMap.bindings[index].keys.removeAll(where: \.isPrintable) }
    // The fields handle these keys; here they are for the help.
    keyMap.bind("shift-tab", .up, to: .moveCursor(-1), "previous field", when: .whenNotTyping)
    keyMap.bind(
      .tab, .enter, .down, to: .moveCursor(1), "next field; enter in the last one saves", when: .whenNotTyping
    )
    addKeyCommand(.control("s"), title: "save") { [unowned self] in save() }
    keyHints = ["ctrl-s"]
  }

  public override func handle(_ event: Event) -> Bool {
    let fields = form.fields
    switch event {
    case .key(let press): return handle(press)
    case .paste(let text, _): fields.insert(text)
    case .mouse(let mouse) where mouse.action == .wheelUp: fields.scroll(by: -TableView.wheelLines)
    case .mouse(let mouse) where mouse.action == .wheelDown: fields.scroll(by: TableView.wheelLines)
    case .mouse(let mouse) where mouse.action == .press: return fields.click(mouse.location)
    default: return false
    }
    return true
  }

  private func handle(_ press: KeyPress) -> Bool {
    let fields = form.fields
    if let effect = fields.handle(press, meaning: keyMap.meaningInText(of: press)) {
      switch effect {
      case .nothing, .redraw: break
      case .accepted: save()
      case .opensEditor(let field): chrome.edit(field)
      }
      return true
    }
    switch press.key {
    case .escape: cancel()
    case .pageDown: fields.scroll(by: 1)
    case .pageUp: fields.scroll(by: -1)
    case .down where press.modifiers == .shift: fields.scroll(by: 1)
    case .up where press.modifiers == .shift: fields.scroll(by: -1)
    default:
      guard let step = FieldList.step(of: press) else { return false }
      if !fields.move(step) { fields.enter(from: step) }
    }
    return true
  }

  private func cancel() {
    guard form.hasChanges else { return _ = perform(.back) }
    chrome.askToDiscard { [weak self] in
      self?.form.showValue()
      self?.perform(.back)
    }
  }

  private func save() {
    guard form.fields.check(hasFocus: true) else { return setNeedsDisplay() }
    let value = form.edited
    do {
      try saveHandler(value)
      form.value = value
      perform(.back)
    } catch {
      let alert = AlertController(title: "Not saved", message: "\(error)")
      alert.addAction(AlertAction(title: "OK", style: .cancel))
      present(alert)
    }
  }

  public override func shouldClose() -> CloseResponse {
    guard form.hasChanges else { return .yes }
    return .ask { [unowned self] in
      let discards = await discards()
      if discards { form.showValue() }
      return discards
    }
  }

  public override func draw(in canvas: inout Canvas) {
    let layout = FieldLayout(form.fields, in: canvas.size, canvas.metrics)
    form.fields.draw(in: &canvas, layout, hasFocus: hasFocus, theme: currentTheme)
  }
}

/// The fields of a form, and the value that they edit.
@MainActor
final class Form<Value> {
  let fields = FieldList()
  private let definitions: [FormField<Value>]
  /// The value that was shown first, or saved last.
  var value: Value { didSet { showValue() } }

  init(
    _ value: Value, _ definitions: [FormField<Value>],
    _ validator: @escaping @MainActor (Value) -> String?
  ) {
    (self.value, self.definitions) = (value, definitions)
    fields.problem = { [unowned self] in validator(edited) }
    fields.hasChanges = { [unowned self] in hasChanges }
    showValue()
  }

  func showValue() { fields.show(definitions.map { $0.make(value) }) }

  var hasChanges: Bool {
    zip(fields.fields, definitions).contains { field, definition in
      let former = definition.make(value)
      return field.text != former.text || field.chosen != former.chosen
    }
  }

  /// The value with what the fields show.
  var edited: Value {
    zip(fields.fields, definitions).reduce(into: value) { $1.1.store($1.0, &$0) }
  }
}
