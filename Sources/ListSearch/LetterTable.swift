/// Lower-case letters that fold to others, as users type them on a keyboard without the accented letter.
///
/// The standard library decomposes text only in underscored functions, and Foundation adds ten milliseconds
/// to a start. So this table has the letters in names of mountains, people and towns. A test compares all of
/// it with Foundation.
enum LetterTable {
  /// Returns the letter that `scalar` folds to, or `scalar` if it is not in the table.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = Int(scalar.value)
    guard value < size else { return scalar }
    let base = bases[value]
    return base == 0 ? scalar : Unicode.Scalar(base) ?? scalar
  }

  /// Returns the folding of a letter that becomes several letters or is not in the table; otherwise nil.
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
    // Greek letters with an acute have two code points each. These are written as numbers, because editors
    // replace them by the other ones.
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

  /// In each line a letter, and those that fold to it, all of them below `size`.
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

/// Letters of South and South-East Asia that Unicode also encodes in parts (The Unicode Standard, 3.7).
///
/// They are decomposed, and no part is dropped, because a vowel or a dot below makes another letter: क finds
/// क़, but not the other way round.
extension LetterTable {
  /// Returns the parts of a letter from Devanagari to Balinese, padded with 0; nil if it has no parts.
  static func partsInSouthAsia(of scalar: Unicode.Scalar) -> ArraySlice<UInt16>? {
    guard 0x0929...0x1B43 ~= scalar.value else { return nil }
    let letter = UInt16(scalar.value)
    let row = (0..<parts.count / 4).partitioningIndex { parts[$0 * 4] >= letter }
    return row * 4 < parts.count && parts[row * 4] == letter ? parts[row * 4 + 1..<row * 4 + 4] : nil
  }

  // swift-format-ignore
  /// Letters in order, each with two or three parts, as numbers because editors may decompose letters.
  private static let parts: [UInt16] = [
    0x0929, 0x0928, 0x093C, 0,  0x0931, 0x0930, 0x093C, 0,  0x0934, 0x0933, 0x093C, 0,
    0x0958, 0x0915, 0x093C, 0,  0x0959, 0x0916, 0x093C, 0,  0x095A, 0x0917, 0x093C, 0,
    0x095B, 0x091C, 0x093C, 0,  0x095C, 0x0921, 0x093C, 0,  0x095D, 0x0922, 0x093C, 0,
    0x095E, 0x092B, 0x093C, 0,  0x095F, 0x092F, 0x093C, 0,  0x09CB, 0x09C7, 0x09BE, 0,
    0x09CC, 0x09C7, 0x09D7, 0,  0x09DC, 0x09A1, 0x09BC, 0,  0x09DD, 0x09A2, 0x09BC, 0,
    0x09DF, 0x09AF, 0x09BC, 0,  0x0A33, 0x0A32, 0x0A3C, 0,  0x0A36, 0x0A38, 0x0A3C, 0,
    0x0A59, 0x0A16, 0x0A3C, 0,  0x0A5A, 0x0A17, 0x0A3C, 0,  0x0A5B, 0x0A1C, 0x0A3C, 0,
    0x0A5E, 0x0A2B, 0x0A3C, 0,  0x0B48, 0x0B47, 0x0B56, 0,  0x0B4B, 0x0B47, 0x0B3E, 0,
    0x0B4C, 0x0B47, 0x0B57, 0,  0x0B5C, 0x0B21, 0x0B3C, 0,  0x0B5D, 0x0B22, 0x0B3C, 0,
    0x0B94, 0x0B92, 0x0BD7, 0,  0x0BCA, 0x0BC6, 0x0BBE, 0,  0x0BCB, 0x0BC7, 0x0BBE, 0,
    0x0BCC, 0x0BC6, 0x0BD7, 0,  0x0C48, 0x0C46, 0x0C56, 0,  0x0CC0, 0x0CBF, 0x0CD5, 0,
    0x0CC7, 0x0CC6, 0x0CD5, 0,  0x0CC8, 0x0CC6, 0x0CD6, 0,  0x0CCA, 0x0CC6, 0x0CC2, 0,
    0x0CCB, 0x0CC6, 0x0CC2, 0x0CD5,  0x0D4A, 0x0D46, 0x0D3E, 0,  0x0D4B, 0x0D47, 0x0D3E, 0,
    0x0D4C, 0x0D46, 0x0D57, 0,  0x0DDA, 0x0DD9, 0x0DCA, 0,  0x0DDC, 0x0DD9, 0x0DCF, 0,
    0x0DDD, 0x0DD9, 0x0DCF, 0x0DCA,  0x0DDE, 0x0DD9, 0x0DDF, 0,  0x0F43, 0x0F42, 0x0FB7, 0,
    0x0F4D, 0x0F4C, 0x0FB7, 0,  0x0F52, 0x0F51, 0x0FB7, 0,  0x0F57, 0x0F56, 0x0FB7, 0,
    0x0F5C, 0x0F5B, 0x0FB7, 0,  0x0F69, 0x0F40, 0x0FB5, 0,  0x0F73, 0x0F71, 0x0F72, 0,
    0x0F75, 0x0F71, 0x0F74, 0,  0x0F76, 0x0FB2, 0x0F80, 0,  0x0F78, 0x0FB3, 0x0F80, 0,
    0x0F81, 0x0F71, 0x0F80, 0,  0x0F93, 0x0F92, 0x0FB7, 0,  0x0F9D, 0x0F9C, 0x0FB7, 0,
    0x0FA2, 0x0FA1, 0x0FB7, 0,  0x0FA7, 0x0FA6, 0x0FB7, 0,  0x0FAC, 0x0FAB, 0x0FB7, 0,
    0x0FB9, 0x0F90, 0x0FB5, 0,  0x1026, 0x1025, 0x102E, 0,  0x1B06, 0x1B05, 0x1B35, 0,
    0x1B08, 0x1B07, 0x1B35, 0,  0x1B0A, 0x1B09, 0x1B35, 0,  0x1B0C, 0x1B0B, 0x1B35, 0,
    0x1B0E, 0x1B0D, 0x1B35, 0,  0x1B12, 0x1B11, 0x1B35, 0,  0x1B3B, 0x1B3A, 0x1B35, 0,
    0x1B3D, 0x1B3C, 0x1B35, 0,  0x1B40, 0x1B3E, 0x1B35, 0,  0x1B41, 0x1B3F, 0x1B35, 0,
    0x1B43, 0x1B42, 0x1B35, 0,
  ]
}
