import SeededRandom

extension SessionScript {
  /// Creates a random session.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same session.
  ///   - commands: The argument lists to choose from; options such as `--motion` are added.
  ///   - takesSeed: Whether the seed is passed to the program.
  public init(seed: UInt64, commands: [[String]], takesSeed: Bool = true) {
    var random = SeededGenerator(seed: seed)
    // In turn, not at random, so that a few seeds cover every command.
    var arguments = commands[Int(seed % UInt64(commands.count))]
    if takesSeed { arguments += ["--seed", "\(seed)"] }
    if random.chance(60) { arguments += ["--motion", random.pick(["none", "reduced", "full"])] }
    if random.chance(5) { arguments += ["--no-mouse"] }
    if random.chance(5) { arguments += ["--announce"] }
    if random.chance(10) { arguments += ["--color", random.pick(["never", "16", "256", "truecolor"])] }
    var size = (columns: 80, lines: 24)
    if random.chance(30), case .resize(let columns, let lines) = SessionStep.size(&random) {
      size = (columns, lines)
    }

    let first = size

    // A user who resizes the window does not type at the same time, so each session has only a few habits.
    let habits = Habit.allCases.filter { _ in random.chance(35) } + [.keys]
    var steps: [SessionStep] = []
    for _ in 0..<random.number(3...random.pick([10, 25, 60])) {
      steps += random.pick(habits).steps(&random, size: &size)
      if random.chance(25) { steps.append(.settle) }
      if random.chance(20) {
        steps.append(.pause(random.chance(10) ? random.number(50...400) : random.number(1...20)))
      }
      if random.chance(6) { steps.append(.redraw) }
    }
    // At the start and at the end, sometimes.
    if random.chance(50) { steps.insert(.settle, at: 0) }
    if random.chance(50) { steps.append(.redraw) }
    self.init(arguments: arguments, columns: first.columns, lines: first.lines, steps: steps)
  }

  /// A kind of action that a user repeats.
  private enum Habit: CaseIterable {
    case keys, moves, text, pastes, questions, mouse, replies, sizes, stops, screens

    func steps(_ random: inout SeededGenerator, size: inout (columns: Int, lines: Int)) -> [SessionStep] {
      switch self {
      case .keys:
        // Escape and q leave the screen, so they are rare.
        if random.chance(4) { return [random.pick([.key("esc"), .type([UInt8(ascii: "q")])])] }
        if random.chance(40) {
          return [.type([random.pick(Array("abdefghijklmnoprstuvwxyzGSNEDRX*+-/?{}[]0123456789 ".utf8))])]
        }
        let key = random.pick(SessionStep.keyNames)
        return Array(repeating: .key(key), count: random.chance(10) ? random.number(2...20) : 1)
      case .moves:
        let keys = [
          "up", "down", "down", "left", "right", "pageup", "pagedown", "home", "end", "shift-up",
          "shift-down",
        ]
        return Array(repeating: .key(random.pick(keys)), count: random.number(1...5))
      case .text: return [.type(random.pick(SessionStep.texts))]
      case .pastes: return random.chance(50) ? [SessionStep.paste(&random)] : SessionStep.pieces(&random)
      case .questions:
        // Asks and answers, often in one write, so that the answer may arrive before the question is drawn.
        let question = random.pick(["x", "k", "y", "delete", "alt-x"])
        let answer = random.pick(["y", "n", "enter", "esc", "tab", "left"])
        let pause: [SessionStep] = random.chance(50) ? [.settle] : []
        return [question, answer].compactMap { SessionStep($0) }.flatMap { [$0] + pause }
      case .mouse: return SessionStep.mouse(&random, size: size)
      case .replies: return SessionStep.reply(&random)
      case .sizes:
        let step = SessionStep.size(&random)
        if case .resize(let columns, let lines) = step { size = (columns, lines) }
        return [step]
      case .stops:
        let stop: SessionStep = random.chance(60) ? .suspend : .stop
        var size = size
        let between = random.chance(30) ? Habit.sizes.steps(&random, size: &size) : []
        return [stop] + between + (random.chance(15) ? [.background] : []) + [.foreground]
      case .screens:
        // Enters a screen, moves about in it, and leaves it again.
        let keys = ["down", "up", "right", "end", "tab", "space"]
        return [.key("enter")] + (0..<random.number(0...4)).map { _ in .key(random.pick(keys)) }
          + (random.chance(60) ? [.key("esc")] : [])
      }
    }
  }
}

extension SessionStep {
  fileprivate static let texts: [[UInt8]] =
    [
      "alps", "mont", "ber", "a b", "é", "e\u{301}", "山", "日本", "👩‍👩‍👧", "🇨🇭", "ﷺ", "שלום", "\u{202e}x", "K2", "0",
      "zzzz",
    ].map { Array($0.utf8) } + [
      [0xC3], [0xFF], [0xE5, 0xB1], [0xF0, 0x9F], [0x80], [0x00], [0x0A], [0x7F, 0x7F, 0x7F],
    ]

