import TestSupport
import Testing

@testable import Runs

@Suite("Signatures of compressed input") struct CompressionTests {
  @Test(
    "The first bytes determine the format, and a part of a signature decides nothing",
    arguments: [
      ([0x1F, 0x8B, 8, 0], Compression.Finding.compressed(.gzip)), ([0x1F, 0x8B], .undecided),
      ([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .undecided),
      (Array("BZh91AY&SY".utf8), .compressed(.bzip2)), (Array("BZh is no archive".utf8), .plain),
      (Array("BZ".utf8), .undecided), (Array("id,name\n".utf8), .plain), ([], .undecided),
      ([0x1F, 0x41], .plain),
    ])
  func finding(bytes: [UInt8], finding: Compression.Finding) {
    expectEqual(Compression.find(in: bytes), finding)
  }
}
