import ListKit
import TestSupport
import Testing

@Suite("Texts of themes") struct ThemeTextTests {
  @Test("Each line of the text sets a style") func settings() throws {
    let theme = try Theme(
      text: """
        # mine
        base = light
        cursor = reverse bold

        inserted.flash = on #146034   # green
        inserted.mark=green bold
        header = bright-blue on 235 italic
        status = plain
        background = #101014
        """)
    var wanted = Theme.light
    wanted.cursor = TextStyle(attributes: [.reverse, .bold])
    wanted.inserted.flash = TextStyle(background: .rgb(0x14, 0x60, 0x34))
    wanted.inserted.mark = TextStyle(foreground: .palette(2), attributes: .bold)
    wanted.header = TextStyle(foreground: .palette(12), background: .palette(235), attributes: .italic)
    wanted.status = .plain
    wanted.background = .rgb(0x10, 0x10, 0x14)
    expectEqual(theme, wanted)
  }

  @Test("Styles that the text does not set are those of the base theme") func baseTheme() throws {
    try expectEqual(Theme(text: "", base: .dark), .dark)
    try expectEqual(Theme(text: "# nothing\n\n", base: .highContrast), .highContrast)
    try expectEqual(Theme(text: "base = mono", base: .dark), .mono)
    try expectEqual(Theme(text: "base = high-contrast\r\ntitle = bold\r\n").secondaryText, .plain)
  }

  @Test("A theme is read back from its description") func roundTrip() throws {
    for theme in [Theme.dark, .light, .highContrast, .mono] {
      try expectEqual(Theme(text: theme.description), theme)
      try expectEqual(Theme(text: theme.description, base: .light), theme)
    }
  }

  @Test(
    "An invalid line throws an error with its number and the reason",
    arguments: [
      ("cursor", 1, ThemeError.Reason.missingEquals),
      ("\n\ncursor bold", 3, .missingEquals),
      ("cursor =", 1, .missingStyle),
      ("title = bold\nkursor = bold", 2, .unknownName("kursor")),
      ("base = pink", 1, .unknownBase("pink")),
      ("title = bold\nbase = dark", 2, .lateBase),
      ("title = bolder", 1, .unknownWord("bolder")),
      ("title = #12345", 1, .unknownWord("#12345")),
      ("title = #+12345", 1, .unknownWord("#+12345")),
      ("title = 256", 1, .unknownWord("256")),
      ("title = -1", 1, .unknownWord("-1")),
      ("title = on", 1, .missingColor),
      ("title = on bold", 1, .missingColor),
      ("title = red blue", 1, .secondColor("blue")),
      ("background = bold", 1, .unknownWord("bold")),
    ])
  func invalidLines(_ text: String, _ line: Int, _ reason: ThemeError.Reason) {
    let error = #expect(throws: ThemeError.self) { try Theme(text: text) }
    expectEqual(error?.line, line)
    expectEqual(error?.reason, reason)
  }

  @Test("Error messages contain the line, the reason and valid names") func errorMessages() {
    expectEqual(
      "\(ThemeError(line: 3, reason: .unknownWord("pinkish")))",
      "line 3: 'pinkish' is neither a colour nor an attribute")
    #expect("\(ThemeError(line: 1, reason: .unknownBase("x")))".contains("high-contrast"))
  }
}
