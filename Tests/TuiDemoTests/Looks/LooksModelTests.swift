import ListKit
import Testing

@testable import tui_demo

@Suite struct LooksModelTests {
  @Test func everyKindHasItsLooksAndNoLookIsThereTwice() {
    let model = LooksModel()
    let all = LookKind.allCases.flatMap { model[$0] }
    #expect(LookKind.allCases.allSatisfy { !model[$0].isEmpty })
    #expect(Set(all).count == all.count)
    #expect(model.snapshot.itemIdentifiers == all)
    #expect(all.allSatisfy { !$0.name.isEmpty && !$0.note.isEmpty && !$0.note.contains("\n") })
    #expect(model[.animations] == RowAnimation.allCases.map(Look.animation))
    // A key for each section.
    #expect(LookKind.allCases.count <= 9)
  }

  @Test(arguments: RowAnimation.allCases, RowAnimation.allCases)
  func playingLetsARowComeBelowAndTheLastOneGo(_ first: RowAnimation, _ second: RowAnimation) throws {
    var model = LooksModel()
    for (count, animation) in [first, second].enumerated() {
      let before = model.snapshot
      model.play(animation)
      let difference = model.snapshot.difference(from: before)
      #expect(difference.insertedItems.count == 1)
      #expect(difference.deletedItems.count == count)
      #expect(difference.movedItems.isEmpty)
      let index = try #require(model[.animations].firstIndex(of: .animation(animation)))
      #expect(model[.animations][index + 1] == .arrival(animation, number: count + 1))
      #expect(model[.animations].count == RowAnimation.allCases.count + 1)
    }
  }

  @Test func controlsAddAndRemoveRows() {
    var model = LooksModel()
    let insert = Look.editing(.insert, number: 1)
    model.edit(insert, .insert)
    model.edit(insert, .insert)
    let deletable = model[.editing].filter { if case .editing(.delete, _) = $0 { true } else { false } }
    #expect(deletable == [3, 2, 1].map { .editing(.delete, number: $0) })
    model.edit(deletable[1], .delete)
    #expect(model[.editing].count == 4 && !model[.editing].contains(deletable[1]))
    for look in deletable { model.edit(look, .delete) }
    #expect(model[.editing] == [.editing(.none, number: 1), insert])
    model.edit(insert, .none)
    #expect(model[.editing].count == 2)
    // No number comes twice: to the table another row is another identifier.
    model.edit(insert, .insert)
    #expect(model[.editing].last == .editing(.delete, number: 4))
  }

  @Test func numbersAreCounted() {
    let numbers = [
      1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 22: "22nd", 111: "111th",
    ]
    for (number, text) in numbers { #expect(number.ordinal == text) }
  }

  private func drawn(_ sign: any AccessoryContent, isUnicode: Bool) -> (text: String, style: Style) {
    let context = CellContext(theme: .dark)
    let traits = ScreenTraits(colorDepth: .palette, isUnicode: isUnicode, userInterfaceStyle: .dark) { _ in 1
    }
    var canvas = Canvas(size: Size(columns: sign.columns(context: context), lines: 1), traits: traits)
    sign.draw(in: &canvas, context: context)
    return (canvas.frame.text(ofLine: 0), canvas.frame[0, 0].style)
  }

  @Test func batteriesShowTheirChargeInEveryTerminal() {
    #expect(drawn(Battery(charge: 0), isUnicode: true).text == "──────────   0%")
    #expect(drawn(Battery(charge: 0.34), isUnicode: true).text == "━━━───────  34%")
    #expect(drawn(Battery(charge: 1), isUnicode: false).text == "########## 100%")
    let colors = [0.1, 0.4, 0.9].map { drawn(Battery(charge: $0), isUnicode: true).style.foreground }
    #expect(Set(colors).count == 3)
  }

  @Test func sparklinesRiseAndStayWithinTheirLimits() {
    #expect(drawn(Sparkline(values: [-1, 0, 0.5, 1, 2]), isUnicode: true).text == "▁▁▄██")
    #expect(drawn(Sparkline(values: [0, 0.5, 1]), isUnicode: false).text == "_~#")
  }
}
