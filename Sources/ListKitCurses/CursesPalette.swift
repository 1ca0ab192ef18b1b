import CNcurses
import ListKit

/// The colour pairs of a curses screen: the numbers of pairs of two colours.
///
/// Curses draws with numbered pairs that must be defined first, and old terminals have few. Its own cache,
/// `alloc_pair`, fails after 65,537 pairs of direct colours and crashes without colours, so this type counts
/// pairs itself. When all are in use, it reuses those that the current frame does not use.
struct CursesPalette {
  let depth: ScreenTraits.ColorDepth

  /// The number of pairs, and the number of curses' colours that are palette entries, not direct colours.
  private let pairs: Int32
  private let indexed: Int32
  private let hasDefaults: Bool

  private struct Entry {
    var number: Int32
    var frame: UInt64
  }
  private var entries: [UInt64: Entry] = [:]
  private var free: [Int32] = []
  private var next: Int32 = 1
  private var frame: UInt64 = 0

  /// Starts colour in the current curses screen, as far as `choice` and the terminal allow it.
  @MainActor
  init(choice: CursesOptions.ColorChoice, environment: Environment) {
    // Curses itself does not support NO_COLOR.
    let wanted = choice != .never && environment["NO_COLOR"] == nil
    guard wanted, has_colors(), start_color() == OK, cn_colors() >= 8 else {
      depth = .mono
      pairs = 0
      indexed = 0
      hasDefaults = false
      return
    }
    hasDefaults = use_default_colors() == OK
    let colors = cn_colors()
    pairs = cn_color_pairs()
    let isDirect = colors > 256
    // In descriptions with direct colours, "CO" is the number of colours that are palette entries.
    let listed = tigetnum("CO")
    indexed = isDirect ? (listed > 0 ? listed : 8) : colors
    if choice == .ansi16 || colors < 256 {
      depth = .ansi
    } else {
      depth = isDirect && choice != .palette256 ? .trueColor : .palette
    }
  }

  /// Starts a frame; the pairs used in it are not reused before the next.
  mutating func beginFrame() { frame += 1 }

  /// Returns the pair of two colours, and whether bold replaces a missing bright colour.
  mutating func pair(_ foreground: Color, on background: Color) -> (pair: Int32, isBold: Bool) {
    guard depth != .mono, foreground != .default || background != .default else { return (0, false) }
    let front = number(foreground, isForeground: true)
    let back = number(background, isForeground: false)
    return (pair(front.number, back.number), front.isBold)
  }
}

// MARK: - Colours

extension CursesPalette {
  private func number(_ color: Color, isForeground: Bool) -> (number: Int32, isBold: Bool) {
    switch (color, depth) {
    case (.default, _):
      return (hasDefaults ? -1 : isForeground ? 7 : 0, false)
    case (.palette(let index), .trueColor), (.palette(let index), .palette):
      return (entry(index), false)
    case (.palette(let index), _):
      return bright(index < 16 ? index : PaletteColor.nearestANSI(PaletteColor.rgb(index)))
    case (.rgb(let red, let green, let blue), _):
      let color: PaletteColor.RGB = [Int32(red), Int32(green), Int32(blue)]
      switch depth {
      case .trueColor: return (direct(color), false)
      case .palette: return (entry(PaletteColor.nearestIndexed(color)), false)
      case .ansi, .mono: return bright(PaletteColor.nearestANSI(color))
      }
    }
  }

  /// Returns the number of a palette colour; a direct colour if the palette is too short.
  private func entry(_ index: UInt8) -> Int32 {
    index < indexed ? Int32(index) : direct(PaletteColor.rgb(index))
  }

  /// Returns the number of a direct colour, which is the colour itself. The first numbers belong to the
  /// palette, so black and the darkest blues get one step of green.
  private func direct(_ color: PaletteColor.RGB) -> Int32 {
    let number = color[0] << 16 | color[1] << 8 | color[2]
    return number < indexed ? number | 1 << 8 : number
  }

  /// Returns the number of an ANSI colour; with only eight colours, bold makes the bright ones.
  private func bright(_ index: UInt8) -> (number: Int32, isBold: Bool) {
    index < indexed ? (Int32(index), false) : (Int32(index) - 8, true)
  }
}

// MARK: - Pairs

extension CursesPalette {
  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    let key = UInt64(UInt32(bitPattern: foreground)) << 32 | UInt64(UInt32(bitPattern: background))
    if let index = entries.index(forKey: key) {
      entries.values[index].frame = frame
      return entries.values[index].number
    }
    guard let number = unusedNumber() else { return fallback(foreground, background) }
    guard cn_define_pair(number, foreground, background) == OK else { return 0 }
    entries[key] = Entry(number: number, frame: frame)
    return number
  }

  private mutating func unusedNumber() -> Int32? {
    if next < pairs {
      next += 1
      return next - 1
    }
    if free.isEmpty {
      for (key, entry) in entries where entry.frame < frame {
        free.append(entry.number)
        entries[key] = nil
      }
    }
    return free.popLast()
  }

  /// Returns a pair for a frame with more pairs than the terminal has: one with the same background, else one
  /// with the same foreground.
  private func fallback(_ foreground: Int32, _ background: Int32) -> Int32 {
    var best: (number: Int32, score: Int) = (0, 0)
    for (key, entry) in entries {
      let front = Int32(bitPattern: UInt32(key >> 32))
      let back = Int32(bitPattern: UInt32(truncatingIfNeeded: key))
      // Skip pairs with invisible text.
      guard front != back else { continue }
      let score = (back == background ? 2 : 0) + (front == foreground ? 1 : 0)
      if score > best.score { best = (entry.number, score) }
    }
    return best.number
  }
}
