import Foundation
import ListKitCurses

let cities = [  // the mean temperature of each month in °C
  City(name: "Bern", hoursFromUTC: 1, temperatures: [0, 1, 5, 9, 13, 17, 19, 19, 15, 10, 4, 1]),
  City(name: "Nairobi", hoursFromUTC: 3, temperatures: [19, 20, 21, 20, 19, 18, 17, 17, 19, 20, 19, 19]),
]
Terminal.main(climate(of: cities, clock: ContinuousClock()) { Int(Date().timeIntervalSince1970) })
