import TestSupport
import Testing

@testable import ListKit

@Suite("Palette colours") struct PaletteColorTests {
  @Test("The nearest palette colour to a palette colour is the same entry of the palette") func identity() {
    for index in UInt8(16)...255 {
      expectEqual(PaletteColor.nearestIndexed(PaletteColor.rgb(index)), index)
    }
    for index in UInt8(0)..<16 { expectEqual(PaletteColor.nearestANSI(PaletteColor.rgb(index)), index) }
  }

  @Test("The fast search finds a colour as near as the nearest of all colours") func nearest() {
    func distance(_ index: UInt8, _ color: PaletteColor.RGB) -> Int32 {
      let difference = PaletteColor.rgb(index) &- color
      return (difference &* difference &* [3, 4, 2]).wrappedSum()
    }
    for red in stride(from: Int32(0), through: 255, by: 17) {
      for green in stride(from: Int32(0), through: 255, by: 17) {
        for blue in stride(from: Int32(0), through: 255, by: 17) {
          let color: PaletteColor.RGB = [red, green, blue]
          let best = (UInt8(16)...255).map { distance($0, color) }.min()!
          expectEqual(distance(PaletteColor.nearestIndexed(color), color), best)
        }
      }
    }
  }

  @Test("A pale colour keeps its hue among sixteen colours, greys and dark colours stay greys") func hue() {
    for index in [78, 210, 221, 111, 80] as [UInt8] {
      let nearest = PaletteColor.rgb(PaletteColor.nearestANSI(PaletteColor.rgb(index)))
      #expect(nearest.max() > nearest.min(), "\(index)")
    }
    let (green, red) = (PaletteColor.RGB(91, 214, 138), PaletteColor.RGB(255, 135, 135))
    expectEqual([green, red].map(PaletteColor.nearestANSI), [2, 9])
    // A pale blue is the light one, which is readable on a dark background.
    expectEqual([21, 111].map { PaletteColor.nearestANSI(PaletteColor.rgb($0)) }, [4, 12])
    for color in [PaletteColor.RGB(158, 158, 158), [44, 54, 72], [222, 232, 246], [0, 40, 0]] {
      let nearest = PaletteColor.rgb(PaletteColor.nearestANSI(color))
      expectEqual(nearest.max(), nearest.min())
    }
  }
}
