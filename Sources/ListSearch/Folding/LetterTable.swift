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
