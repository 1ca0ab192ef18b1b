import FoundationEssentials
import ListKitCurses

let cities = [
  City(name: "Bern", hoursFromUTC: 1, temperatures: [0, 1, 5, 9, 13, 17, 19, 19, 15, 10, 4, 1]),
  City(name: "Nairobi", hoursFromUTC: 3, temperatures: [19, 20, 21, 20, 19, 18, 17, 17, 19, 20, 19, 19]),
  City(name: "Tokyo", hoursFromUTC: 9, temperatures: [5, 6, 9, 14, 19, 22, 26, 27, 23, 18, 13, 8]),
]
Terminal.main(climate(of: cities) { Int(Date().timeIntervalSince1970) })
