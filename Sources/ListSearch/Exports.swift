// Programs that search get `PositionSet`, which holds the results, without another import.

@_exported public import PositionSets
