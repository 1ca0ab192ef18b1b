import ListKit

extension Event {
  /// What it is called: keys in the words of scripts, which every terminal can show.
  var name: String {
    switch self {
    case .key(let press): press.name(isUnicode: false)
    case .paste: "paste"
    case .mouse(let event): event.action.name
    case .resize: "resize"
    case .resume: "resume"
    case .traitsChange: "traits change"
    case .terminate: "terminate"
    case .hangup: "hangup"
    }
  }

  /// What came with it.
  var details: String {
    switch self {
    case .key(let press): press.sourceText
    case .paste(let text, _): "\(text.count) characters: \(text)"
    case .mouse(let event): event.details
    case .resize(let size): "\(size.columns)x\(size.lines)"
    case .resume: "after a stop"
    case .traitsChange: "other colours"
    case .terminate(let signal): "signal \(signal)"
    case .hangup: "the terminal is gone"
    }
  }
}

extension Event {
  /// Whether it is a notch of the wheel.
  var isWheel: Bool {
    guard case .mouse(let event) = self else { return false }
    return event.action == .wheelUp || event.action == .wheelDown
  }
}

extension MouseEvent.Action {
  var name: String {
    switch self {
    case .press: "press"
    case .drag: "drag"
    case .release: "release"
    case .doubleClick: "double click"
    case .wheelUp: "wheel up"
    case .wheelDown: "wheel down"
    }
  }
}

extension MouseEvent {
  /// Where it was, and what was held down.
  fileprivate var details: String {
    modifiers.isEmpty ? location.details : "\(location.details), \(modifiers.sourceText)"
  }
}

extension Point {
  fileprivate var details: String { "line \(line), column \(column)" }
}
