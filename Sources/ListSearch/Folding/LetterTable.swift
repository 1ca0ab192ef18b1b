/// Small letters that fold to others, as a person would write them on a keyboard without the sign.
///
/// The standard library decomposes text only behind underscored names, and Foundation costs ten milliseconds of start; so
/// here is what mountains, people and towns are spelt with. A test compares all of it with Foundation.
enum LetterTable {
  /// What `scalar` folds to, itself when it is not in the table.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = Int(scalar.value)
    guard value < size else { return scalar }
    let base = bases[value]
    return base == 0 ? scalar : Unicode.Scalar(base) ?? scalar
  }

  /// What a letter folds to that needs several others, or that lies beyond the table.
  static func letters(for scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "ß": "ss"
    case "æ", "ǣ", "ǽ": "ae"
    case "œ": "oe"
    case "þ": "th"
    case "ĳ": "ij"
    case "ŉ": "'n"
    case "ẚ": "a'"
    case "և": "եւ"
    case "−": "-"
    // Greek with an acute has two code points for each letter; these are spelt by number, as editors
    // replace them with the other ones.
    case "\u{1F71}": "α"
    case "\u{1F73}": "ε"
    case "\u{1F75}": "η"
    case "\u{1F77}", "\u{1FBE}", "\u{1FD3}": "ι"
    case "\u{1F79}": "ο"
    case "\u{1F7B}", "\u{1FE3}": "υ"
    case "\u{1F7D}": "ω"
    case "\u{0387}": "·"
    case "\u{0374}": "'"
    case "ǆ": "dz"
    case "ǉ": "lj"
    case "ǌ": "nj"
    case "ﬀ": "ff"
    case "ﬁ": "fi"
    case "ﬂ": "fl"
    case "ﬃ": "ffi"
    case "ﬄ": "ffl"
    case "ﬅ", "ﬆ": "st"
    default: nil
    }
  }

  private static let size = 0x2100

  private static let bases: [UInt16] = {
    var bases = [UInt16](repeating: 0, count: size)
    for row in rows.split(separator: "\n") {
      var letters = row.unicodeScalars.makeIterator()
      guard let base = letters.next() else { continue }
      while let letter = letters.next() {
        if letter != " ", Int(letter.value) < size { bases[Int(letter.value)] = UInt16(base.value) }
      }
    }
    return bases
  }()

  /// A letter, and those that fold to it, all of them below `size`.
  private static let rows = """
    a àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ
    b ḃḅḇƀɓ
    c çćĉċčḉƈȼ
    d ďḋḍḏḑḓđðɖɗ
    e èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəǝɛɇ
    f ḟƒ
    g ĝğġģǧǵḡǥɠ
    h ĥȟḣḥḧḩḫẖħ
    i ìíîïĩīĭįǐȉȋḭḯỉịıɨ
    j ĵǰȷɉ
    k ķǩḱḳḵƙĸ
    l ĺļľḷḹḻḽłŀƚ
    m ḿṁṃ
    n ñńņňǹṅṇṉṋŋɲ
    o òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿɔ
    p ṕṗƥ
    r ŕŗřȑȓṙṛṝṟɍ
    s śŝşšșṡṣṥṧṩſẛ
    t ţťțṫṭṯṱẗŧƭ
    u ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữựʉ
    v ṽṿʋ
    w ŵẁẃẅẇẉẘ
    x ẋẍ
    y ýÿŷȳẏẙỳỵỷỹƴɏ
    z źżžẑẓẕƶȥ
    ʒ ǯ
    ' ‘’‚‛′ʻʼʹʾʿ`´
    " “”„‟″«»
    - ‐‑‒–—―
    · •‧
    α άἀἁἂἃἄἅἆἇὰᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ
    ε έἐἑἒἓἔἕὲϵ
    η ήἠἡἢἣἤἥἦἧὴᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ
    ι ΐίϊἰἱἲἳἴἵἶἷὶῐῑῒῖῗ
    ο όὀὁὂὃὄὅὸ
    ρ ῤῥϱ
    β ϐ
    θ ϑ
    κ ϰ
    μ µ
    π ϖ
    φ ϕ
    σ ς
    υ ΰϋύὐὑὒὓὔὕὖὗὺῠῡῢῦῧϒϓϔ
    ω ώὠὡὢὣὤὥὦὧὼᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ
    а ӑӓ
    г ѓґғ
    е ѐёӗ
    ж ӂӝҗ
    з ӟҙ
    и ѝйӣӥ
    к ќқҡҝҟ
    н ңҥ
    о ӧөӫ
    с ҫ
    у ўӯӱӳүұ
    х ҳ
    ч ӵҷҹ
    ы ӹ
    э ӭ
    і ї
    ѵ ѷ
    ә ӛ
    ا آأإٱ
    و ؤ
    ي ئىی
    ك ک
    ە ۀ
    ہ ۂ
    ے ۓ
    """
}

