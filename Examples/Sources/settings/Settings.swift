import ListKit
import ListKitCurses

/// The settings of a backup, as they are in the file.
struct Settings: Codable, Equatable {
  enum Schedule: String, Codable, CaseIterable { case hourly, daily, weekly }
  enum Day: String, Codable, CaseIterable { case monday, wednesday, friday }

  var name = ""
  var folder = ""
  var password = ""
  var schedule = Schedule.daily
  var days: Set<Day> = []
  var copies = 7
  var compresses = true
  var until: CalendarDay?
}

/// Returns a form for settings; ctrl-s passes them to `save`, and an error there keeps the form open.
func form(
  _ settings: Settings, save: @escaping @MainActor (Settings) throws -> Void
) -> FormController<Settings> {
  FormController(
    settings, title: "Backup",
    fields: [
      .textField("Name", \.name) { $0.isEmpty ? "a backup has a name" : nil },
      .textField("Folder", \.folder, completions: Terminal.paths(beginningWith:)),
      .secureField("Password", \.password, placeholder: "at least 8 characters") {
        $0.count < 8 ? "at least 8 characters" : nil
      },
      .picker("Schedule", \.schedule, from: Settings.Schedule.allCases),
      .picker("Days", \.days, from: Settings.Day.allCases),
      .numberField("Copies", \.copies, in: 1...99),
      .toggle("Compressed", \.compresses),
      .datePicker("Until", \.until),
    ], saveHandler: save)
}
