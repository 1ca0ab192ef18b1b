import Foundation
import TestSupport
import Testing

@testable import ListSearch

/// Texts that a search treats as equal.
@Suite("Folding") struct FoldingTests {
  @Test(
    "Different spellings of a text fold to the same text",
    arguments: [
      ("Aconcagua", "aconcagua"),
      ("Pic d'Aneto", "pic d’aneto"),
      ("NEVADO\u{A0}SAJAMA", "nevado sajama"),
      ("Łomnica", "lomnica"),
      ("Ağrı Dağı", "agri dagi"),
      ("Mönch", "monch"),
      ("Straße", "STRASSE"),
      ("STRAẞE", "strasse"),
      ("İSTANBUL", "istanbul"),
      ("ISPARTA", "ısparta"),
      ("caf\u{E9}", "cafe\u{301}"),
      ("Đakovica", "dakovica"),
      ("Þórisjökull", "thorisjokull"),
      ("Gunnbjørn Fjeld", "gunnbjorn fjeld"),
      ("Эльбру́с", "эльбрус"),
      ("Кёнигштуль", "кенигштуль"),
      ("Όλυμπος", "ολυμποσ"),
      ("Ｋ２", "k2"),
      ("富士\u{3000}山", "富士 山"),
      ("−5 – 5", "-5 - 5"),
      ("soft\u{AD}hy\u{200B}phen", "softhyphen"),
      ("❤\u{FE0F}", "❤"),
    ])
  func sameText(_ pair: (String, String)) {
    expectEqual(folding(pair.0), folding(pair.1))
  }

  /// Texts, the first of which a user types on the way to the second, so a search must find it in the second.
  @Test(
    "The folded beginning of a word is a prefix of the folded word",
    arguments: [
      ("하", "한라산"), ("か", "がま"), ("ハ", "パン"), ("क", "क\u{93C}"), ("ﬁ", "fin"), ("stra", "straße"),
    ])
  func part(_ pair: (String, String)) {
    #expect(folding(pair.1).utf8.starts(with: folding(pair.0).utf8))
  }

  @Test(
    "Texts that a search distinguishes fold to different texts",
    arguments: [("कि", "की"), ("が", "か"), ("o", "a"), ("山", "川"), ("🏔", "🗻"), ("م", "ن")])
  func different(_ pair: (String, String)) {
    #expect(folding(pair.0) != folding(pair.1))
  }

  @Test("Folding a folded text does not change it") func idempotence() {
    expectForAllScalars { scalar in
      let once = folding(String(scalar))
      return folding(once).utf8.elementsEqual(once.utf8)
    }
  }

  @Test("Folding a character produces valid UTF-8") func validUTF8() {
    expectForAllScalars { scalar in
      var bytes: [UInt8] = []
      bytes.append(folding: scalar)
      return String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// Letters of Hangul, kana and all scripts up to those of South-East Asia fold alike, composed or
  /// decomposed.
  @Test("Composed and decomposed letters fold to the same text") func decomposition() {
    expectForAllScalars { scalar in
      guard scalar.properties.isAlphabetic, scalar.value < 0x3200 || 0xAC00..<0xD7B0 ~= scalar.value else {
        return true
      }
      let parts = String(scalar).decomposedStringWithCanonicalMapping
      return folding(parts).utf8.elementsEqual(folding(String(scalar)).utf8)
    }
  }

  @Test("Folding removes every diacritic that Foundation removes") func diacritics() {
    expectForAllScalars { scalar in
      guard scalar.value < 0x2100, scalar.properties.isAlphabetic, scalar != "\u{345}" else { return true }
      let plain = String(scalar).folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      return folding(plain).utf8.elementsEqual(folding(String(scalar)).utf8)
    }
  }

  private func folding(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(folding: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func expectForAllScalars(
    _ law: (Unicode.Scalar) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var broken: [String] = []
    // All planes with characters. One scalar is enough for the private-use planes.
    let assigned: [ClosedRange<UInt32>] = [0...0x33FFF, 0xE0000...0xE0FFF, 0x10FFFF...0x10FFFF]
    for case let scalar? in assigned.joined().lazy.map(Unicode.Scalar.init)
    where !law(scalar) && broken.count < 20 {
      broken.append("U+" + String(scalar.value, radix: 16, uppercase: true))
    }
    #expect(broken.isEmpty, sourceLocation: sourceLocation)
  }
}
