import ListKit
import SeededRandom
import Testing

@testable import tui_demo

@Suite struct SortModelTests {
  private func model(columns: Int, lines: Int = 4, size: Int = 1, seed: UInt64 = 1) -> SortModel {
    var model = SortModel(size: SwatchSize(columns: size), generator: SeededGenerator(seed: seed))
    model.fill(Size(columns: columns, lines: lines))
    return model
  }

  private func ranks(_ line: SortModel.Line) -> [Int] { line.swatches.map(\.rank) }

  @Test(arguments: 0..<8, [1, 2, 9, 40])
  func everyStepSortsOneMore(_ seed: UInt64, _ count: Int) {
    var model = model(columns: count, seed: seed)
    for step in 1..<max(2, count) {
      let before = model.lines
      #expect(model.sortNext().count == (count > 1 ? 4 : 0))
      for (old, new) in zip(before, model.lines) {
        let sorted = ranks(new)[..<min(count, step + 1)]
        #expect(sorted.elementsEqual(sorted.sorted()))
        #expect(ranks(new).sorted().elementsEqual(0..<count))
        #expect(ranks(new)[sorted.endIndex...] == ranks(old)[sorted.endIndex...])
      }
    }
    #expect(model.isSorted)
    #expect(model.lines.allSatisfy { ranks($0).elementsEqual(0..<count) })
    #expect(model.sortNext().isEmpty)
    #expect(model.step == max(0, count - 1))
  }

  @Test func theRoomIsFilled() {
    let model = model(columns: 83, lines: 23, size: 4)
    #expect(model.count == 20)
    #expect(model.lines.count == 11)
    let swatches = model.lines.flatMap(\.swatches)
    #expect(Set(swatches).count == 220)
    #expect(self.model(columns: 3, lines: 2, size: 4).lines.allSatisfy { $0.swatches.isEmpty && $0.isSorted })
    #expect(self.model(columns: 0, lines: 0).isSorted)
  }

  @Test func theSameSeedTheSameSession() {
    #expect(model(columns: 40, seed: 7).lines == model(columns: 40, seed: 7).lines)
    #expect(model(columns: 40, seed: 7).lines != model(columns: 40, seed: 8).lines)
    var again = model(columns: 40, seed: 7)
    again.fill(Size(columns: 40, lines: 4))
    #expect(again.lines != model(columns: 40, seed: 7).lines)
  }

  @Test func coloursDifferAlongEveryLine() {
    let model = model(columns: 160, lines: 3)
    for line in model.lines {
      #expect(Set(line.swatches.map { model.color(of: $0).hexadecimal }).count == 160)
    }
    #expect(SwatchColor(hue: 0, depth: 1).hexadecimal == "#a50808")
    #expect(SwatchColor(hue: 0, depth: 0).hexadecimal == "#ff7272")
  }

  @Test func swatchesSuitTheRoomUnlessTheirSizeIsChosen() {
    var model = SortModel(size: nil, generator: SeededGenerator(seed: 1))
    model.fill(Size(columns: 80, lines: 22))
    #expect(model.size.columns == 2)
    model.fill(Size(columns: 300, lines: 98))
    #expect(model.size.columns == 6)
    #expect(model.count * model.lines.count == 50 * 32)
    model.chosenSize = SwatchSize(columns: 1)
    model.fill(Size(columns: 300, lines: 98))
    #expect(model.count * model.lines.count == 300 * 98)
  }

  @Test func sizesAndPacesStayWithinTheirLimits() {
    var (sizes, size) = ([SwatchSize.smallest], SwatchSize.smallest)
    while size != size.larger { (size, sizes) = (size.larger, sizes + [size.larger]) }
    #expect(sizes.map(\.columns) == [2, 4, 6, 8, 10, 12])
    while size != size.smaller { (size, sizes) = (size.smaller, sizes + [size.smaller]) }
    #expect(sizes.map(\.columns).suffix(6) == [10, 8, 6, 4, 2, 1])
    #expect(size.larger.columns == 2)
    #expect(sizes.map(\.lines).max() == 6)
    #expect(SortPace.standard.pause == .milliseconds(125))
    #expect(SortPace(stepsPerSecond: 80).faster.faster.stepsPerSecond == 100)
    #expect(SortPace(stepsPerSecond: 1).slower.stepsPerSecond == 1)
  }
}
