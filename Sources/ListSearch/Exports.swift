// What searches answer with: users of searches need import nothing else for it.

@_exported public import PositionSets