/// Letters of South and South-East Asia that Unicode also writes in parts (The Unicode Standard, 3.7).
///
/// They come apart, and no part is dropped, for a vowel or a dot below makes another letter of them: क finds क़, not
/// the other way round. Spelt by number, as editors may take them apart too.
extension Unicode.Scalar {
  /// The parts of a letter between Devanagari and Balinese; nil when it has none.
  var partsInSouthAsia: StaticString? {
    switch value {
    // Devanagari
    case 0x0929: "\u{0928}\u{093C}"
    case 0x0931: "\u{0930}\u{093C}"
    case 0x0934: "\u{0933}\u{093C}"
    case 0x0958: "\u{0915}\u{093C}"
    case 0x0959: "\u{0916}\u{093C}"
    case 0x095A: "\u{0917}\u{093C}"
    case 0x095B: "\u{091C}\u{093C}"
    case 0x095C: "\u{0921}\u{093C}"
    case 0x095D: "\u{0922}\u{093C}"
    case 0x095E: "\u{092B}\u{093C}"
    case 0x095F: "\u{092F}\u{093C}"
    // Bengali
    case 0x09CB: "\u{09C7}\u{09BE}"
    case 0x09CC: "\u{09C7}\u{09D7}"
    case 0x09DC: "\u{09A1}\u{09BC}"
    case 0x09DD: "\u{09A2}\u{09BC}"
    case 0x09DF: "\u{09AF}\u{09BC}"
    // Gurmukhi
    case 0x0A33: "\u{0A32}\u{0A3C}"
    case 0x0A36: "\u{0A38}\u{0A3C}"
    case 0x0A59: "\u{0A16}\u{0A3C}"
    case 0x0A5A: "\u{0A17}\u{0A3C}"
    case 0x0A5B: "\u{0A1C}\u{0A3C}"
    case 0x0A5E: "\u{0A2B}\u{0A3C}"
    // Odia
    case 0x0B48: "\u{0B47}\u{0B56}"
    case 0x0B4B: "\u{0B47}\u{0B3E}"
    case 0x0B4C: "\u{0B47}\u{0B57}"
    case 0x0B5C: "\u{0B21}\u{0B3C}"
    case 0x0B5D: "\u{0B22}\u{0B3C}"
    // Tamil
    case 0x0B94: "\u{0B92}\u{0BD7}"
    case 0x0BCA: "\u{0BC6}\u{0BBE}"
    case 0x0BCB: "\u{0BC7}\u{0BBE}"
    case 0x0BCC: "\u{0BC6}\u{0BD7}"
    // Telugu
    case 0x0C48: "\u{0C46}\u{0C56}"
    // Kannada
    case 0x0CC0: "\u{0CBF}\u{0CD5}"
    case 0x0CC7: "\u{0CC6}\u{0CD5}"
    case 0x0CC8: "\u{0CC6}\u{0CD6}"
    case 0x0CCA: "\u{0CC6}\u{0CC2}"
    case 0x0CCB: "\u{0CC6}\u{0CC2}\u{0CD5}"
    // Malayalam
    case 0x0D4A: "\u{0D46}\u{0D3E}"
    case 0x0D4B: "\u{0D47}\u{0D3E}"
    case 0x0D4C: "\u{0D46}\u{0D57}"
    // Sinhala
    case 0x0DDA: "\u{0DD9}\u{0DCA}"
    case 0x0DDC: "\u{0DD9}\u{0DCF}"
    case 0x0DDD: "\u{0DD9}\u{0DCF}\u{0DCA}"
    case 0x0DDE: "\u{0DD9}\u{0DDF}"
    // Tibetan
    case 0x0F43: "\u{0F42}\u{0FB7}"
    case 0x0F4D: "\u{0F4C}\u{0FB7}"
    case 0x0F52: "\u{0F51}\u{0FB7}"
    case 0x0F57: "\u{0F56}\u{0FB7}"
    case 0x0F5C: "\u{0F5B}\u{0FB7}"
    case 0x0F69: "\u{0F40}\u{0FB5}"
    case 0x0F73: "\u{0F71}\u{0F72}"
    case 0x0F75: "\u{0F71}\u{0F74}"
    case 0x0F76: "\u{0FB2}\u{0F80}"
    case 0x0F78: "\u{0FB3}\u{0F80}"
    case 0x0F81: "\u{0F71}\u{0F80}"
    case 0x0F93: "\u{0F92}\u{0FB7}"
    case 0x0F9D: "\u{0F9C}\u{0FB7}"
    case 0x0FA2: "\u{0FA1}\u{0FB7}"
    case 0x0FA7: "\u{0FA6}\u{0FB7}"
    case 0x0FAC: "\u{0FAB}\u{0FB7}"
    case 0x0FB9: "\u{0F90}\u{0FB5}"
    // Burmese
    case 0x1026: "\u{1025}\u{102E}"
    // Balinese
    case 0x1B06: "\u{1B05}\u{1B35}"
    case 0x1B08: "\u{1B07}\u{1B35}"
    case 0x1B0A: "\u{1B09}\u{1B35}"
    case 0x1B0C: "\u{1B0B}\u{1B35}"
    case 0x1B0E: "\u{1B0D}\u{1B35}"
    case 0x1B12: "\u{1B11}\u{1B35}"
    case 0x1B3B: "\u{1B3A}\u{1B35}"
    case 0x1B3D: "\u{1B3C}\u{1B35}"
    case 0x1B40: "\u{1B3E}\u{1B35}"
    case 0x1B41: "\u{1B3F}\u{1B35}"
    case 0x1B43: "\u{1B42}\u{1B35}"
    default: nil
    }
  }
}
