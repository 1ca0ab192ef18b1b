import ListKit
import ListKitCurses

nonisolated struct Mountain: Identifiable, Equatable {
  let id: String
  var metres: Int
}

let list = ListController<Int, Mountain> { mountain in
  ListContentConfiguration(text: mountain.id, secondaryText: "\(mountain.metres) m", arrangement: .trailing)
}
list.title = "Mountains"

var mountains = [
  Mountain(id: "Eiger", metres: 3967), Mountain(id: "Mönch", metres: 4110),
  Mountain(id: "Jungfrau", metres: 4158), Mountain(id: "Lhotse", metres: 8500),
]
list.apply(mountains, animatingDifferences: false)

Task {  // Two seconds later show the new state; the list finds what changed.
  try await Task.sleep(for: .seconds(2))
  mountains.swapAt(0, 2)
  mountains[3].metres = 8516
  mountains.append(Mountain(id: "Makalu", metres: 8485))
  list.apply(mountains)
}

Terminal.main(list)
