// Programs that use snapshots get `PositionSet`, which restricts snapshots, without another import.

@_exported public import PositionSets
