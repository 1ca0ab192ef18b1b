import TestSupport
import Testing

@testable import muster

@Suite("Texts of cells") struct RowCellsTests {
  @Test("Differences are abbreviated and have a sign") func differences() {
    expectEqual([12, -0.4, 1e6].map(RowCells.text(ofDifference:)), ["+12", "−0.40", "+1000000"])
    let sizes = [1_048_576, -512, 1_600, 3 * 1_073_741_824.0]
    expectEqual(sizes.map(RowCells.text(ofSizeDifference:)), ["+1M", "−512", "+1.56K", "+3G"])
  }
}
