/// A screen with a form: fields for the properties of a value, one below the other.
///
/// ```swift
/// let form = FormController(
///   Server(), title: "New server",
///   fields: [
///     .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
///     .numberField("Port", \.port, in: 1...65_535),
///     .toggle("Starts by itself", \.startsByItself),
///   ]
/// ) { server in try save(server) }
/// navigationController?.pushViewController(form)
/// ```
///
/// It can be pushed, be a part of a split view, or be the only screen of a program; on top of a list, a form is
/// ``TableViewController/prompt(_:message:for:fields:action:)``.
///
/// Tab and enter go to the next field, shift-tab to the previous one, and so do the arrows where they do not change
/// the value. Ctrl-s, or enter in the last field, saves. A field is checked when it is left, and all of them before
/// they are saved: an error is shown below its field, and the first field with an error gets the focus. Escape asks
/// before it discards changes.
@MainActor
public final class FormController<Value>: ViewController {
  private let form: Form<Value>
  private let saveHandler: (Value) throws -> Void
  private var list: FieldList
  private var focus = 0

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - value: the initial value.
  ///   - title: the title of the screen.
  ///   - fields: the fields, in their order on the screen; at least one.
  ///   - saveHandler: called with the value when the user saves; then the screen goes back, as after escape. If it
  ///     throws, the error is shown and the form stays.
  public init(
    _ value: Value, title: String, fields: [FormField<Value>],
    saveHandler: @escaping @MainActor (Value) throws -> Void
  ) {
    trapUnless(!fields.isEmpty, "FormController init: the form '\(title)' has no fields")
    form = Form(value, fields)
    list = FieldList(form.fields)
    self.saveHandler = saveHandler
    super.init()
    self.title = title
    // Letters are text.
    for index in tableScreen.keyMap.bindings.indices {
      tableScreen.keyMap.bindings[index].keys.removeAll(where: \.isPrintable)
    }
    addKeyCommand(.up, KeyPress(.tab, .shift), title: "previous field") { [unowned self] in move(by: -1) }
    addKeyCommand(.down, .tab, title: "next field") { [unowned self] in move(by: 1) }
    addKeyCommand(.enter, title: "next field; after the last, save") { [unowned self] in
      if focus + 1 < list.fields.count { move(by: 1) } else { save() }
    }
    addKeyCommand(.control("s"), title: "save") { [unowned self] in save() }
    keyHints = [(.control("s"), "save")]
  }

  /// The value that was shown first, set or saved last. Setting it shows it in all fields.
  public var value: Value {
    get { form.value }
    set {
      form.value = newValue
      setNeedsDisplay()
    }
  }

  /// Whether the fields show something else than ``value``.
  public var hasChanges: Bool { form.hasChanges }

  // MARK: Events

  public override func handle(_ event: Event) -> Bool {
    switch event {
    case .key(.escape) where hasChanges:
      tableScreen.askToDiscard { [weak self] in
        self?.form.showValue()
        self?.goBack()
      }
      return true
    case .key(let press): return handle(press)
    case .paste(let text, _):
      list.scrollToFocus()
      list.fields[focus].apply(.insert(text))
      return true
    case .mouse(let mouse): return handle(mouse)
    case .resize, .resume, .traitsChange, .terminate, .hangup: return false
    }
  }

  private func handle(_ press: KeyPress) -> Bool {
    list.scrollToFocus()
    let field = list.fields[focus]
    switch field.handle(press, meaning: tableScreen.keyMap.meaningInText(of: press)) {
    case .redraw?: break
    case .accepts?: move(by: 1)
    case .opensEditor?:
      Task {
        await field.edit(with: tableScreen.editText)
        setNeedsDisplay()
      }
    case nil: return false
    }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: list.scroll(by: -TableView.wheelLines)
    case .wheelDown: list.scroll(by: TableView.wheelLines)
    case .press:
      guard let index = list.click(mouse.location) else { return false }
      if index != focus { list.fields[focus].leave() }
      focus = index
    default: return false
    }
    return true
  }

  private func move(by step: Int) {
    list.fields[focus].leave()
    focus = (focus + step + list.fields.count) % list.fields.count
    list.fields[focus].enter(from: step)
    setNeedsDisplay()
  }

  private func save() {
    list.scrollToFocus()
    setNeedsDisplay()
    if let problem = list.firstProblem() { return focus = problem }
    let value = form.edited
    do {
      try saveHandler(value)
      form.value = value
      goBack()
    } catch {
      let alert = AlertController(title: "Not saved", message: "\(error)")
      alert.addAction(AlertAction(title: "OK", style: .cancel))
      tableScreen.present(alert)
    }
  }

  private func goBack() { tableScreen.perform(.back) }

  // MARK: Drawing

  public override func draw(in canvas: inout Canvas) {
    let layout = FieldLayout(list, in: canvas.size, canvas.metrics)
    list.draw(in: &canvas, layout, focus: hasFocus ? focus : nil, theme: currentTheme)
  }
}

// MARK: - Form

/// The fields of a form, and the value that they edit.
@MainActor
final class Form<Value> {
  let fields: [TextField]
  private let definitions: [FormField<Value>]
  /// The value that the fields showed first.
  var value: Value { didSet { showValue() } }

  init(_ value: Value, _ definitions: [FormField<Value>]) {
    self.value = value
    self.definitions = definitions
    fields = definitions.map { $0.make() }
    showValue()
  }

  func showValue() {
    for (field, definition) in zip(fields, definitions) { definition.show(value, field) }
  }

  var hasChanges: Bool {
    zip(fields, definitions).contains { field, definition in
      let former = definition.make()
      definition.show(value, former)
      return field.text != former.text || field.chosen != former.chosen
    }
  }

  /// The value with what the fields show.
  var edited: Value {
    zip(fields, definitions).reduce(into: value) { $1.1.store($1.0, &$0) }
  }
}
