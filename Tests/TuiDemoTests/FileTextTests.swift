import Foundation
import Testing

@testable import tui_demo

@Suite struct FileTextTests {
  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1999, "1.9 kB"), (9999, "9.9 kB"), (10_000, "10 kB"),
    (123_456, "123 kB"), (999_999, "999 kB"), (1_000_000, "1.0 MB"), (Int64.max, "9.2 EB"),
  ])
  func sizesAreShort(_ bytes: Int64, _ text: String) {
    #expect(FileText.short(bytes) == text)
  }

  @Test func exactSizesHaveAllDigits() {
    #expect(FileText.long(1) == "1 byte")
    #expect(FileText.long(1_234_567) == "1,234,567 bytes, 1.2 MB")
  }

  @Test(arguments: [
    (0o644, FileFacts.Kind.file, "-rw-r--r--  0644"), (0o755, .directory, "drwxr-xr-x  0755"),
    (0o1777, .directory, "drwxrwxrwt  1777"), (0o4750, .file, "-rwsr-x---  4750"),
    (0o2640, .file, "-rw-r-S---  2640"), (0o777, .link, "lrwxrwxrwx  0777"), (0, .pipe, "p---------  0000"),
  ])
  func modesAreLettersAndOctal(_ mode: Int, _ kind: FileFacts.Kind, _ text: String) {
    #expect(FileText.mode(UInt32(mode), of: kind) == text)
  }

  @Test(arguments: [0, 951_782_400, 1_700_000_000, -1])
  func datesAreThoseOfTheCalendarHere(_ seconds: Int64) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let date = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    let moment = FileFacts.Moment(seconds: seconds)
    #expect(FileText.date(moment, withSeconds: true) == date)
    #expect(FileText.date(moment) == String(date.dropLast(3)))
  }

  @Test func whoIsUnknownIsANumber() {
    #expect(FileText.user(0) == "root")
    #expect(FileText.user(4_000_000_123) == "user 4000000123")
    #expect(FileText.group(4_000_000_123) == "group 4000000123")
  }
}
