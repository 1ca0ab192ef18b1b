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
/// the other way round.
extension LetterTable {
  /// The parts of a letter between Devanagari and Balinese; nil when it has none.
  static func partsInSouthAsia(of scalar: Unicode.Scalar) -> String? {
    0x0929...0x1B43 ~= scalar.value ? parts[scalar] : nil
  }

  private static let parts: [Unicode.Scalar: String] = {
    var parts: [Unicode.Scalar: String] = [:]
    for row in partRows.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      let scalars = row.split(separator: " ").compactMap {
        UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
      }
      if let letter = scalars.first { parts[letter] = String(String.UnicodeScalarView(scalars.dropFirst())) }
    }
    return parts
  }()

  /// A letter and its parts, by number, as editors may take them apart too; a script begins on a line.
  private static let partRows = """
    0929 0928 093C, 0931 0930 093C, 0934 0933 093C, 0958 0915 093C, 0959 0916 093C, 095A 0917 093C,
    095B 091C 093C, 095C 0921 093C, 095D 0922 093C, 095E 092B 093C, 095F 092F 093C
    09CB 09C7 09BE, 09CC 09C7 09D7, 09DC 09A1 09BC, 09DD 09A2 09BC, 09DF 09AF 09BC
    0A33 0A32 0A3C, 0A36 0A38 0A3C, 0A59 0A16 0A3C, 0A5A 0A17 0A3C, 0A5B 0A1C 0A3C, 0A5E 0A2B 0A3C
    0B48 0B47 0B56, 0B4B 0B47 0B3E, 0B4C 0B47 0B57, 0B5C 0B21 0B3C, 0B5D 0B22 0B3C
    0B94 0B92 0BD7, 0BCA 0BC6 0BBE, 0BCB 0BC7 0BBE, 0BCC 0BC6 0BD7
    0C48 0C46 0C56
    0CC0 0CBF 0CD5, 0CC7 0CC6 0CD5, 0CC8 0CC6 0CD6, 0CCA 0CC6 0CC2, 0CCB 0CC6 0CC2 0CD5
    0D4A 0D46 0D3E, 0D4B 0D47 0D3E, 0D4C 0D46 0D57
    0DDA 0DD9 0DCA, 0DDC 0DD9 0DCF, 0DDD 0DD9 0DCF 0DCA, 0DDE 0DD9 0DDF
    0F43 0F42 0FB7, 0F4D 0F4C 0FB7, 0F52 0F51 0FB7, 0F57 0F56 0FB7, 0F5C 0F5B 0FB7, 0F69 0F40 0FB5,
    0F73 0F71 0F72, 0F75 0F71 0F74, 0F76 0FB2 0F80, 0F78 0FB3 0F80, 0F81 0F71 0F80, 0F93 0F92 0FB7,
    0F9D 0F9C 0FB7, 0FA2 0FA1 0FB7, 0FA7 0FA6 0FB7, 0FAC 0FAB 0FB7, 0FB9 0F90 0FB5
    1026 1025 102E
    1B06 1B05 1B35, 1B08 1B07 1B35, 1B0A 1B09 1B35, 1B0C 1B0B 1B35, 1B0E 1B0D 1B35, 1B12 1B11 1B35,
    1B3B 1B3A 1B35, 1B3D 1B3C 1B35, 1B40 1B3E 1B35, 1B41 1B3F 1B35, 1B43 1B42 1B35
    """
}