  fileprivate static func paste(_ random: inout SeededGenerator) -> Self {
    let piece = random.pick(
      texts + [Array("line\r".utf8), Array("\u{1b}[A".utf8), Array("\u{1b}]0;x\u{7}".utf8)])
    return .paste(Array(repeatElement(piece, count: random.pick([0, 1, 2, 40, 2000])).joined()))
  }

  /// A paste that arrives in several pieces, of which a slow line delays some for longer than a key takes.
  fileprivate static func pieces(_ random: inout SeededGenerator) -> [Self] {
    guard let bytes = paste(&random).bytes else { return [] }
    var steps: [Self] = []
    var rest = bytes.prefix(200)[...]
    while !rest.isEmpty {
      let count = random.chance(30) ? 1 : random.number(1...rest.count)
      steps += [.type(Array(rest.prefix(count))), .pause(random.pick([0, 1, 5, 40]))]
      rest = rest.dropFirst(count)
    }
    return steps.dropLast()
  }

  /// Small sizes, and sizes at which parts of the layout disappear, are more frequent than others.
  fileprivate static func size(_ random: inout SeededGenerator) -> Self {
    switch random.number(0...9) {
    case 0...2: .resize(columns: random.number(1...12), lines: random.number(1...5))
    case 3: .resize(columns: random.number(1...300), lines: random.number(1...3))
    case 4: .resize(columns: random.number(1...4), lines: random.number(1...100))
    case 5, 6: .resize(columns: 80, lines: 24)
    default: .resize(columns: random.number(1...300), lines: random.number(1...100))
    }
  }

  fileprivate static func mouse(_ random: inout SeededGenerator, size: (columns: Int, lines: Int)) -> [Self] {
    func place() -> (Int, Int) {
      // Outside the screen as well: a terminal may have become smaller meanwhile.
      if random.chance(5) { return (random.number(0...250), random.number(0...400)) }
      return (random.number(0...max(0, size.lines - 1)), random.number(0...max(0, size.columns - 1)))
    }
    let (line, column) = place()
    switch random.number(0...5) {
    case 0, 1:
      return [.mouse(.press, line: line, column: column), .mouse(.release, line: line, column: column)]
    case 2:
      let click: [Self] = [
        .mouse(.press, line: line, column: column), .mouse(.release, line: line, column: column),
      ]
      return click + click
    case 3:
      let (last, beside) = place()
      let way = (0..<random.number(1...6)).map { _ in place() }.map {
        Self.mouse(.drag, line: $0.0, column: $0.1)
      }
      return [.mouse(.press, line: line, column: column)] + way
        + (random.chance(80) ? [.mouse(.release, line: last, column: beside)] : [])
    case 4:
      let wheel: Mouse = random.chance(50) ? .wheelUp : .wheelDown
      return Array(repeating: .mouse(wheel, line: line, column: column), count: random.number(1...6))
    default: return [.mouse(random.pick(Mouse.allCases), line: line, column: column)]
    }
  }

  /// Replies and reports of terminals, complete or in two parts.
  fileprivate static func reply(_ random: inout SeededGenerator) -> [Self] {
    let replies = [
      "\u{1b}]11;rgb:0000/0000/0000\u{7}", "\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\",
      "\u{1b}]52;c;aGVsbG8=\u{7}",
      "\u{1b}P1+r524742=38\u{1b}\\", "\u{1b}P>|xterm(390)\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\",
      "\u{1b}_Gi=1;OK\u{1b}\\",
      "\u{1b}^x\u{1b}\\", "\u{1b}Xdd\u{1b}\\", "\u{1b}[?64;1;2c", "\u{1b}[>41;390;0c", "\u{1b}[12;40R",
      "\u{1b}[0n",
      "\u{1b}[?2026;2$y", "\u{1b}[I", "\u{1b}[O", "\u{1b}[?1u", "\u{1b}[97;5u", "\u{1b}[57414u",
      "\u{1b}[8;24;80t",
      "\u{1b}[27;5;97~", "\u{1b}[M !!", "\u{1b}[48;24;80;480;640t", "\u{1b}[<35;5;5M", "\u{1b}[?997;1n",
      "\u{1b}[99999999999999999999A", "\u{1b}[;;;;;;m", "\u{1b}[200~", "\u{1b}[201~",
    ]
    let bytes = Array(random.pick(replies).utf8)
    guard random.chance(40) else { return [.type(bytes)] }
    let cut = random.number(1...bytes.count - 1)
    return [.type(Array(bytes[..<cut])), .pause(random.pick([1, 1, 5, 40])), .type(Array(bytes[cut...]))]
  }
}
